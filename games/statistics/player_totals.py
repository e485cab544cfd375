"""What a player has come to, for his page: read from the sums that are kept, or counted hand by
hand.

Both ways give the same value; the second is for filters for which no sums are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, Q, Sum
from django.db.models.functions import Length
from django.utils import timezone

from games.models import Career, Player, Tally
from games.models.statistics import ALL_TIME
from games.statistics.careers import COLUMNS as COURSE
from games.statistics.careers import Course
from games.statistics.counting import Counted, count
from games.statistics.periods import DAY, MONTH, days_of
from games.statistics.scope import Scope
from games.statistics.tallies import COLUMNS, Sums

Kind = Tally.Kind

# A balance is drawn hand by hand up to so many hands, day by day up to so many, else by months.
BY_HAND, BY_DAY = 400, 4_000
NAMED = {"day": DAY, "month": MONTH}  # how long the name of a period is, by step


class Point(NamedTuple):
    """A point of a balance: the day it ends, hands counted up to it, and half points after them."""

    day: date
    hands: int
    total: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a player has come to in one game; `course` has his streaks and, over all time, the
    rating.

    `balance` goes from point to point, oldest first: a point a hand, a day or a month (`step`).
    """

    counted: Counted = field(default_factory=dict)
    course: Course = field(default_factory=Course)
    balance: tuple[Point, ...] = ()
    step: str = "hand"

    @property
    def whole(self) -> Sums:
        """The sums over all hands."""
        return self.counted.get((Kind.WHOLE, ""), Sums())

    def of_kind(self, kind: str) -> dict[str, Sums]:
        """The sums of a kind, by key."""
        return {key: sums for (one, key), sums in self.counted.items() if one == kind}


def statistics_of(player: Player, scope: Scope) -> Statistics:
    """What a player has come to in the hands of a scope, which names the game. Three statements
    where sums are kept, two where hands are counted."""
    return kept(player, scope) if scope.is_counted else told(player, scope)


def kept(player: Player, scope: Scope) -> Statistics:
    """The same, from the sums that are kept. Only for a scope that `is_counted`."""
    rows = Tally.objects.filter(player=player, variant=scope.variant, period=scope.period)
    counted = _sums(rows.values_list("kind", "key", *COLUMNS))
    careers = Career.objects.filter(player=player, variant=scope.variant, period=scope.period)
    course = next((Course(*row) for row in careers.values_list(*COURSE)), Course())
    step = step_for(counted.get((Kind.WHOLE, ""), Sums()).hands)
    balance = balance_by_hand(player, scope) if step == "hand" else _balance(player, scope, step)
    return Statistics(counted, course, balance, step)


def step_for(hands: int) -> str:
    """How the balance over so many hands is drawn: by "hand", "day" or "month"."""
    return "hand" if hands <= BY_HAND else "day" if hands <= BY_DAY else "month"


def _sums(rows: Iterable[tuple[Any, ...]]) -> Counted:
    return {(kind, key): Sums(*values) for kind, key, *values in rows}


def balance_by_hand(player: Player, scope: Scope) -> tuple[Point, ...]:
    """The balance after each hand, in the order in which they were played. One statement."""
    rows = scope.seats_of(player).order_by("played_at", "hand_id")
    scores = rows.values_list("played_at", "score_halves")
    return _added_up((timezone.localdate(when), 1, score) for when, score in scores)


def _balance(player: Player, scope: Scope, step: str) -> tuple[Point, ...]:
    """The balance at the end of each day or month. One statement."""
    rows = Tally.objects.filter(
        player=player,
        variant=scope.variant,
        kind=Kind.WHOLE,
        period__startswith=scope.period,
    )
    rows = rows.alias(size=Length("period")).filter(size=NAMED[step])
    found = rows.order_by("period").values_list("period", "hands", "score_halves")
    return _added_up((last_day(period), hands, score) for period, hands, score in found)


def last_day(period: str) -> date:
    """The last day of a month, or the day itself."""
    _first, last = days_of(period)
    return last or date.max


def _added_up(changes: Iterable[tuple[date, int, int]]) -> tuple[Point, ...]:
    points, hands, total = [], 0, 0
    for day, more, change in changes:
        hands, total = hands + more, total + change
        points.append(Point(day, hands, total))
    return tuple(points)


def _thinned(points: Iterable[Point], step: str) -> tuple[Point, ...]:
    """The last point of each day, or of each month as of its last day."""
    if step == "hand":
        return tuple(points)
    last = {point.day.isoformat()[: NAMED[step]]: point for point in points}
    return tuple(point._replace(day=last_day(period)) for period, point in last.items())


def told(player: Player, scope: Scope) -> Statistics:
    """The same, counted from the hands themselves. Two statements."""
    found = count(player, scope)
    days = ((timezone.localdate(when), 1, score) for when, _hand, score in found.played)
    balance = _added_up(days)
    step = step_for(len(balance))
    return Statistics(found.counted, found.course, _thinned(balance, step), step)


def club_sums(player: Player, scope: Scope) -> Counted:
    """The sums of the whole club in the game of a scope, in its year where it names one, by role,
    contract and seat. One statement."""
    period = scope.period if scope.is_counted else ALL_TIME
    rows = Tally.objects.filter(
        club=player.club_id, player=None, variant=scope.variant, period=period
    )
    return _sums(rows.values_list("kind", "key", *COLUMNS))


def careers_of(player: Player, variant: str) -> dict[str, Course]:
    """Rating and streaks of a player in a game, by period, oldest first. One statement."""
    rows = Career.objects.filter(player=player, variant=variant).order_by("period")
    return {period: Course(*row) for period, *row in rows.values_list("period", *COURSE)}


def games_of(player: Player, scope: Scope | None = None) -> dict[str, Sums]:
    """The games of a player, the one most played first, with his sums in the hands of a scope that
    names none. Where hands have to be counted, only hands, won ones and points. One statement."""
    scope = scope or Scope()
    if scope.is_counted:
        rows = Tally.objects.filter(player=player, period=scope.period, kind=Kind.WHOLE)
        found = rows.order_by("-hands", "variant").values_list("variant", *COLUMNS)
        return {variant: Sums(*values) for variant, *values in found}
    seats = scope.seats_of(player).order_by().values("variant")
    counted = seats.annotate(
        hands=Count("pk"),
        decided=Count("won"),
        victories=Count("pk", filter=Q(won=True)),
        points=Sum("score_halves"),
    )
    return {
        game["variant"]: Sums(
            game["hands"], game["decided"], game["victories"], score_halves=game["points"]
        )
        for game in counted.order_by("-hands", "variant")
    }
