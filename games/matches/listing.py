"""Reads across hands for the list of matches, and the filters of lists.

Beside `games.matches.history`, with the same words: scores are half points as stored, `since` and
`until` the first and last day. Each function takes a constant number of statements.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q

from games.matches.history import PAGE, Page, UnknownCursor
from games.models import Club, Hand, Match, Player
from games.models.narrowing import Narrowing


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
