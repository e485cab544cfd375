"""The refusal panel: what is the matter, the cards that prove it, the ways out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.display.reasons import sentence
from games.recording.table import cards_by_seat
from games.rules import CODES, SUIT_NAMES, Problem, Replay, State

TITLES = {
    "not-your-turn": gettext_noop("It is %(turn)s’s turn"),
    "wrong-phase": gettext_noop("Not now"),
    "bid-too-low": gettext_noop("The bid is too low"),
    "call-not-allowed": gettext_noop("This cannot be called"),
    "not-in-hand": gettext_noop("%(player)s cannot have it"),
    "discard-king": gettext_noop("A king stays in the hand"),
    "discard-honour": gettext_noop("An honour stays in the hand"),
    "discard-trump": gettext_noop("A trump stays in the hand"),
    "discard-not-shown": gettext_noop("A trump laid away is shown"),
    "announcement-not-allowed": gettext_noop("This cannot be announced"),
    "honour-required": gettext_noop("%(player)s needs an honour for it"),
    "discard-king-needs-trump": gettext_noop("A king is laid away only with a trump"),
    "buy-not-allowed": gettext_noop("This card cannot be bought"),
    "announced-pagat-kept-back": gettext_noop("The announced pagat waits"),
    "petit-sec": gettext_noop("Petit sec: the hand is annulled"),
    "lead-not-allowed": gettext_noop("%(player)s may not lead this"),
    "must-follow-suit": gettext_noop("%(player)s must follow %(suit)s"),
    "must-trump": gettext_noop("%(player)s must trump"),
    "must-overtrump": gettext_noop("%(player)s must go over"),
    "revoke": gettext_noop("%(player)s had no %(suit)s in trick %(trick)s"),
    "revoke must-trump": gettext_noop("%(player)s had no trump in trick %(trick)s"),
    "revoke must-overtrump": gettext_noop("%(player)s had no higher trump in trick %(trick)s"),
    "wrong-card-count": gettext_noop("Not the right number of cards"),
    "duplicate-card": gettext_noop("The same card appears twice"),
}

# What a table says when it lets something stand; the words go into the record.
REASONS = (
    gettext_noop("All agreed"),
    gettext_noop("Seen late"),
    gettext_noop("Ruling"),
)


@dataclass(frozen=True, slots=True)
class Proof:
    """A card that proves the refusal: whose it is, whether it led, whether it is the guilty one."""

    code: str
    name: str
    led: bool
    guilty: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """Everything the panel says.

    `anyway` is the change (JSON) that records it all the same, with an empty `irregular` where the
    reason goes; "" where it cannot be.
    """

    title: str
    text: str
    rule: str
    variant: str
    caption: str
    proofs: tuple[Proof, ...]
    earlier: int | None
    earlier_trick: int | None
    refused: str
    anyway: str
    reasons: tuple[str, ...]
    back: str


# The way back, by the kind of the entry that was refused.
BACK = {
    "play": gettext_noop("Choose another card"),
    "call": gettext_noop("Choose another call"),
    "discard": gettext_noop("Keep it"),
    "king": gettext_noop("Choose another card"),
}


def refusal_of(replay: Replay, problem: Problem, change: Mapping[str, Any]) -> Refusal:
    """The panel for a change that was refused; `replay` is the hand as it stands without it."""
    state, names = replay.state, replay.record.players
    last = change["changes"][-1] if change.get("op") == "several" else change
    action = last.get("action", {})
    trick = _trick_of(state, problem.earlier)
    return Refusal(
        title=_title(problem, names),
        text=sentence(problem, names),
        rule=problem.rule.partition("/")[2],
        variant=state.variant.key,
        caption=_("Trick %(trick)s, as recorded") % {"trick": trick} if trick else "",
        proofs=_proofs(state, problem, names, trick),
        earlier=problem.earlier,
        earlier_trick=trick,
        refused=action.get("card", "") if isinstance(action.get("card"), str) else "",
        anyway=_anyway(replay, problem, change),
        reasons=tuple(_(reason) for reason in REASONS),
        back=_(BACK.get(action.get("kind", ""), gettext_noop("Close"))),
    )


def _title(problem: Problem, names: Sequence[str]) -> str:
    finer = f"{problem.code} {problem.facts.get('duty', '')}"
    template = TITLES.get(finer) or TITLES.get(problem.code)
    if template is None:
        return _("This cannot be recorded")
    suit, seat = problem.facts.get("suit"), problem.seat
    facts = {
        "player": names[seat] if seat is not None else "",
        "turn": names[seat] if seat is not None else "",
        "suit": "" if suit is None else _(SUIT_NAMES[suit] if isinstance(suit, int) else str(suit)),
        "trick": problem.facts.get("trick", ""),
    }
    return _(template) % facts


def _trick_of(state: State, action: int | None) -> int | None:
    """The number of the trick (from 1) in which an action was played."""
    if action is None or action not in state.play_actions:
        return None
    return state.play_actions.index(action) // state.seats + 1


def _proofs(
    state: State, problem: Problem, names: Sequence[str], trick: int | None
) -> tuple[Proof, ...]:
    if trick is None:
        return tuple(Proof(CODES[card], "", led=False, guilty=False) for card in problem.cards[:8])
    shown = state.trick(trick - 1)
    lying = cards_by_seat(shown, state.seats)
    return tuple(
        Proof(CODES[card], names[seat], led=card == shown.card_led, guilty=index == problem.earlier)
        for seat, (card, index) in lying.items()
    )


def _anyway(replay: Replay, problem: Problem, change: Mapping[str, Any]) -> str:
    """One change, since it is one tap: what has been let stand before is part of it."""
    *excused, change = change["changes"] if change.get("op") == "several" else [change]
    if change.get("op") != "act" or not all(one["op"] == "change" for one in excused):
        return ""
    action = {**change["action"]}
    if problem.earlier is not None and (problem.excusable or problem.code == "revoke"):
        # The fault lies in an earlier action: the reason stands there.
        earlier = {**replay.record.actions[problem.earlier], "irregular": ""}
        excused = [*excused, {"op": "change", "edits": [[problem.earlier, earlier]]}]
    elif problem.excusable and action.get("kind") in ("call", "discard", "play"):
        action["irregular"] = ""
    else:
        return ""
    entry = {"op": "act", "action": action}
    return json.dumps({"op": "several", "changes": [*excused, entry]} if excused else entry)
