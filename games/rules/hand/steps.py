"""From the auction to the first trick: one step of the exchange after the other, as each game has them."""

from __future__ import annotations

from games.rules.hand.state import ANNOUNCEMENTS, EXCHANGE, State


def awaits(state: State) -> str:
    """Return what the exchange waits for: "king", "stock", "take", "discard", "buy", or "" for nothing."""
    return (
        state.waiting_for.kind if state.waiting_for is not None and state.phase == EXCHANGE else ""
    )


def begin(state: State) -> None:
    """Open a game without an auction, once its deal is written down, with its first step."""
    state.waiting_for = state.variant.next_step(state)
    if state.waiting_for is not None:
        state.phase, state.turn = EXCHANGE, state.waiting_for.seat


def go_on(state: State) -> None:
    """Open the next step of the exchange; if none is left, it is the turn of the seat that leads to trick 1."""
    state.waiting_for = state.variant.next_step(state)
    if state.waiting_for is None:
        state.phase, state.turn = ANNOUNCEMENTS, state.first_leader
    else:
        state.phase, state.turn = EXCHANGE, state.waiting_for.seat
