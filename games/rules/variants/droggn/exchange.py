"""Droggn: who takes the stock, what may be laid away (sheet 2.6), and when a card is bought (2.7)."""

from __future__ import annotations

from games.rules.cards import HONOURS, KINGS, PLAIN, TRUMPS
from games.rules.game.terms import Ban, Laying, Step
from games.rules.hand.state import State
from games.rules.phases.dealing import join_stock
from games.rules.phases.exchange import may_hold
from games.rules.problems import gettext_noop
from games.rules.variants.droggn.play import after_trick, bids_slam

# What becomes of the stock: the declarer takes it unseen; nobody does, and an option says whose it is.
TAKEN, CLOSED = "taken", "closed"
# 2.6.3: the trumps that may go with a king.
COMPANY = TRUMPS & ~HONOURS


def next_step(state: State) -> Step | None:
    """2.6.1: at Ansager and Solo the declarer takes the stock, which nobody else sees, and lays away three cards;
    2.7.1: at Ansager he may then buy a card; at Super and Slam nothing is exchanged (2.6.5)."""
    declarer, bid = state.taker, state.contract
    if declarer is None or bid is None:
        return None
    if bids_slam(state):
        state.after_trick = after_trick
    if bid.stock != TAKEN:
        return None
    if not state.laid:
        if state.stock is not None and not state.exchanged:
            join_stock(state, declarer, state.stock)
        return Step("discard", declarer)
    if bid.key == "ansager" and state.bought is None:
        return Step("buy", declarer)
    return None


def owner_of_stock(state: State) -> int:
    """2.6.1, 2.6.5: whose discard or stock is: 0 the declarer's, 1 the defenders'."""
    taken = state.contract is not None and state.contract.stock == TAKEN
    return 0 if taken or state.options["stock_unexchanged"] == "declarer" else 1


def _honours(state: State, laying: Laying) -> int:
    return HONOURS


def _kings_alone(state: State, laying: Laying) -> int:
    if not laying.seen:  # the trump may lie face down: it is judged after the last card
        return 0
    kings, trumps = (laying.laid & KINGS).bit_count(), (laying.laid & COMPANY).bit_count()
    if not laying.room:
        return KINGS if _needed(state, kings) > trumps else 0
    # Whoever chooses a king, or a card beside one, needs room and trumps for its company.
    others = (may_hold(state, laying.seat) & COMPANY & ~laying.laid).bit_count()
    room = laying.room - 1
    no_king = KINGS if _needed(state, kings + 1) - trumps > min(room, others) else 0
    return no_king | (PLAIN & ~KINGS if _needed(state, kings) - trumps > room else 0)


def _needed(state: State, kings: int) -> int:
    """2.6.3 (`king_discard`): the trumps that so many kings need."""
    return kings if state.options["king_discard"] == "one-each" else min(kings, 1)


BANS = (
    Ban(
        "discard-honour",
        "2.6.2",
        gettext_noop("The fool, trump 21 and the pagat may not be laid away: {cards}."),
        _honours,
    ),
    Ban(
        "discard-king-needs-trump",
        "2.6.3",
        gettext_noop("A king may be laid away only together with a trump: {cards}."),
        _kings_alone,
        together=True,
    ),
)


def bans(state: State) -> tuple[Ban, ...]:
    """2.6.2, 2.6.3: what may not be laid away."""
    return BANS


def never_face_down(state: State, seat: int, shown: int) -> int:
    """2.6.2: what a face-down discard cannot hold."""
    return HONOURS
