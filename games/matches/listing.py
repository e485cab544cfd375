"""The list of matches, the filters that narrow it down, and its pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from django.db.models import Count, Q

from games.models import Club, Hand, Match, Player
from games.models.narrowing import Narrowing

PAGE = 50
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some items of a long list; `next` is the cursor of those that follow, "" at the end."""

    items: tuple[Item, ...]
    next: str


class UnknownCursor(ValueError):
    """The cursor names no hand of this list."""


@dataclass(frozen=True, slots=True)
class Filters(Narrowing):
    """What a list is narrowed down to."""

    player: Player | None = None
    variant: str = ""
    role: str = ""
    since: date | None = None
    until: date | None = None


def matches_of(club: Club, filters: Filters, *, after: str = "", limit: int = PAGE) -> Page[Match]:
    """The matches of a club, newest first, each with its seats and `played`, the number of
    sealed hands.

    `after` is the `next` of the page before. Raises UnknownCursor.
    """
    matches = club.matches.all()
    if filters.player is not None:
        matches = matches.filter(seats__player=filters.player)
    if filters.variant:
        matches = matches.filter(variant=filters.variant)
    if filters.since is not None:
        matches = matches.filter(played_on__gte=filters.since)
    if filters.until is not None:
        matches = matches.filter(played_on__lte=filters.until)
    if after:
        matches = matches.filter(_behind(club, after))
    played = Count("hands", filter=Q(hands__state=Hand.State.SEALED), distinct=True)
    page = matches.annotate(played=played).order_by("-played_on", "-id")
    found = tuple(page.prefetch_related("seats__player")[: limit + 1])
    return Page(found[:limit], found[limit - 1].public_id if len(found) > limit else "")


def _behind(club: Club, cursor: str) -> Q:
    place = club.matches.filter(public_id=cursor).values_list("played_on", "id").first()
    if place is None:
        raise UnknownCursor(cursor)
    return Q(played_on__lt=place[0]) | Q(played_on=place[0], id__lt=place[1])
