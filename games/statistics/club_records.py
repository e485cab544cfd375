"""Records of a club: who holds them, and the hand that made each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.models import ClubRecord, HandSeat
from games.models.statistics import ALL_TIME
from games.statistics.careers import Careers
from games.statistics.facts import HandFacts
from games.statistics.upsert import Upsert

Kind = ClubRecord.Kind


class Best(NamedTuple):
    """A record: how much (half points, or hands), by whom, in which hand."""

    value: int
    player: int
    hand: int


Records = dict[str, Best]
MatchTotals = dict[tuple[int, int], int]  # by match and player, half points


def go_on(records: Records, hand: HandFacts, careers: Careers, totals: MatchTotals) -> set[str]:
    """Take one more hand into the records; give the kinds that it changed.

    `careers` and `totals` are those after the hand. A record stays with whoever had it first.
    """
    changed = set()
    for kind, value, player in _candidates(hand, careers, totals):
        best = records.get(kind)
        if best is None or abs(value) > abs(best.value):
            records[kind] = Best(value, player, hand.hand)
            changed.add(kind)
    return changed


def _candidates(
    hand: HandFacts, careers: Careers, totals: MatchTotals
) -> Iterator[tuple[str, int, int]]:
    yield from of_the_hand(hand)
    for seat in hand.seats:
        total = totals[hand.match, seat.player]
        if total > 0:
            yield Kind.MATCH_TOTAL, total, seat.player
        streak = careers[seat.player, ALL_TIME].streak if seat.won is not None else 0
        if streak > 0:
            yield Kind.WON_IN_A_ROW, streak, seat.player
        elif streak < 0:
            yield Kind.LOST_IN_A_ROW, -streak, seat.player


def of_the_hand(hand: HandFacts) -> Iterator[tuple[str, int, int]]:
    """What may be a record in the hand alone: kind, how much, whose."""
    for seat in hand.seats:
        if seat.score > 0:
            yield Kind.HIGHEST_WIN, seat.score, seat.player
        elif seat.score < 0:
            yield Kind.HEAVIEST_LOSS, seat.score, seat.player
        if seat.role == HandSeat.Role.TAKER and hand.margin:
            yield Kind.MADE_BY if hand.margin > 0 else Kind.LOST_BY, hand.margin, seat.player


def load(hand: HandFacts) -> Records:
    """The records of the club in the game of a hand. One statement."""
    rows = ClubRecord.objects.filter(club=hand.club, variant=hand.variant)
    found = rows.values_list("kind", "value", "player_id", "hand_id")
    return {kind: Best(*best) for kind, *best in found}


def row_of(club: int, variant: str, kind: str, best: Best) -> tuple[object, ...]:
    """A row of the table, in the order of COLUMNS."""
    return (club, variant, kind, best.value, best.player, best.hand)


COLUMNS = ("club_id", "variant", "kind", "value", "player_id", "hand_id")


UPSERT = Upsert(ClubRecord, COLUMNS, ("club_id", "variant", "kind"), {})
