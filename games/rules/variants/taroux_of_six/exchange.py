"""Taroux of Six: the halves of the stock and what may be laid away (sheet B24 to B26)."""

from __future__ import annotations

from games.rules.cards import HONOURS, TRUMPS, mask_of
from games.rules.game.terms import Laying, Step
from games.rules.game.variant import Ban
from games.rules.hand.actions import Take
from games.rules.hand.state import State
from games.rules.hand.steps import awaits, go_on
from games.rules.hand.turns import not_your_turn, wrong_phase
from games.rules.phases.bans import (
    no_honour,
    no_king,
    plain_cards_first,
    trumps_openly,
    trumps_owed,
)
from games.rules.phases.dealing import join_stock
from games.rules.problems import N_, Problem

# B24: each of the two lays away as many as he took.
HALF = 3


def next_step(state: State) -> Step | None:
    """B24: the stock is shown, the bidder takes one half and the partner the other, each lays three away; B28, B29:
    at the two higher bids it stays as it lies."""
    taker, contract = state.taker, state.contract
    if taker is None or contract is None or contract.stock != "exchange":
        return None
    if state.stock_cards is None:
        return Step("stock", taker)
    if not state.exchanged:
        return Step("take", taker)
    lays_away = (taker, partner_of(state, taker))[len(state.laid) :]
    return Step("discard", lays_away[0]) if lays_away else None


def partner_of(state: State, seat: int) -> int:
    """B1: the seat opposite."""
    return next(other for other in state.variant.team(state.seats, seat) if other != seat)


def check(state: State, action: Take) -> Problem | None:
    """Why a half of the stock may not be taken, or None."""
    waiting = awaits(state)
    if waiting != "take":
        first = N_("The stock is turned up first.") if waiting == "stock" else ""
        return wrong_phase(state, first, "exchange" if first else "")
    if action.seat != state.turn:
        return not_your_turn(
            state, action.seat, N_("{player} takes one half of the stock."), "exchange"
        )
    return None


def apply(state: State, action: Take) -> None:
    """B24: the bidder has one half, the partner the other."""
    stock = state.stock_cards or ()
    halves = [mask_of(stock[:HALF]), mask_of(stock[HALF:])]
    if action.half == "second":
        halves.reverse()
    join_stock(state, action.seat, halves[0])
    join_stock(state, partner_of(state, action.seat), halves[1])
    go_on(state)


def _trumps_too_many(state: State, laying: Laying) -> int:
    return TRUMPS if trumps_owed(state, laying) < 0 else 0


def _trumps_not_shown(state: State, laying: Laying) -> int:
    owed = trumps_owed(state, laying) > 0
    return state.held(laying.seat) & TRUMPS & ~HONOURS & ~laying.shown if owed else 0


# B25 and B26, in the order of the table of codes.
BANS = (
    no_king("B25"),
    no_honour("B25", N_("An honour may not be laid away: {cards}.")),
    Ban(
        "discard-trump",
        "B26",
        N_("{player} has plain cards below the king to lay away instead of {cards}."),
        _trumps_too_many,
    ),
    plain_cards_first("B26"),
    trumps_openly("B26"),
    Ban(
        "discard-not-shown",
        "B26",
        N_(
            "{player} has too few plain cards below the king: a trump laid away must be shown, one of {cards}."
        ),
        owed=_trumps_not_shown,
    ),
)
