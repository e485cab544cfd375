"""Records of a club: who holds them, and the hand that made each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.models import Club, ClubRecord, HandSeat, RecordKind
from games.models.statistics import ALL_TIME
from games.rules import feats
from games.statistics.careers import Careers
from games.statistics.facts import HandFacts, SeatFacts
from games.statistics.game_rows import StatisticsTable


class RecordKey(NamedTuple):
    """Which record of a club in a game: the column that names its row."""

    kind: str


class Best(NamedTuple):
    """A record: its value (half points, hands or cards), who holds it, and in which hand. The names
    are those of the columns of ClubRecord."""

    value: int
    player_id: int
    hand_id: int


Records = dict[RecordKey, Best]
MatchTotals = dict[tuple[int, int], int]  # by match and player, half points

# Records that nobody likes to hold.
LOSSES = (RecordKind.HEAVIEST_LOSS, RecordKind.LOST_BY, RecordKind.LOST_IN_A_ROW)

TABLE = StatisticsTable(
    ClubRecord, RecordKey._fields, Best._fields, unique_fields=("club", "variant", "kind")
)


def hides_losses(club: Club) -> bool:
    """Whether a club shows none of `LOSSES`, nor what says the same of a single player."""
    return bool(club.league.get("hides_losses", False))


def broken(records: Records, hand: HandFacts, careers: Careers, totals: MatchTotals) -> Records:
    """The records that one more hand breaks.

    `careers` and `totals` are those after the hand. A record that is only equalled stays with its
    first holder.
    """
    new: Records = {}
    for kind, value, player in _candidates(hand, careers, totals):
        key = RecordKey(kind)
        best = new.get(key) or records.get(key)
        if best is None or abs(value) > abs(best.value):
            new[key] = Best(value, player, hand.hand)
    return new


def _candidates(
    hand: HandFacts, careers: Careers, totals: MatchTotals
) -> Iterator[tuple[str, int, int]]:
    yield from _of_the_hand(hand)
    for seat in hand.seats:
        total = totals[hand.match, seat.player]
        if total > 0:
            yield RecordKind.MATCH_TOTAL, total, seat.player
        if seat.won is None:
            continue
        streak = careers.states[seat.player, ALL_TIME].streak
        if streak > 0:
            yield RecordKind.WON_IN_A_ROW, streak, seat.player
        elif streak < 0:
            yield RecordKind.LOST_IN_A_ROW, -streak, seat.player


SLAMS = feats.bit_of(feats.SLAM) | feats.bit_of(feats.SLAM_ANNOUNCED)
LAST_TRICKS = feats.bit_of(feats.LAST_TRICK) | feats.bit_of(feats.LAST_TRICK_ANNOUNCED)


def _of_the_hand(hand: HandFacts) -> Iterator[tuple[str, int, int]]:
    """What may be a record in the hand itself: kind, value, player."""
    for seat in hand.seats:
        if seat.score > 0:
            yield RecordKind.HIGHEST_WIN, seat.score, seat.player
        elif seat.score < 0:
            yield RecordKind.HEAVIEST_LOSS, seat.score, seat.player
        if seat.role == HandSeat.Role.TAKER and hand.margin:
            kind = RecordKind.MADE_BY if hand.margin > 0 else RecordKind.LOST_BY
            yield kind, hand.margin, seat.player
        yield from _feats_of(seat)


def _feats_of(seat: SeatFacts) -> Iterator[tuple[str, int, int]]:
    """A slam, and trump 1 in the last trick, are ranked by the score of the hand and belong to the
    taker: where the defenders bring one off, all of them did. Cards are shown by whoever wins."""
    if seat.role == HandSeat.Role.TAKER and seat.won and seat.score > 0 and seat.feats:
        if seat.feats & SLAMS:
            yield RecordKind.BEST_SLAM, seat.score, seat.player
        if seat.feats & LAST_TRICKS:
            yield RecordKind.BEST_LAST_TRICK, seat.score, seat.player
    if seat.won and seat.shown:
        yield RecordKind.BEST_HANDFUL, seat.shown, seat.player


def load(hand: HandFacts) -> Records:
    """The records of the club in the game of a hand. One statement."""
    rows = ClubRecord.objects.filter(club=hand.club, variant=hand.variant)
    return {
        RecordKey(row["kind"]): Best(**{name: row[name] for name in Best._fields})
        for row in rows.values("kind", *Best._fields)
    }
