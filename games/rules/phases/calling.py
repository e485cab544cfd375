"""The call of a card: who holds it plays along with the taker. `Variant.ladder` says which cards may be called."""

from __future__ import annotations

from games.rules.cards import BIT, cards_of
from games.rules.game.settlement import Sides
from games.rules.hand.actions import King
from games.rules.hand.state import State
from games.rules.hand.steps import awaits, go_on
from games.rules.hand.turns import not_your_turn, wrong_phase
from games.rules.problems import N_, Problem
from games.rules.scoring.sides import sides_of


def legal(state: State) -> int:
    """Return the cards (mask) that the taker may call: those for which they may hold the cards required."""
    held, cards = _dealt_to_taker(state), 0
    for rank, needed in state.variant.ladder.items():
        if not needed & ~held:
            cards |= rank
    return cards


def check(state: State, action: King) -> Problem | None:
    """Return why a card may not be called, or None."""
    if awaits(state) != "king":
        return wrong_phase(state)
    if action.seat != state.turn:
        template = N_("{player} takes and names the card.")
        return not_your_turn(state, action.seat, template, "call-card")
    return None if BIT[action.card] & legal(state) else _not_callable(state, action.card)


def apply(state: State, action: King) -> None:
    """Call the card; its holder plays with the taker."""
    state.called = action.card
    go_on(state)


def _not_callable(state: State, card: int) -> Problem:
    """Return the problem of a card that is not on the ladder, or for which the taker lacks a card required."""
    needed = next((held for rank, held in state.variant.ladder.items() if BIT[card] & rank), 0)
    missing = tuple(cards_of(needed & ~_dealt_to_taker(state)))
    template = N_("{card} cannot be called: a king is named.")
    if needed:
        template = N_("{card} may be called only by a player who also holds {cards}.")
    return Problem(
        "call-not-allowed",
        template,
        {"card": card, "cards": missing, "player": state.taker},
        rule=state.cite("callable"),
        seat=state.taker,
        cards=missing,
        legal=tuple(cards_of(legal(state))),
    )


def _dealt_to_taker(state: State) -> int:
    if state.taker is None:
        return 0
    hand = state.dealt[state.taker]
    if hand is not None:
        return hand
    return state.may[state.taker] & ~(state.stock or 0)


def known_sides(state: State) -> Sides | None:
    """Return the taker, with the partner if called, and the others; None while the partner is not known."""
    taker, partner = state.taker, _partner(state)
    if taker is None or partner is None:
        return None
    return sides_of(state, (taker,) if partner == taker else (taker, partner))


def _partner(state: State) -> int | None:
    """Return the seat of the called card; None while it is unknown.

    It is the taker's own where the taker plays alone (french 1.6.3, 1.6.5; fine points 7 and 22).
    """
    taker, called = state.taker, state.called
    if called is None or taker is None:
        return taker
    if BIT[called] & ((state.stock or 0) | (state.dealt[taker] or 0)):
        return taker
    place, where = state.place_of(called)
    if place == "played" and where is not None:
        return state.seat_of_play(where)
    if place == "hand":
        return where
    if place in ("stock", "discard") or len(state.winners) == state.tricks_in_all:
        return taker
    others = [state.may[seat] for seat in range(state.seats) if seat != taker]
    return None if any(cards & BIT[called] for cards in others) else taker
