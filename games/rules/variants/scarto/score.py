"""Scarto: the Fool's settlement (E19 to E21) and what a hand comes to (E22 to E24)."""

from __future__ import annotations

from functools import partial

from games.rules.cards import FOOL, FOOL_CARD
from games.rules.game.scoring import Settlement, Sheet, Swap, cheapest, claimed, play_of, tricks_of
from games.rules.hand.knowledge import fools_player, laid_away
from games.rules.hand.state import State
from games.rules.variants.scarto.lines import AVERAGE, Tally, lines


def settle(state: State) -> Settlement | None:
    """The scored hand; None after a claim where it is not known what was laid away, or who has the Fool.

    Where the dealer claims, what was laid away need not be known: all of it is the dealer's.
    """
    laid = laid_away(state)
    if laid is None and state.claim != state.dealer:
        return None
    swap = None
    if not ((laid or 0) | state.shown) & FOOL:
        player = fools_player(state)
        if player is None:
            return None
        swap = _swap(state, player, laid or 0)
    tally = _tally(state, laid, swap)
    return Settlement(
        tuple((seat,) for seat in range(state.n)),
        tuple(2 * points for points in tally.points),
        tally.scores,
        Sheet(partial(lines, tally)),
    )


def _swap(state: State, player: int, laid: int) -> Swap | None:
    """E19, E20: what is given for the Fool at the end of the hand.

    None where its player has won it anyway. One that was still out, or on the table, at a claim counts as
    played to a trick that was claimed (E21).
    """
    played = play_of(state, FOOL_CARD)
    trick = len(state.winners) if played is None else played // state.n
    winner = state.winners[trick] if trick < len(state.winners) else state.claim
    if winner is None or winner == player:
        return None
    return Swap(player, winner, cheapest(state.pack, _gathered(state, player, laid)))


def _gathered(state: State, seat: int, laid: int) -> int:
    """The cards (mask) before a seat as they lay: its tricks, those that it claimed, the dealer's discard."""
    own = state.taken[seat] | (laid if seat == state.dealer else 0)
    return own | (claimed(state, laid) if state.claim == seat else 0)


def _tally(state: State, laid: int | None, swap: Swap | None) -> Tally:
    """E22 to E24: what lies before each seat, what the Fool moves, and the score against the average."""
    pack = state.pack
    aside = None if laid is None else pack.points(laid) // 2
    lay = [pack.points(_gathered(state, seat, laid or 0)) // 2 for seat in range(state.n)]
    points = list(lay)
    if swap is not None and swap.given is not None:
        moved = (pack.worth[FOOL_CARD] - pack.worth[swap.given]) // pack.unit
        points[swap.player] += moved
        points[swap.winner] -= moved
    tricks = [tricks_of(state, (seat,)) for seat in range(state.n)]
    scores = tuple(own - AVERAGE for own in points)
    return Tally(state, swap, tricks, lay, aside, points, scores)
