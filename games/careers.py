"""Reads across hands for one player's page and for the lists of players and matches.

Beside `games.history`, with the same words: scores are half points as stored, `since` and `until`
the first and last day. Each function takes a constant number of statements.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, IntegerField, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from games.history import PAGE, Page, UnknownCursor, filtered
from games.models import Club, Hand, HandSeat, Match, Player
from games.rules import VARIANTS

Z_95 = 1.96  # of the normal distribution: 95 % lie within so many deviations


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list is narrowed down to; the empty ones narrow nothing down."""

    player: Player | None = None
    variant: str = ""
    role: str = ""
    since: date | None = None
    until: date | None = None

    @property
    def narrow(self) -> dict[str, Any]:
        """The filters that do narrow the list down, by name."""
        pairs = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in pairs.items() if value}


def seats_of(player: Player, filters: Filters) -> QuerySet[HandSeat]:
    """The seats of a player in the hands that the filters let through."""
    seats = filtered(
        HandSeat.objects.filter(player=player), filters.variant, filters.since, filters.until
    )
    return seats.filter(role=filters.role) if filters.role else seats


@dataclass(frozen=True, slots=True)
class Balance:
    """What a player has after each hand, oldest first: dates and totals in half points."""

    dates: tuple[datetime, ...]
    totals: tuple[int, ...]


def balance_of(player: Player, filters: Filters) -> Balance:
    """The running balance of a player. One statement."""
    rows = seats_of(player, filters).order_by("played_at", "hand_id")
    dates, totals, total = [], [], 0
    for when, halves in rows.values_list("played_at", "score_halves"):
        total += halves
        dates.append(when)
        totals.append(total)
    return Balance(tuple(dates), tuple(totals))


@dataclass(frozen=True, slots=True)
class Part:
    """Hands in one role and, where it is named, one contract: how many, won of those that were
    played for, half points."""

    role: str
    contract: str
    hands: int
    decided: int
    won: int
    score_halves: int

    @property
    def share(self) -> float | None:
        """The share won, from 0 to 1; None where nothing was decided."""
        return self.won / self.decided if self.decided else None

    @property
    def likely(self) -> tuple[float, float] | None:
        """Where the true share lies with 95 % (Wilson's interval); None where nothing was
        decided."""
        if self.share is None:
            return None
        square = Z_95**2 / self.decided
        middle = (self.share + square / 2) / (1 + square)
        spread = math.sqrt(self.share * (1 - self.share) * square + square**2 / 4) / (1 + square)
        return max(0.0, middle - spread), min(1.0, middle + spread)


@dataclass(frozen=True, slots=True)
class Played:
    """What a player has come to in one game: hands, won of those that were played for, half
    points."""

    variant: str
    hands: int
    decided: int
    won: int
    score_halves: int


def games_of(player: Player, filters: Filters) -> list[Played]:
    """The games of a player, the one most played first. One statement."""
    sums = seats_of(player, filters).order_by().values("variant").annotate(**_SUMS)
    rows = sums.values_list("variant", *_SUMS)
    return sorted((Played(*row) for row in rows), key=lambda game: -game.hands)


_SUMS = {
    "hands": Count("id"),
    "decided": Count("won"),
    "victories": Count("id", filter=Q(won=True)),
    "points": Sum("score_halves"),
}


def parts_of(player: Player, filters: Filters) -> list[Part]:
    """What a player has come to, role by role, each followed by its contracts from low to high.
    One statement."""
    groups = seats_of(player, filters).order_by().values("role", "contract")
    rows = groups.annotate(**_SUMS).values_list("role", "contract", *_SUMS)
    parts = sorted((Part(*row) for row in rows), key=_order)
    roles = dict.fromkeys(part.role for part in parts)
    return [part for role in roles for part in _with_whole(role, parts)]


def _with_whole(role: str, parts: Sequence[Part]) -> list[Part]:
    mine = [part for part in parts if part.role == role]
    whole = Part(
        role,
        "",
        sum(part.hands for part in mine),
        sum(part.decided for part in mine),
        sum(part.won for part in mine),
        sum(part.score_halves for part in mine),
    )
    return [whole, *(part for part in mine if part.contract)]


def _order(part: Part) -> tuple[int, int]:
    roles = [*HandSeat.Role.values, ""]
    bids = [bid.key for variant in VARIANTS for bid in variant.calls]
    return roles.index(part.role), bids.index(part.contract) if part.contract in bids else -1


def players_of(club: Club) -> QuerySet[Player]:
    """The players of a club by name, each with `played`, `score_halves`, `last_played`, and the
    only `game` played, None where there are several."""
    seats = HandSeat.objects.filter(player=OuterRef("pk")).order_by()
    sums = seats.values("player")
    newest = seats.order_by("-played_at").values("played_at")[:1]
    return club.players.annotate(
        played=Coalesce(Subquery(sums.annotate(n=Count("id")).values("n")), 0),
        score_halves=Coalesce(
            Subquery(sums.annotate(n=Sum("score_halves")).values("n")),
            0,
            output_field=IntegerField(),
        ),
        last_played=Subquery(newest),
        game=Subquery(
            sums.annotate(n=Count("variant", distinct=True), one=Max("variant"))
            .filter(n=1)
            .values("one")
        ),
    ).order_by("name", "id")


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
