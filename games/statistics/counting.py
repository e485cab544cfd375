"""What a player has come to, counted from the hands themselves: for filters for which no sums are
kept.

His own seats come one by one, since a streak and a balance have an order; who sat there with him is
added up by the database.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import (
    Case,
    Count,
    F,
    FilteredRelation,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)

from games.models import HandSeat, Player, Tally
from games.statistics.careers import Course
from games.statistics.facts import SeatFacts
from games.statistics.rating import Rating
from games.statistics.scope import Scope
from games.statistics.sides import TOGETHER
from games.statistics.tallies import Sums, of_the_seat

Kind = Tally.Kind
Counted = dict[tuple[str, str], Sums]  # by kind and key


class Told(NamedTuple):
    """The sums, the streaks, and when which hand brought how many half points, oldest first."""

    counted: Counted
    course: Course
    played: list[tuple[datetime, int, int]]


def count(player: Player, scope: Scope) -> Told:
    """Count the hands of a scope. Two statements."""
    mine = scope.seats_of(player).order_by()
    counted: Counted = defaultdict(Sums)
    course, played = Course(), []
    for when, hand, contract, players, seat in _own(mine):
        counted[Kind.WHOLE, ""].add(seat)
        for key in of_the_seat(seat, contract, players):
            counted[key].add(seat)
        course.go_on(seat, Rating(), counts=seat.won is not None)
        played.append((when, hand, seat.score))
    return Told(dict(counted) | _companions(player, mine), course, sorted(played))


def _own(mine: QuerySet[HandSeat]) -> Iterator[tuple[datetime, int, str, int, SeatFacts]]:
    """The player's seats in the order of the chain: when, which hand, its contract, how many played
    it, and what it brought."""
    first = FilteredRelation("hand__revisions", condition=Q(hand__revisions__revision=1))
    there = HandSeat.objects.filter(hand=OuterRef("hand")).order_by().values("hand")
    rows = (
        mine.annotate(first=first, players=Subquery(there.annotate(n=Count("seat")).values("n")))
        .order_by("first__number")
        .values_list(
            *("played_at", "hand_id", "contract", "players"),
            *("player_id", "role", "score_halves", "won", "place", "irregular"),
        )
    )
    for when, hand, contract, players, *facts in rows:
        yield when, hand, contract, players, SeatFacts(*facts)


def _companions(player: Player, mine: QuerySet[HandSeat]) -> Counted:
    """The sums by who sat on the same side and who on another, in hands that somebody won."""
    together = Q()
    for own, his in TOGETHER:
        together |= Q(role__in=own, hand__seats__role__in=his)
    taken, won = Q(role=HandSeat.Role.TAKER), Q(won=True)
    rows = (
        mine.filter(won__isnull=False)
        .annotate(
            other=F("hand__seats__player_id"),
            kind=Case(When(together, then=Value("with")), default=Value("against")),
        )
        .exclude(other=player.pk)
        .values_list("kind", "other")
        .annotate(
            all_hands=Count("pk"),
            all_decided=Count("pk"),
            all_won=Count("pk", filter=won),
            all_taken=Count("pk", filter=taken),
            all_made=Count("pk", filter=taken & won),
            all_irregular=Count("pk", filter=Q(irregular=True)),
            all_score_halves=Sum("score_halves"),
            all_best_halves=Max("score_halves"),
            all_worst_halves=Min("score_halves"),
        )
    )
    return {(Kind(kind), str(other)): Sums(*sums) for kind, other, *sums in rows}
