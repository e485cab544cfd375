"""Records of a club: who holds them, and the hand that made each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.models import Club, ClubRecord, HandSeat, RecordKind
from games.models.statistics import ALL_TIME
from games.rules import feats
from games.statistics.careers import Careers
from games.statistics.facts import HandFacts, SeatFacts, Turn
from games.statistics.game_rows import StatisticsTable
from games.statistics.sealed_hands import IN_ORDER


class RecordKey(NamedTuple):
    """Which record of a club in a game: the column that names its row."""

    kind: str


class Best(NamedTuple):
    """A record: its value (half points, hands or cards), its holder, the hand, and when."""

    value: int
    player_id: int
    hand_id: int
    turn: Turn


Records = dict[RecordKey, Best]
MatchTotals = dict[tuple[int, int], int]  # by match and player, half points

# Asked for with every hand that is counted: to find a member of an enumeration takes longer than
# what is done with it.
HIGHEST_WIN, HEAVIEST_LOSS, MADE_BY, LOST_BY, MATCH_TOTAL, WON_IN_A_ROW, LOST_IN_A_ROW = (
    RecordKey(kind)
    for kind in (
        *(RecordKind.HIGHEST_WIN, RecordKind.HEAVIEST_LOSS, RecordKind.MADE_BY, RecordKind.LOST_BY),
        *(RecordKind.MATCH_TOTAL, RecordKind.WON_IN_A_ROW, RecordKind.LOST_IN_A_ROW),
    )
)
TAKER = str(HandSeat.Role.TAKER)

# Records that nobody likes to hold.
LOSSES = (RecordKind.HEAVIEST_LOSS, RecordKind.LOST_BY, RecordKind.LOST_IN_A_ROW)

TABLE = StatisticsTable(
    ClubRecord,
    RecordKey._fields,
    ("value", "player_id", "hand_id"),
    unique_fields=("club", "variant", "kind"),
)


def hides_losses(club: Club) -> bool:
    """Return whether a club shows none of `LOSSES`, nor the equivalent for a single player."""
    return bool(club.league.get("hides_losses", False))


def broken(records: Records, hand: HandFacts, careers: Careers, totals: MatchTotals) -> Records:
    """Return the records that one more hand breaks.

    `careers` and `totals` are those after the hand. A record that is only equalled belongs to who
    played first.
    """
    new: Records = {}
    for key, value, player in _candidates(hand, careers, totals):
        best = new.get(key) or records.get(key)
        if (
            best is None
            or abs(value) > abs(best.value)
            or (abs(value) == abs(best.value) and hand.turn < best.turn)
        ):
            new[key] = Best(value, player, hand.hand, hand.turn)
    return new


Candidates = Iterator[tuple[RecordKey, int, int]]  # which record, value, player


def _candidates(hand: HandFacts, careers: Careers, totals: MatchTotals) -> Candidates:
    yield from _of_the_hand(hand)
    for seat in hand.seats:
        player = seat.player
        total = totals[hand.match, player]
        if total > 0:
            yield MATCH_TOTAL, total, player
        if seat.won is None:
            continue
        streak = careers.states[player, ALL_TIME].streak
        if streak > 0:
            yield WON_IN_A_ROW, streak, player
        elif streak < 0:
            yield LOST_IN_A_ROW, -streak, player


SLAMS = feats.bit_of(feats.SLAM) | feats.bit_of(feats.SLAM_ANNOUNCED)
LAST_TRICKS = feats.bit_of(feats.LAST_TRICK) | feats.bit_of(feats.LAST_TRICK_ANNOUNCED)


def _of_the_hand(hand: HandFacts) -> Candidates:
    """Yield what may be a record in the hand itself."""
    for seat in hand.seats:
        if seat.score > 0:
            yield HIGHEST_WIN, seat.score, seat.player
        elif seat.score < 0:
            yield HEAVIEST_LOSS, seat.score, seat.player
        if seat.role == TAKER and hand.margin:
            yield (MADE_BY if hand.margin > 0 else LOST_BY), hand.margin, seat.player
        if seat.won and (seat.feats or seat.shown):
            yield from _feats_of(seat)


def _feats_of(seat: SeatFacts) -> Candidates:
    """Yield the feats of a winner.

    A slam, and trump 1 in the last trick, are ranked by the score of the hand and belong to the
    taker: if the defenders achieve one, all of them do. Shown cards belong to the player who shows
    them and wins.
    """
    if seat.role == TAKER and seat.score > 0 and seat.feats:
        if seat.feats & SLAMS:
            yield RecordKey(RecordKind.BEST_SLAM), seat.score, seat.player
        if seat.feats & LAST_TRICKS:
            yield RecordKey(RecordKind.BEST_LAST_TRICK), seat.score, seat.player
    if seat.shown:
        yield RecordKey(RecordKind.BEST_HANDFUL), seat.shown, seat.player


def load(club: int, variant: str) -> Records:
    """Return the records of a club in a game. One statement."""
    rows = ClubRecord.objects.filter(club=club, variant=variant)
    columns = ("kind", *TABLE.values, *IN_ORDER)
    return {
        RecordKey(kind): Best(value, player, hand, tuple(turn))
        for kind, value, player, hand, *turn in rows.values_list(*columns)
    }
