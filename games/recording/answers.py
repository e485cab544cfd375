"""What has been said to the bid that stands: contra, re-contra, passes, in a game that has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.display.phrases import call_label
from games.rules import State
from games.rules.hand.actions import Call


class Answer(NamedTuple):
    """What answers the standing bid: the label of the last challenge ("" for none), how many times
    the hand counts by it, how many have passed in a row, and how many passes end the auction."""

    challenge: str = ""
    stakes: int = 1
    passes: int = 0
    needed: int = 0


def answer_of(state: State) -> Answer:
    """What has been said to the standing bid; nothing in a game whose bids nobody answers."""
    variant = state.variant
    if not variant.challenges:
        return Answer()
    auction = variant.phases[Call]
    standing = state.contract.key if state.contract else None
    made = [call.call for call in state.calls if standing is not None and call.of == standing]
    return Answer(
        challenge=variant.labels[made[-1]] if made else "",
        stakes=auction.stakes(state),
        passes=auction.passes(state),
        needed=auction.passes_needed(state),
    )


def stands_in_words(state: State, names: Sequence[str]) -> tuple[str, ...]:
    """How an auction stands whose bids are answered: the bid, what was said to it, the passes;
    nothing before the first call."""
    answer = answer_of(state)
    if not answer.needed or not state.calls:
        return ()
    facts = {"passes": answer.passes, "needed": answer.needed}
    return tuple(
        filter(
            None,
            (_bid(state, names), _answered(answer), _("%(passes)s of %(needed)s passes") % facts),
        )
    )


def _bid(state: State, names: Sequence[str]) -> str:
    if state.contract is None or state.taker is None:
        return ""
    facts = {
        "bid": call_label(state.variant, state.contract.key),
        "player": names[state.taker],
    }
    if not state.contract.wins:
        return _("%(player)s’s %(bid)s, a signal") % facts
    bid = state.variant.priced(state.options, state.contract)
    return _("%(player)s’s %(bid)s ×%(factor)s") % {**facts, "factor": bid.factor}


def _answered(answer: Answer) -> str:
    return f"{_(answer.challenge)} ×{answer.stakes}" if answer.challenge else ""
