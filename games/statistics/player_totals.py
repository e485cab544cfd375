"""A player's totals: read from the stored sums, or, where filters need it, counted from hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Length
from django.utils import timezone

from games.models import Career, Player, Tally, TallyKind
from games.models.statistics import ALL_TIME
from games.statistics.careers import CareerState, kept_careers
from games.statistics.counting import SumsByKey, count
from games.statistics.figures import Sums, kept_sums, over_seats
from games.statistics.periods import DAY, MONTH, last_day
from games.statistics.scope import HandScope
from games.statistics.sealed_hands import IN_ORDER

# Up to this many hands a balance is drawn hand by hand or day by day; above, month by month.
BY_HAND, BY_DAY = 400, 4_000
NAMED = {"day": DAY, "month": MONTH}  # how long the name of a period is, by step


class Point(NamedTuple):
    """A point of a balance: its last day, the hands so far, and the half points after them."""

    day: date
    hands: int
    total: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player's totals in one game; `career` has the streaks and, over all time, the rating.

    `balance` is a list of points, oldest first: one for each hand, day or month (`step`).
    """

    sums: SumsByKey = field(default_factory=dict)
    career: CareerState = field(default_factory=CareerState)
    balance: tuple[Point, ...] = ()
    step: str = "hand"

    @property
    def whole(self) -> Sums:
        """Return the sums over all hands."""
        return self.sums.get((TallyKind.WHOLE, ""), Sums())

    def of_kind(self, kind: str) -> dict[str, Sums]:
        return {key: sums for (one, key), sums in self.sums.items() if one == kind}


def statistics_of(player: Player, scope: HandScope) -> Statistics:
    """Return a player's totals over the hands of a scope, which must name a game."""
    return from_sums(player, scope) if scope.is_counted else from_hands(player, scope)


def from_sums(player: Player, scope: HandScope) -> Statistics:
    """Read the same from the stored sums. Only for a scope that `is_counted`."""
    rows = Tally.objects.filter(player=player, variant=scope.variant, period=scope.period)
    sums = _by_key(rows)
    careers = Career.objects.filter(player=player, variant=scope.variant, period=scope.period)
    career = next((state for _key, state in kept_careers(careers)), CareerState())
    step = step_for(sums.get((TallyKind.WHOLE, ""), Sums()).hands)
    balance = balance_by_hand(player, scope) if step == "hand" else _balance(player, scope, step)
    return Statistics(sums, career, balance, step)


def _by_key(tallies: QuerySet[Tally]) -> SumsByKey:
    return {(kind, key): sums for (kind, key), sums in kept_sums(tallies, "kind", "key")}


def step_for(hands: int) -> str:
    """Return how a balance over that number of hands is drawn: by "hand", "day" or "month"."""
    return "hand" if hands <= BY_HAND else "day" if hands <= BY_DAY else "month"


def balance_by_hand(player: Player, scope: HandScope) -> tuple[Point, ...]:
    """Return the balance after each hand, in the order in which they were played. One statement."""
    rows = scope.seats_of(player).order_by(*IN_ORDER)
    scores = rows.values_list("played_at", "score_halves")
    return _added_up((timezone.localdate(when), 1, score) for when, score in scores)


def _balance(player: Player, scope: HandScope, step: str) -> tuple[Point, ...]:
    """Return the balance at the end of each day or month. One statement."""
    rows = Tally.objects.filter(
        player=player,
        variant=scope.variant,
        kind=TallyKind.WHOLE,
        period__startswith=scope.period,
    )
    rows = rows.alias(size=Length("period")).filter(size=NAMED[step])
    months_or_days = rows.order_by("period").values_list("period", "hands", "score_halves")
    return _added_up((last_day(period), hands, score) for period, hands, score in months_or_days)


def _added_up(changes: Iterable[tuple[date, int, int]]) -> tuple[Point, ...]:
    points, hands, total = [], 0, 0
    for day, more, change in changes:
        hands, total = hands + more, total + change
        points.append(Point(day, hands, total))
    return tuple(points)


def _thinned(points: Iterable[Point], step: str) -> tuple[Point, ...]:
    """Return the last point of each day, or of each month, dated at the end of the month."""
    if step == "hand":
        return tuple(points)
    last = {point.day.isoformat()[: NAMED[step]]: point for point in points}
    return tuple(point._replace(day=last_day(period)) for period, point in last.items())


def from_hands(player: Player, scope: HandScope) -> Statistics:
    """Count the same from the hands themselves. Two statements."""
    hands = count(player, scope)
    balance = _added_up((timezone.localdate(when), 1, score) for when, _hand, score in hands.played)
    step = step_for(len(balance))
    return Statistics(hands.sums, hands.career, _thinned(balance, step), step)


def club_sums(player: Player, scope: HandScope) -> SumsByKey:
    """Return the club's sums by role, contract and seat, in a scope's game and year."""
    period = scope.period if scope.is_counted else ALL_TIME
    return _by_key(
        Tally.objects.filter(club=player.club_id, player=None, variant=scope.variant, period=period)
    )


def careers_of(player: Player, variant: str) -> dict[str, CareerState]:
    """Return rating and streaks of a player in a game, by period, oldest first. One statement."""
    rows = Career.objects.filter(player=player, variant=variant).order_by("period")
    return {period: state for (period,), state in kept_careers(rows, "period")}


def games_of(player: Player, scope: HandScope | None = None) -> dict[str, Sums]:
    """Return a player's games in a scope with their sums, the one with most hands first."""
    scope = scope or HandScope()
    if scope.is_counted:
        rows = Tally.objects.filter(player=player, period=scope.period, kind=TallyKind.WHOLE)
        games = kept_sums(rows, "variant")
    else:
        games = over_seats(scope.seats_of(player), "variant")
    by_hands = sorted(games, key=lambda game: (-game[1].hands, game[0]))
    return {variant: sums for (variant,), sums in by_hands}
