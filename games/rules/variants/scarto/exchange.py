"""Scarto: the dealer takes the last three cards and lays three away (sheet E9 to E12)."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.cards import BIT, FOOL, T1, T20, T21, TRUMPS
from games.rules.game.terms import Laying, Step
from games.rules.game.variant import Ban
from games.rules.hand.state import State
from games.rules.phases.bans import always, no_king
from games.rules.phases.exchange import take_up
from games.rules.problems import N_

BAGATTO, ANGEL, WORLD = BIT[T1], BIT[T20], BIT[T21]
# E11: the Bagatto may go if none of these is with it.
COMPANY = (TRUMPS & ~BAGATTO) | FOOL


def next_step(state: State) -> Step | None:
    """E9: the dealer takes the last three cards, which nobody else sees, and lays three away."""
    return None if state.laid else take_up(state, state.dealer)


def alone(card: int, company: int) -> Callable[[State, Laying], int]:
    """Return the ban on a card that may be laid away only without that company.

    While cards are chosen, the ban is on the company of one that was chosen.
    """

    def barred(state: State, laying: Laying) -> int:
        with_it = company if laying.room and laying.laid & card else 0
        return with_it | (card if (laying.laid | laying.kept) & company else 0)

    return barred


def honours(rule: str, template: str, kept: int, last: Ban) -> tuple[Ban, ...]:
    """Bar kings and the honours `kept` (mask); what holds of the third one says `last`."""
    return no_king("E10"), Ban("discard-honour", rule, template, always(kept)), last


BAGATTO_ALONE = Ban(
    "discard-honour",
    "E11",
    N_("The Bagatto may be discarded only without another trump or the Matto: {cards}."),
    alone(BAGATTO, COMPANY),
    together=True,
)
FOOL_ALONE = Ban(
    "discard-honour",
    "E12",
    N_("The Matto may be discarded only without a trump: {cards}."),
    alone(FOOL, TRUMPS),
    together=True,
)
# fmt: off
# By the trump that counts and the honour that may go: E10 and E11 as they stand, or E12 in their place.
BANS = {
    ("21", "bagatto"): honours("E10", N_("Trump 21 and the Matto may not be discarded: {cards}."), WORLD | FOOL, BAGATTO_ALONE),
    ("20", "bagatto"): honours("E10", N_("Trump 20 and the Matto may not be discarded: {cards}."), ANGEL | FOOL, BAGATTO_ALONE),
    ("21", "fool"): honours("E12", N_("Trump 21 and the Bagatto may not be discarded: {cards}."), WORLD | BAGATTO, FOOL_ALONE),
    ("20", "fool"): honours("E12", N_("Trump 20 and the Bagatto may not be discarded: {cards}."), ANGEL | BAGATTO, FOOL_ALONE),
}
# fmt: on


def bans(state: State) -> tuple[Ban, ...]:
    """E10 to E12: what the options `counting_trump` and `honour_discard` forbid."""
    return BANS[state.options["counting_trump"], state.options["honour_discard"]]
