"""Taroux of Six: the halves of the stock and what may be laid away (sheet B24 to B26)."""

from __future__ import annotations

from games.rules.cards import HONOURS, TRUMPS
from games.rules.game.terms import Laying, Step
from games.rules.game.variant import Ban
from games.rules.hand.state import State
from games.rules.phases.bans import (
    no_honour,
    no_king,
    plain_cards_first,
    trumps_openly,
    trumps_owed,
)
from games.rules.phases.exchange import partner_of
from games.rules.problems import N_


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
