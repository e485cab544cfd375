"""The filters of lists: by player, variant, date and whatever else a list is asked for."""

from datetime import date
from typing import Any

import django_filters
from django.utils.translation import gettext_lazy as _

from games.archive import HandSearch
from games.archive.conditions import OF_A_SEAT
from games.archive.fields import DayFilter, OneOfFilter, PublicIdFilter
from games.matches.listing import MatchSearch
from games.models import Hand


class AtTheClubFilter(DayFilter):
    """Leaves out the players who had left by a day."""

    def filter(self, qs: Any, value: date | None) -> Any:
        """Leave out those who had not, where a day is asked for."""
        return qs.at_the_club(value) if value else qs


class PlayerFilters(django_filters.FilterSet):
    """Players of a club, of a name, or who are at the club."""

    club = PublicIdFilter("club__public_id", label="A club's id")
    name = django_filters.CharFilter("name", label="The whole name")
    on = AtTheClubFilter(label="Without those who had left by this day")


class MatchFilters(MatchSearch):
    """Matches by player, game and the day on which they were played."""

    # Here they are called `date_from` and `date_to`.
    since = until = None  # type: ignore[assignment]

    club = PublicIdFilter("club__public_id", label="A club's id")
    date = DayFilter("played_on", label="Played on this day")
    date_from = DayFilter("played_on", "gte", label="Played on this day or later")
    date_to = DayFilter("played_on", "lte", label="Played on this day or earlier")


class EveningFilters(django_filters.FilterSet):
    """Evenings of a club, by day."""

    club = PublicIdFilter("club__public_id", label="A club's id")
    date = DayFilter("played_on", label="Played on this day")
    date_from = DayFilter("played_on", "gte", label="Played on this day or later")
    date_to = DayFilter("played_on", "lte", label="Played on this day or earlier")


class HandFilters(HandSearch):
    """Hands by everything that the pages of the site find them by, and by club, state and day."""

    club = PublicIdFilter(label="A club's id")
    state = OneOfFilter(Hand.State.values, label=_("State"))
    date = DayFilter(label="Played on this day")
    date_from = DayFilter(label="Played on this day or later")
    date_to = DayFilter(label="Played on this day or earlier")

    @property
    def sealed(self) -> bool:
        """Return whether all matching hands are sealed; only sealed hands have results by seat."""
        of_a_result = set(OF_A_SEAT) - {"player"}
        return self.chosen.get("state") == Hand.State.SEALED or bool(of_a_result & set(self.chosen))
