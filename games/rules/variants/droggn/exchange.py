"""Droggn: who takes the stock and what may be laid away (sheet 2.6)."""

from __future__ import annotations

from games.rules.cards import KINGS, PLAIN
from games.rules.game.terms import Laying, Step
from games.rules.game.variant import Ban
from games.rules.hand.state import State
from games.rules.phases.bans import no_honour
from games.rules.phases.exchange import may_hold, take_up
from games.rules.problems import N_
from games.rules.variants.droggn.play import after_trick, bids_slam
from games.rules.variants.droggn.sheet import COMPANY, TAKEN


def next_step(state: State) -> Step | None:
    """Return the next step of the exchange.

    2.6.1: at Ansager and Solo the declarer takes the stock, which nobody else sees, and lays away three cards;
    2.7.1: at Ansager they may then buy a card; at Super and Slam nothing is exchanged (2.6.5).
    """
    declarer, bid = state.taker, state.contract
    if declarer is None or bid is None:
        return None
    if bids_slam(state):
        state.after_trick = after_trick
    if bid.stock != TAKEN:
        return None
    if not state.laid:
        return take_up(state, declarer)
    if bid.key == "ansager" and state.bought is None:
        return Step("buy", declarer)
    return None


def _kings_alone(state: State, laying: Laying) -> int:
    if not laying.seen:  # the trump may lie face down: it is judged after the last card
        return 0
    kings, trumps = (laying.laid & KINGS).bit_count(), (laying.laid & COMPANY).bit_count()
    if not laying.room:
        return KINGS if _needed(state, kings) > trumps else 0
    # A king, or a card that goes with one, may only be chosen with room and trumps for its company.
    others = (may_hold(state, laying.seat) & COMPANY & ~laying.laid).bit_count()
    room = laying.room - 1
    no_king = KINGS if _needed(state, kings + 1) - trumps > min(room, others) else 0
    return no_king | (PLAIN & ~KINGS if _needed(state, kings) - trumps > room else 0)


def _needed(state: State, kings: int) -> int:
    """2.6.3 (`king_discard`): how many trumps must go with that many kings."""
    return kings if state.options["king_discard"] == "one-each" else min(kings, 1)


BANS = (
    no_honour("2.6.2", N_("The fool, trump 21 and the pagat may not be discarded: {cards}.")),
    Ban(
        "discard-king-needs-trump",
        "2.6.3",
        N_("A king may be discarded only together with a trump: {cards}."),
        _kings_alone,
        together=True,
    ),
)
