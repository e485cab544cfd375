"""The filters of lists: by player, variant, date and whatever else a list is asked for."""

import datetime
from typing import Any

import django_filters
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.api.serializers import VARIANT_KEYS
from games.models import Club, Hand, Match, Player

FIRST_DAY, LAST_DAY = datetime.date(1900, 1, 1), datetime.date(2999, 12, 31)


class Day(django_filters.DateFilter):
    """A day as YYYY-MM-DD, whatever language the request is in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(
            *args,
            input_formats=["%Y-%m-%d"],
            validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)],
            error_messages={"invalid": _("This is a day as YYYY-MM-DD.")},
            **kwargs,
        )


class OneOf(django_filters.ChoiceFilter):
    """One of a few words."""

    def __init__(self, words: list[str], **kwargs: Any) -> None:
        message = format_lazy("{} {}.", _("This may be:"), ", ".join(words))
        super().__init__(
            choices=[(word, word) for word in words],
            error_messages={"invalid_choice": message},
            **kwargs,
        )


def first_moment(day: datetime.date) -> datetime.datetime:
    """Return when a day begins where the site is."""
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.min))


def last_moment(day: datetime.date) -> datetime.datetime:
    """Return when a day ends where the site is."""
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.max))


class ClubFilters(django_filters.FilterSet):
    """Clubs are few: nobody filters them."""

    class Meta:
        model = Club
        fields: list[str] = []


class PlayerFilters(django_filters.FilterSet):
    """Players of a club, or of a name."""

    club = django_filters.CharFilter("club__public_id", label="A club's id")
    name = django_filters.CharFilter("name", label="The whole name")

    class Meta:
        model = Player
        fields: list[str] = []


class MatchFilters(django_filters.FilterSet):
    """Matches by the day on which they were played."""

    club = django_filters.CharFilter("club__public_id", label="A club's id")
    player = django_filters.CharFilter("seats__player__public_id", label="A player's id")
    variant = OneOf(VARIANT_KEYS)
    date = Day("played_on", label="Played on this day")
    date_from = Day("played_on", lookup_expr="gte", label="Played on this day or later")
    date_to = Day("played_on", lookup_expr="lte", label="Played on this day or earlier")

    class Meta:
        model = Match
        fields: list[str] = []


class HandFilters(django_filters.FilterSet):
    """Hands by the moment at which they were played."""

    club = django_filters.CharFilter("club__public_id", label="A club's id")
    match = django_filters.CharFilter("match__public_id", label="A match's id")
    player = django_filters.CharFilter("match__seats__player__public_id", label="A player's id")
    variant = OneOf(VARIANT_KEYS)
    state = OneOf(Hand.State.values)
    date = Day(method="on", label="Played on this day")
    date_from = Day(method="since", label="Played on this day or later")
    date_to = Day(method="until", label="Played on this day or earlier")

    class Meta:
        model = Hand
        fields: list[str] = []

    def on(self, hands: QuerySet[Hand], name: str, day: datetime.date) -> QuerySet[Hand]:
        """Keep the hands of one day."""
        return self.until(self.since(hands, name, day), name, day)

    def since(self, hands: QuerySet[Hand], name: str, day: datetime.date) -> QuerySet[Hand]:
        """Keep the hands of that day and of all days after it."""
        return hands.filter(played_at__gte=first_moment(day))

    def until(self, hands: QuerySet[Hand], name: str, day: datetime.date) -> QuerySet[Hand]:
        """Keep the hands of that day and of all days before it."""
        return hands.filter(played_at__lte=last_moment(day))
