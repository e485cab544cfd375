"""The filters of lists: by player, variant, date and whatever else a list is asked for."""

import django_filters
from django.utils.translation import gettext_lazy as _

from games.api.answers.serializers import VARIANT_KEYS
from games.archive import HandSearch
from games.archive.conditions import OF_A_SEAT
from games.archive.fields import Day, OneOf, PublicId
from games.models import Club, Hand, Match, Player


class ClubFilters(django_filters.FilterSet):
    """Clubs are few: nobody filters them."""

    class Meta:
        model = Club
        fields: list[str] = []


class PlayerFilters(django_filters.FilterSet):
    """Players of a club, or of a name."""

    club = PublicId("club__public_id", label="A club's id")
    name = django_filters.CharFilter("name", label="The whole name")

    class Meta:
        model = Player
        fields: list[str] = []


class MatchFilters(django_filters.FilterSet):
    """Matches by the day on which they were played."""

    club = PublicId("club__public_id", label="A club's id")
    player = PublicId("seats__player__public_id", label="A player's id")
    variant = OneOf(VARIANT_KEYS)
    date = Day("played_on", label="Played on this day")
    date_from = Day("played_on", lookup_expr="gte", label="Played on this day or later")
    date_to = Day("played_on", lookup_expr="lte", label="Played on this day or earlier")

    class Meta:
        model = Match
        fields: list[str] = []


class HandFilters(HandSearch):
    """Hands by everything that the pages of the site find them by, and by club, state and day."""

    club = PublicId(label="A club's id")
    state = OneOf(Hand.State.values, label=_("State"))
    date = Day(label="Played on this day")
    date_from = Day(label="Played on this day or later")
    date_to = Day(label="Played on this day or earlier")

    class Meta(HandSearch.Meta):
        pass

    @property
    def sealed(self) -> bool:
        """Whether all the hands that fit are sealed; only those have results by seat."""
        of_a_result = set(OF_A_SEAT) - {"player"}
        return self.chosen.get("state") == Hand.State.SEALED or bool(of_a_result & set(self.chosen))
