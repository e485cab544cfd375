"""French Tarot: the taker calls a partner (sheet 1.6)."""

from __future__ import annotations

from games.rules.cards import BIT, JACKS, KINGS, KNIGHTS, QUEENS, cards_of
from games.rules.hand.actions import King
from games.rules.hand.state import State
from games.rules.hand.steps import awaits, go_on
from games.rules.hand.turns import not_your_turn, wrong_phase
from games.rules.problems import Problem, gettext_noop

# 1.6.1: so many players call a card.
CALLERS = 5
# 1.6.2: a king; what somebody has to hold who names a queen, a knight, a jack instead.
LADDER = {KINGS: 0, QUEENS: KINGS, KNIGHTS: KINGS | QUEENS, JACKS: KINGS | QUEENS | KNIGHTS}


def legal(state: State) -> int:
    """The cards (mask) that the taker may call."""
    return _callable(state)


def check(state: State, action: King) -> Problem | None:
    """Why a card may not be called, or None."""
    if awaits(state) != "king":
        return wrong_phase(state)
    if action.seat != state.turn:
        return not_your_turn(
            state, action.seat, gettext_noop("{player} takes and names the card."), "call-card"
        )
    return may_be_called(state, action.card)


def apply(state: State, action: King) -> None:
    """The card is called; its holder plays with the taker."""
    state.called = action.card
    go_on(state)


def may_be_called(state: State, card: int) -> Problem | None:
    """1.6.2: a king; a queen if the taker may hold all kings; a knight, a jack further down the ladder."""
    if BIT[card] & _callable(state):
        return None
    needed = next((held for rank, held in LADDER.items() if BIT[card] & rank), 0)
    missing = tuple(cards_of(needed & ~_dealt_to_taker(state)))
    return Problem(
        "call-not-allowed",
        gettext_noop("{card} may be called only by somebody who holds {cards} as well.")
        if needed
        else gettext_noop("{card} cannot be called: a king is named."),
        {"card": card, "cards": missing, "player": state.taker},
        rule=state.cite("callable"),
        seat=state.taker,
        cards=missing,
        legal=tuple(cards_of(_callable(state))),
    )


def _callable(state: State) -> int:
    held, cards = _dealt_to_taker(state), 0
    for rank, needed in LADDER.items():
        if not needed & ~held:
            cards |= rank
    return cards


def _dealt_to_taker(state: State) -> int:
    if state.taker is None:
        return 0
    hand = state.dealt[state.taker]
    if hand is not None:
        return hand
    return state.may[state.taker] & ~(state.stock or 0)
