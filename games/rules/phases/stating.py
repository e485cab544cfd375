"""The facts of a hand are stated, and it is over: result only, or from any point on (record format, "tarot-hand/2")."""

from __future__ import annotations

from games.rules.cards import FOOL_CARD
from games.rules.game.facts import read_facts
from games.rules.game.ranks import NO_SUIT
from games.rules.hand.actions import StatedFacts
from games.rules.hand.knowledge import laid_away
from games.rules.hand.state import State
from games.rules.hand.turns import no_such_kind, wrong_phase
from games.rules.phases.play import finish
from games.rules.problems import Problem, RecordError, earliest
from games.rules.scoring.sides import fool_is_unknown


def check(state: State, action: StatedFacts) -> Problem | None:
    """Return why the facts are refused, or None."""
    if not state.second_format:
        return no_such_kind("result")
    late = state.over and not _unscored(state)
    try:
        read_facts(state, action.facts, judged=not state.sealed)
    except RecordError as error:
        return earliest([error.problem, wrong_phase(state)]) if late else error.problem
    return wrong_phase(state) if late else None


def _unscored(state: State) -> bool:
    """Return whether a claim has ended the hand and the cards may not tell its score.

    Either they do not tell it, or nobody knows who has the fool (fine points 7: it need not matter).
    """
    if state.status != "scored" or state.claim is None:
        return False
    excuse = state.trick_rules.ranks.suit_of[FOOL_CARD] == NO_SUIT
    fool_open = excuse and fool_is_unknown(state, laid_away(state) or 0)
    return fool_open or state.variant.settle(state) is None


def apply(state: State, action: StatedFacts) -> None:
    """Enter what is stated; who took, and what, is known from now on."""
    values = read_facts(state, action.facts, judged=False)
    state.stated = values
    if values.get("taker") is not None:
        state.taker = values["taker"]
    if "contract" in values:
        state.contract = state.variant.bid(values["contract"])
    finish(state)
