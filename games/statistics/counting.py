"""A player's totals counted from the hands themselves, for filters without stored sums.

The player's own seats are read one by one, since streaks and balances depend on their order. The
database adds up the companions.
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
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)

from games.models import HandSeat, Player, TallyKind
from games.statistics.careers import CareerState
from games.statistics.facts import SeatFacts
from games.statistics.figures import Sums, of_seat, over_seats, total
from games.statistics.scope import HandScope
from games.statistics.sealed_hands import IN_ORDER, OF_THE_SEAT
from games.statistics.sides import TOGETHER
from games.statistics.tallies import of_the_seat

SumsByKey = dict[tuple[str, str], Sums]  # kind and key


class CountedHands(NamedTuple):
    """The sums, the streaks, and the half points of each hand with its time, oldest first."""

    sums: SumsByKey
    career: CareerState
    played: list[tuple[datetime, int, int]]


def count(player: Player, scope: HandScope) -> CountedHands:
    """Count the hands of a scope. Two statements."""
    mine = scope.seats_of(player).order_by()
    brought: dict[tuple[str, str], list[Sums]] = defaultdict(list)
    career, played = CareerState(), []
    for when, hand, contract, players, seat in _own(mine):
        sums = of_seat(seat)
        brought[TallyKind.WHOLE, ""].append(sums)
        for key in of_the_seat(seat, contract, players):
            brought[key].append(sums)
        career.count(won=seat.won)
        played.append((when, hand, seat.score))
    own = {key: total(sums) for key, sums in brought.items()}
    return CountedHands(own | _companions(player, mine), career, played)


def _own(mine: QuerySet[HandSeat]) -> Iterator[tuple[datetime, int, str, int, SeatFacts]]:
    """Yield the player's seats in the order of play.

    Each has the time, the hand, its contract, the number of its players, and the result of the
    seat.
    """
    there = HandSeat.objects.filter(hand=OuterRef("hand")).order_by().values("hand")
    rows = (
        mine.annotate(players=Subquery(there.annotate(n=Count("seat")).values("n")))
        .order_by(*IN_ORDER)
        .values_list("played_at", "hand_id", "contract", "players", *OF_THE_SEAT)
    )
    for when, hand, contract, players, *facts in rows:
        yield when, hand, contract, players, SeatFacts(*facts)


def _companions(player: Player, mine: QuerySet[HandSeat]) -> SumsByKey:
    """Return the sums by companion, on the same and on another side, of hands that were won."""
    together = Q()
    for own, theirs in TOGETHER:
        together |= Q(role__in=own, hand__seats__role__in=theirs)
    kind = Case(
        When(together, then=Value(str(TallyKind.WITH))), default=Value(str(TallyKind.AGAINST))
    )
    rows = (
        mine.filter(won__isnull=False)
        .annotate(other=F("hand__seats__player_id"), kind=kind)
        .exclude(other=player.pk)
    )
    return {(kind, str(other)): sums for (kind, other), sums in over_seats(rows, "kind", "other")}
