"""Droggn: who takes the stock, what may be laid away (sheet 2.6), and when a card is bought (2.7)."""

from __future__ import annotations

from games.rules.cards import HONOURS, KINGS, TRUMPS
from games.rules.dealing import join_stock
from games.rules.problems import gettext_noop
from games.rules.state import State
from games.rules.variant import Ban, Laying, Step
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
    kings, company = laying.laid & KINGS, laying.laid & COMPANY
    needed = kings.bit_count() if state.options["king_discard"] == "one-each" else 1
    return KINGS if kings and company.bit_count() < needed else 0


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
    ),
)


def bans(state: State) -> tuple[Ban, ...]:
    """2.6.2, 2.6.3: what may not be laid away."""
    return BANS


def never_face_down(state: State, seat: int, shown: int) -> int:
    """2.6.2: what a face-down discard cannot hold."""
    return HONOURS
