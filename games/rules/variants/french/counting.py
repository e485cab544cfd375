"""French Tarot, what each side has: partner, the Excuse after the trick (1.10), card points and bouts (1.3, 1.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.cards import FOOL, FOOL_CARD, HONOURS, cards_of
from games.rules.knowledge import hands_left, laid_away
from games.rules.scoring import Standing, claimed, play_of, won_by
from games.rules.state import State

# 1.11.2: what the taker's side needs with 0, 1, 2, 3 bouts.
TARGETS = (56, 51, 41, 36)
# 1.11.4: what every contract is worth before the margin.
BASE = 25
# 1.10.1: four points and the bout move with the Excuse.
FOOL_MOVES = 8

Side = tuple[int, ...]


def sides(state: State) -> tuple[Side, Side] | None:
    """The taker (and partner), the others; None while the partner is not known (1.6.4, fine points 7 and 22)."""
    if state.taker is None:
        return None
    partner = find_partner(state)
    if partner is None:
        return None
    with_taker = [state.taker] if partner == state.taker else [state.taker, partner]
    others = [seat for seat in range(state.n) if seat not in with_taker]
    return tuple(with_taker), tuple(others)


def find_partner(state: State) -> int | None:
    """The seat of the called card; the taker's own where he plays alone (1.6.3, 1.6.5); None while unknown."""
    if state.called is None:
        return state.taker
    bit = 1 << state.called
    if bit & (state.stock or 0) or bit & (
        state.dealt[state.taker] or 0 if state.taker is not None else 0
    ):
        return state.taker
    place, where = state.place_of(state.called)
    if place == "played" and where is not None:
        return state.seat_of_play(where)
    if place == "hand":
        return where
    nobody = not any(state.may[seat] & bit for seat in range(state.n) if seat != state.taker)
    if nobody or place in ("stock", "discard") or len(state.winners) == state.tricks_in_all:
        return state.taker
    return None


def won_all_before(state: State, side: Sequence[int]) -> bool:
    """Whether a side has won every trick before the last."""
    return all(winner in side for winner in state.winners[: state.tricks_in_all - 1])


def fool_takes_last_trick(state: State) -> int:
    """1.10.6: the Excuse wins the last trick if its player's side has won all earlier ones."""
    played = play_of(state, FOOL_CARD)
    found = (
        sides(state)
        if played is not None and played // state.n == state.tricks_in_all - 1
        else None
    )
    if played is None or found is None:
        return state.winners[-1]
    player = state.seat_of_play(played)
    own = found[0] if player in found[0] else found[1]
    return player if won_all_before(state, own) else state.winners[-1]


class Haul(NamedTuple):
    """What the taker's side has at the end, in half points: from tricks, from the discard or dog, by the Excuse
    changing hands; and its bouts (mask)."""

    tricks: int
    laid: int
    fool: int
    bouts: int

    @property
    def halves(self) -> int:
        """The card points of the taker's side, in half points."""
        return self.tricks + self.laid + self.fool


def laid_away_by_now(state: State) -> int | None:
    """The discard or dog (mask) where it is known; 0 where it goes to the same side as the claimed tricks."""
    laid = laid_away(state)
    if laid is not None or state.claim is None:
        return laid
    return 0 if _claimed_by_owner(state) else None


def _claimed_by_owner(state: State) -> bool:
    """Whether discard or dog and the claimed tricks go to the same side."""
    found = sides(state)
    return found is not None and state.claim in found[owner_of_stock(state)]


def owner_of_stock(state: State) -> int:
    """Whose the discard or dog is (1.7.1 to 1.7.3): 0 the taker's side, 1 the defence."""
    return 1 if state.contract is not None and state.contract.stock == "other" else 0


def count(state: State, found: tuple[Side, Side], laid: int) -> Haul | None:
    """What the taker's side has won; None where the Excuse's holder is not known."""
    pack, takers = state.variant.pack, found[0]
    won = won_by(state, takers)
    halves, bouts = pack.points(won), won & HONOURS
    if state.claim is not None and state.claim in takers:
        rest = claimed(state, laid)
        halves, bouts = halves + pack.points(rest), bouts | rest & HONOURS
    aside = laid if owner_of_stock(state) == 0 else 0
    moved = _fool_moves(state, found, laid)
    if moved is None:
        return None
    bouts |= aside & HONOURS
    if moved:
        bouts = bouts | FOOL if moved > 0 else bouts & ~FOOL
    return Haul(halves, pack.points(aside), moved, bouts)


def _fool_moves(state: State, found: tuple[Side, Side], laid: int) -> int | None:
    """1.10: the half points that the Excuse brings to (+) or takes from (-) the taker's side."""
    played = play_of(state, FOOL_CARD)
    if played is None:
        return _unplayed_fool(state, found, laid)
    player, trick = state.seat_of_play(played), played // state.n
    own = 0 if player in found[0] else 1
    if trick >= len(state.winners):
        return _moves(won=_side_of(found, state.claim), goes=own)
    won = _side_of(found, state.winners[trick])
    if trick < state.tricks_in_all - 1 or state.winners[trick] == player:
        return _moves(won=won, goes=own)
    slam_against = won != own and won_all_before(state, found[1 - own])
    if slam_against and state.options["fool_last_in_slam"] == "stays":
        return _moves(won=won, goes=own)
    return _moves(won=won, goes=1 - own)


def _unplayed_fool(state: State, found: tuple[Side, Side], laid: int) -> int | None:
    if (laid | state.shown) & FOOL:
        return 0
    holder = next((seat for seat, held in enumerate(hands_left(state)) if held & FOOL), None)
    if holder is None:
        return None
    return _moves(won=_side_of(found, state.claim), goes=_side_of(found, holder))


def _side_of(found: tuple[Side, Side], seat: int | None) -> int:
    return 0 if seat in found[0] else 1


def _moves(*, won: int, goes: int) -> int:
    """Half points for the taker's side (0) when the Excuse goes from the side that won the trick to another."""
    if won == goes:
        return 0
    return FOOL_MOVES if goes == 0 else -FOOL_MOVES


def standing(state: State) -> Standing | None:
    """The card points so far (1.3.4, 1.10.1), and what the taker's side needs with its bouts (1.11.2)."""
    if state.taker is None:
        return None
    others = tuple(seat for seat in range(state.n) if seat != state.taker)
    found = sides(state) or ((state.taker,), others)
    laid = state.discard if state.exchanged else state.stock
    pack, won = state.variant.pack, [won_by(state, side) for side in found]
    halves = [pack.points(cards) for cards in won]
    halves[owner_of_stock(state)] += pack.points(laid or 0)
    bouts = {card: owner_of_stock(state) for card in cards_of((laid or 0) & HONOURS)}
    for side, cards in enumerate(won):
        bouts |= dict.fromkeys(cards_of(cards & HONOURS), side)
    if FOOL_CARD in bouts and not state.live & FOOL:
        moved = _fool_moves(state, found, 0) or 0
        halves = [halves[0] + moved, halves[1] - moved]
        bouts[FOOL_CARD] = 0 if moved > 0 else 1 if moved < 0 else bouts[FOOL_CARD]
    needed = TARGETS[sum(1 for side in bouts.values() if side == 0)]
    return Standing(halves[0], halves[1], tuple(sorted(bouts.items())), needed, TARGETS)
