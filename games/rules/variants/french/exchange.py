"""French Tarot, between the auction and the first card: the called card (1.6), dog and discard (1.7)."""

from __future__ import annotations

from games.rules.cards import BIT, SUIT_OF, SUITS, cards_of
from games.rules.game.terms import Step
from games.rules.game.variant import Ban
from games.rules.hand.actions import King
from games.rules.hand.state import State
from games.rules.hand.steps import awaits, go_on
from games.rules.hand.turns import not_your_turn, wrong_phase
from games.rules.phases.bans import no_honour, no_king, plain_cards_first, trumps_openly
from games.rules.phases.dealing import join_stock
from games.rules.problems import N_, Problem
from games.rules.variants.french.sheet import CALLERS, LADDER


def next_step(state: State) -> Step | None:
    """1.6.1: with five players the taker calls a card; 1.7.1: at Petite and Garde the dog is turned up, joins the
    taker's hand, and as many cards are laid away; at the two higher bids nothing is (1.7.2, 1.7.3)."""
    taker, contract = state.taker, state.contract
    if taker is None or contract is None:
        return None
    if state.seats == CALLERS and state.called is None:
        return Step("king", taker)
    if contract.stock != "exchange" or state.laid:
        return None
    if state.stock is None:
        return Step("stock", taker, unseen=True)
    if not state.exchanged:
        join_stock(state, taker, state.stock)
    return Step("discard", taker)


# ---- 1.6: the taker calls a card, and its holder plays along -------------------------------------------------


def legal(state: State) -> int:
    """The cards (mask) that the taker may call."""
    return _callable(state)


def check(state: State, action: King) -> Problem | None:
    """Why a card may not be called, or None."""
    if awaits(state) != "king":
        return wrong_phase(state)
    if action.seat != state.turn:
        return not_your_turn(
            state, action.seat, N_("{player} takes and names the card."), "call-card"
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
        N_("{card} may be called only by a player who also holds {cards}.")
        if needed
        else N_("{card} cannot be called: a king is named."),
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


# ---- 1.6.6, 1.7: what may not be led and not be laid away ----------------------------------------------------


def called_suit(state: State) -> int:
    """1.6.6: to trick 1 nobody leads the suit of the called card, except that card itself."""
    return 0 if state.called is None else SUITS[SUIT_OF[state.called]] & ~BIT[state.called]


# 1.7.4 and 1.7.5, in the order of the table of codes.
KINGS_ONLY = (no_king("1.7.4"),)
STRICT = (
    *KINGS_ONLY,
    no_honour("1.7.4", N_("A bout may not be laid away: {cards}.")),
    plain_cards_first("1.7.5"),
    trumps_openly("1.7.5"),
)


def bans(state: State) -> tuple[Ban, ...]:
    """1.7.4, 1.7.5: what the option `discard` forbids."""
    return STRICT if state.options["discard"] == "strict" else KINGS_ONLY
