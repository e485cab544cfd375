"""Le Jeu de Taros: the Fool's settlement (A18 to A22) and what a hand comes to (A23 to A25)."""

from __future__ import annotations

from functools import partial

from games.rules.cards import FOOL, FOOL_CARD
from games.rules.game.scoring import (
    Line,
    Settlement,
    Sheet,
    Swap,
    cheapest,
    claimed,
    pile,
    play_of,
    tricks_of,
)
from games.rules.hand.knowledge import fools_player, laid_away
from games.rules.hand.state import State
from games.rules.variants.taros_1659.lines import Tally, left_open, lines, told


def settle(state: State) -> Settlement | None:
    """The scored hand; None after a claim where it is not known which cards were left, or who has the Fool."""
    undealt = laid_away(state)
    if undealt is None:
        return None
    swap = None
    if state.options["fool_mode"] == "excuse" and not undealt & FOOL:
        player = fools_player(state)
        if player is None:
            return None
        swap = _swap(state, player, undealt)
    tally = _tally(state, undealt, swap)
    return Settlement(
        tuple((seat,) for seat in range(state.n)),
        tuple(2 * points for points in tally.points),
        tally.scores,
        Sheet(partial(lines, tally)),
    )


def _swap(state: State, player: int, undealt: int) -> Swap | None:
    """A18 to A20: what is given for the Fool, from the tricks won before (`fool_settlement`: or in all the hand).

    None where a claim brings the Fool to its own player. A Fool that was still out, or on the table, at the claim
    counts as played to a trick that was claimed.
    """
    played = play_of(state, FOOL_CARD)
    trick = len(state.winners) if played is None else played // state.n
    winner = state.winners[trick] if trick < len(state.winners) else state.claim
    if winner is None or winner == player:
        return None
    if state.options["fool_settlement"] == "immediate":
        own = pile(state, player, trick)
    else:
        own = _gathered(state, player, undealt)
    return Swap(player, winner, cheapest(state.pack, own))


def fool_told(state: State) -> Line | None:
    """What becomes of the Fool, when that is settled: once its trick has been gathered (A18 to A20), or
    (`fool_settlement`: end-of-hand) after the last trick, and until then that it is still open."""
    played = play_of(state, FOOL_CARD)
    if played is None or state.options["fool_mode"] != "excuse" or state.claim is not None:
        return None
    at_once = state.options["fool_settlement"] == "immediate"
    gathered = len(state.cards) == (played // state.n + 1) * state.n
    if not (gathered or (state.over and not at_once)):
        return None
    swap = _swap(state, state.seat_of_play(played), undealt=0)
    if swap is None:
        return None
    return told(state, swap) if at_once or state.over else left_open(swap)


def _gathered(state: State, seat: int, undealt: int) -> int:
    """The cards (mask) of all tricks of a seat as they lay, those that it claimed included."""
    return state.taken[seat] | (claimed(state, undealt) if state.claim == seat else 0)


def _tally(state: State, undealt: int, swap: Swap | None) -> Tally:
    """A23, A24: V card points and n × t cards; the score is V + n × t - 12."""
    worth = state.pack.worth
    lay = [state.pack.points(_gathered(state, seat, undealt)) // 2 for seat in range(state.n)]
    points = list(lay)
    if swap is not None and swap.given is not None:
        moved = worth[FOOL_CARD] - worth[swap.given]
        points[swap.player] += moved
        points[swap.winner] -= moved
    tricks = [tricks_of(state, (seat,)) for seat in range(state.n)]
    scores = [
        own + state.n * len(won) - state.size for own, won in zip(points, tricks, strict=True)
    ]
    return Tally(state, swap, tricks, lay, points, tuple(scores))
