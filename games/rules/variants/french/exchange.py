"""French Tarot: the exchange (sheet 1.6.1, 1.6.6, 1.7) and what may be laid away."""

from __future__ import annotations

from games.rules.cards import BIT, HONOURS, KINGS, PLAIN, SUIT_OF, SUITS, TRUMPS
from games.rules.game.terms import Ban, Laying, Step
from games.rules.hand.state import State
from games.rules.phases.dealing import join_stock
from games.rules.phases.exchange import trumps_owed
from games.rules.problems import gettext_noop
from games.rules.variants.french.calling import CALLERS

# 1.7.5: the plain cards below the king, which go before any trump.
SMALL = PLAIN & ~KINGS


def next_step(state: State) -> Step | None:
    """1.6.1: with five players the taker calls a card; 1.7.1: at Petite and Garde the dog is turned up, joins the
    taker's hand, and as many cards are laid away; at the two higher bids nothing is (1.7.2, 1.7.3)."""
    taker, contract = state.taker, state.contract
    if taker is None or contract is None:
        return None
    if state.n == CALLERS and state.called is None:
        return Step("king", taker)
    if contract.stock != "exchange" or state.laid:
        return None
    if state.stock is None:
        return Step("stock", taker, unseen=True)
    if not state.exchanged:
        join_stock(state, taker, state.stock)
    return Step("discard", taker)


def called_suit(state: State) -> int:
    """1.6.6: to trick 1 nobody leads the suit of the called card, except that card itself."""
    return 0 if state.called is None else SUITS[SUIT_OF[state.called]] & ~BIT[state.called]


def _kings(state: State, laying: Laying) -> int:
    return KINGS


def _bouts(state: State, laying: Laying) -> int:
    return HONOURS


def _trumps_while_plain_cards_stay(state: State, laying: Laying) -> int:
    stay = laying.kept & SMALL or trumps_owed(state, laying, SMALL) < 0
    return TRUMPS if stay else 0


def _trumps_unseen(state: State, laying: Laying) -> int:
    return TRUMPS & ~laying.shown


# 1.7.4 and 1.7.5, in the order of the table of codes.
KINGS_ONLY = (
    Ban("discard-king", "1.7.4", gettext_noop("A king may not be laid away: {cards}."), _kings),
)
STRICT = (
    *KINGS_ONLY,
    Ban("discard-honour", "1.7.4", gettext_noop("A bout may not be laid away: {cards}."), _bouts),
    Ban(
        "discard-trump",
        "1.7.5",
        gettext_noop(
            "A trump may be laid away only when no plain card below the king is left: {cards}."
        ),
        _trumps_while_plain_cards_stay,
        together=True,
    ),
    Ban(
        "discard-not-shown",
        "1.7.5",
        gettext_noop("A trump laid away must be shown: {cards}."),
        _trumps_unseen,
    ),
)


def bans(state: State) -> tuple[Ban, ...]:
    """1.7.4, 1.7.5: what the option `discard` forbids."""
    return STRICT if state.options["discard"] == "strict" else KINGS_ONLY


def never_face_down(state: State, seat: int, shown: int) -> int:
    """What a face-down discard cannot hold: kings; `strict`: bouts and trumps not shown as well."""
    return KINGS | HONOURS | TRUMPS & ~shown if state.options["discard"] == "strict" else KINGS
