"""Scarto: the dealer takes the last three cards and lays three away (sheet E9 to E12)."""

from __future__ import annotations

from games.rules.cards import BIT, FOOL, KINGS, T1, T20, T21, TRUMPS
from games.rules.game.terms import Laying, Step
from games.rules.game.variant import Ban, always
from games.rules.hand.state import State
from games.rules.phases.dealing import join_stock
from games.rules.problems import N_

BAGATTO, HIGHEST = BIT[T1], BIT[T20] | BIT[T21]
# E11: without one of these beside it the Bagatto may go.
COMPANY = (TRUMPS & ~BAGATTO) | FOOL


def next_step(state: State) -> Step | None:
    """E9: the dealer takes the last three cards, which nobody else sees, and lays three away."""
    if state.laid:
        return None
    if state.stock is not None and not state.exchanged:
        join_stock(state, state.dealer, state.stock)
    return Step("discard", state.dealer)


def _five(state: State) -> int:
    """E6: the high trump that counts 5."""
    return state.pack.honours & HIGHEST


def _bagatto(state: State, laying: Laying) -> int:
    return _alone(laying, BAGATTO, COMPANY)


def _fool(state: State, laying: Laying) -> int:
    return _alone(laying, FOOL, TRUMPS)


def _alone(laying: Laying, card: int, company: int) -> int:
    """A card that may go only without that company; while cards are chosen, the company of one that was chosen."""
    beside = company if laying.room and laying.laid & card else 0
    return beside | (card if (laying.laid | laying.kept) & company else 0)


def _five_and_fool(state: State, laying: Laying) -> int:
    return _five(state) | FOOL


def _five_and_bagatto(state: State, laying: Laying) -> int:
    return _five(state) | BAGATTO


NO_KING = Ban("discard-king", "E10", N_("A king may not be laid away: {cards}."), always(KINGS))
BAGATTO_ALONE = Ban(
    "discard-honour",
    "E11",
    N_("The Bagatto may be laid away only without another trump or the Matto: {cards}."),
    _bagatto,
    together=True,
)
FOOL_ALONE = Ban(
    "discard-honour",
    "E12",
    N_("The Matto may be laid away only without a trump: {cards}."),
    _fool,
    together=True,
)
# By the trump that counts and the honour that may go: E10 and E11 as they stand, or E12 in their place.
BANS = {
    ("21", "bagatto"): (
        NO_KING,
        Ban(
            "discard-honour",
            "E10",
            N_("Trump 21 and the Matto may not be laid away: {cards}."),
            _five_and_fool,
        ),
        BAGATTO_ALONE,
    ),
    ("20", "bagatto"): (
        NO_KING,
        Ban(
            "discard-honour",
            "E10",
            N_("Trump 20 and the Matto may not be laid away: {cards}."),
            _five_and_fool,
        ),
        BAGATTO_ALONE,
    ),
    ("21", "fool"): (
        NO_KING,
        Ban(
            "discard-honour",
            "E12",
            N_("Trump 21 and the Bagatto may not be laid away: {cards}."),
            _five_and_bagatto,
        ),
        FOOL_ALONE,
    ),
    ("20", "fool"): (
        NO_KING,
        Ban(
            "discard-honour",
            "E12",
            N_("Trump 20 and the Bagatto may not be laid away: {cards}."),
            _five_and_bagatto,
        ),
        FOOL_ALONE,
    ),
}


def bans(state: State) -> tuple[Ban, ...]:
    """E10 to E12: what the options `counting_trump` and `honour_discard` forbid."""
    return BANS[state.options["counting_trump"], state.options["honour_discard"]]


def never_face_down(state: State, seat: int, shown: int) -> int:
    """What a face-down discard cannot hold, whatever else there is."""
    other = BAGATTO if state.options["honour_discard"] == "fool" else FOOL
    return KINGS | _five(state) | other
