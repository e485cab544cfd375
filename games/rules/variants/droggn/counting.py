"""Droggn, the card points: pack and values (sheet 2.3), what the declarer has (2.8.6, 2.10.1)."""

from __future__ import annotations

from games.rules.cards import ALL, HONOURS, JACKS, KINGS, KNIGHTS, QUEENS
from games.rules.game import counting
from games.rules.game.counting import Haul, Sides
from games.rules.game.packs import Pack, worths
from games.rules.game.scoring import Standing
from games.rules.hand.knowledge import laid_away
from games.rules.hand.state import State
from games.rules.variants.droggn.exchange import owner_of_stock
from games.rules.variants.droggn.play import bids_slam

BLACK, RED = (0, 3), (1, 2)


def _ranks_in(suits: tuple[int, ...], ranks: range) -> int:
    """The cards (mask) of these ranks, ace 0, in these suits."""
    return sum(1 << 14 * suit + rank for suit in suits for rank in ranks)


# 2.3.1: 66 cards, without the three lowest of each suit: black ace to 3, red 8 to 10 (2.3.2).
CARDS = ALL & ~_ranks_in(BLACK, range(3)) & ~_ranks_in(RED, range(7, 10))
# 2.3.4, 2.3.5: three cards together count their values less 2, so a card counts thirds: 5 - 2/3 is 13 of them.
PACK = Pack(
    cards=CARDS,
    honours=HONOURS,
    worth=worths(CARDS, 1, (KINGS | HONOURS, 13), (QUEENS, 10), (KNIGHTS, 7), (JACKS, 4)),
    unit=3,
)
# 2.10.3: points count from here, half of the 74.
HALF = 37


def sides(state: State) -> Sides | None:
    """The declarer, the defenders; None where nobody bid."""
    if state.taker is None:
        return None
    return (state.taker,), tuple(seat for seat in range(state.n) if seat != state.taker)


def fool_in_last_trick(state: State, found: Sides, own: int, won: int) -> int:
    """2.8.6e (`fool_last`): whose a fool in the last trick is: its side's, or the winner's."""
    return own if state.options["fool_last"] == "kept" else won


def haul_of(state: State, found: Sides) -> Haul | None:
    """2.10.1: tricks, discard or stock, the fool back with its side; None where what is unknown decides."""
    owner = owner_of_stock(state)
    laid = counting.laid_away_by_now(state, found, owner)
    if laid is None:
        return None
    if bids_slam(state) and owner == 0 and laid_away(state) is None:
        return None
    return counting.count(state, found, laid, owner, fool_in_last_trick)


def standing(state: State) -> Standing | None:
    """2.10.1, 2.10.2: the points so far, and what the declarer needs; a slam is not about points (2.8.7)."""
    found = sides(state)
    if found is None or bids_slam(state):
        return None
    needed = int(state.options["points_to_win"])
    return counting.standing(
        state, found, owner_of_stock(state), fool_in_last_trick, lambda honours: needed, (needed,)
    )
