"""The refusal panel: what is wrong, the cards that prove it, and the ways out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.recording.screen.table import cards_by_seat
from games.recording.screen.words import cited, none_left
from games.rules import CODES, N_, Problem, Replay, Sentence, State, foresight, mask_of, say

TITLES = {
    "not-your-turn": N_("It is {player}’s turn"),
    "wrong-phase": N_("Not now"),
    "bid-too-low": N_("The bid is too low"),
    "call-not-allowed": N_("This cannot be called"),
    "not-in-hand": N_("{player} cannot have it"),
    "discard-king": N_("A king stays in the hand"),
    "discard-honour": N_("An honour stays in the hand"),
    "discard-trump": N_("A trump stays in the hand"),
    "discard-not-shown": N_("A discarded trump is shown"),
    "announcement-not-allowed": N_("This cannot be announced"),
    "honour-required": N_("{player} needs an honour for it"),
    "discard-king-needs-trump": N_("A king is discarded only with a trump"),
    "buy-not-allowed": N_("This card cannot be bought"),
    "announced-pagat-kept-back": N_("The announced pagat waits"),
    "petit-sec": N_("Petit sec: the hand is annulled"),
    "lead-not-allowed": N_("{player} may not lead this"),
    "must-follow-suit": N_("{player} must follow {suit}"),
    "must-trump": N_("{player} must trump"),
    "must-overtrump": N_("{player} must overtrump"),
    "revoke": N_("{player} had no {suit} in trick {trick}"),
    "revoke must-trump": N_("{player} had no trump in trick {trick}"),
    "revoke must-overtrump": N_("{player} had no higher trump in trick {trick}"),
    "wrong-card-count": N_("Not the right number of cards"),
    "duplicate-card": N_("The same card appears twice"),
}

# The reasons that the scorer can choose to let something stand; they go into the record.
REASONS = (
    N_("All agreed"),
    N_("Seen late"),
    N_("Ruling"),
)


class Proof(NamedTuple):
    """A card that proves the refusal: who played it, whether it led, whether it is guilty."""

    code: str
    name: str
    led: bool
    guilty: bool


class Refusal(NamedTuple):
    """Everything that the panel says.

    `text` is the sentence of the problem, `rule` the number of its rule, `mark` the label next to a
    rule that the sources leave open; `reasons` and `back` are labels.

    `doubtful`: where no card that is left fits, the entries of which one was recorded wrong, each
    with the number of its trick.

    `anyway` is the change (JSON) that records the entry all the same; the reason goes into its
    empty `irregular`. It is "" where that is not possible.
    """

    title: Sentence
    text: Sentence
    rule: str
    mark: str
    variant: str
    caption: Sentence | None
    proofs: tuple[Proof, ...]
    earlier: int | None
    earlier_trick: int | None
    doubtful: tuple[tuple[int, int], ...]
    refused: str
    anyway: str
    reasons: tuple[str, ...]
    back: str


# The label of the way back, by the kind of the refused entry.
BACK = {
    "play": N_("Choose another card"),
    "call": N_("Choose another call"),
    "discard": N_("Keep it"),
    "king": N_("Choose another card"),
}


def refusal_of(replay: Replay, problem: Problem, change: Mapping[str, Any]) -> Refusal:
    """Return the panel for a refused change; `replay` is the hand without it."""
    state, names = replay.state, replay.record.players
    last = change["changes"][-1] if change.get("op") == "several" else change
    action = last.get("action", {})
    trick = _trick_of(state, problem.earlier)
    rule, mark = cited(state.variant, problem)
    stuck = problem.code == "revoke" and foresight.nothing_fits(state)
    plays = foresight.denials(state) if stuck else ()
    return Refusal(
        title=say("Something was recorded wrong") if stuck else _title(problem),
        text=none_left(state) if stuck else say(problem.template, **problem.facts),
        rule=rule,
        mark=mark,
        variant=state.variant.key,
        caption=say("Trick {trick}, as recorded", trick=trick) if trick else None,
        proofs=_proofs(state, problem, names, trick),
        earlier=_earlier(state, problem),
        earlier_trick=trick,
        doubtful=tuple((state.play_actions[at], at // state.seats + 1) for at in plays),
        refused=action.get("card", "") if isinstance(action.get("card"), str) else "",
        anyway=_anyway(replay, problem, change),
        reasons=REASONS,
        back=N_("Close") if stuck else BACK.get(action.get("kind", ""), N_("Close")),
    )


def _title(problem: Problem) -> Sentence:
    finer = f"{problem.code} {problem.facts.get('duty', '')}"
    template = TITLES.get(finer) or TITLES.get(problem.code)
    if template is None or (problem.seat is None and "{player}" in template):
        return say("This cannot be recorded")
    suit, trick = problem.facts.get("suit", ""), problem.facts.get("trick", "")
    return say(template, player=problem.seat, suit=suit, trick=trick)


def _earlier(state: State, problem: Problem) -> int | None:
    """Return the action that was perhaps recorded wrong.

    That is the one that the problem names, the discard in which the card lies, or the purchase of a
    card that fills the hand.
    """
    if problem.earlier is not None or problem.code != "not-in-hand":
        return problem.earlier
    for laid in state.laid:
        if ((laid.cards or 0) | laid.shown) & mask_of(problem.cards):
            return laid.at
    bought = state.bought
    held: Any = problem.facts.get("cards", ())
    return bought.at if bought is not None and bought.card in held else None


def _trick_of(state: State, action: int | None) -> int | None:
    """Return the number of the trick (from 1) in which an action was played."""
    if action is None or action not in state.play_actions:
        return None
    return state.play_actions.index(action) // state.seats + 1


def _proofs(
    state: State, problem: Problem, names: Sequence[str], trick: int | None
) -> tuple[Proof, ...]:
    if trick is None:
        return tuple(Proof(CODES[card], "", led=False, guilty=False) for card in problem.cards)
    shown = state.trick(trick - 1)
    lying = cards_by_seat(shown, state.seats)
    return tuple(
        Proof(CODES[card], names[seat], led=card == shown.card_led, guilty=index == problem.earlier)
        for seat, (card, index) in lying.items()
    )


def _anyway(replay: Replay, problem: Problem, change: Mapping[str, Any]) -> str:
    """Return the change that lets it stand: a single one, since it is one tap.

    It includes what the table has already let stand.
    """
    *excused, change = change["changes"] if change.get("op") == "several" else [change]
    if change.get("op") != "act" or not all(one["op"] == "change" for one in excused):
        return ""
    action = {**change["action"]}
    if problem.earlier is not None and (problem.excusable or problem.code == "revoke"):
        # The fault is in an earlier action, so the reason goes there.
        earlier = {**replay.record.actions[problem.earlier], "irregular": ""}
        excused = [*excused, {"op": "change", "edits": [[problem.earlier, earlier]]}]
    elif problem.excusable and action.get("kind") in ("call", "discard", "play"):
        action["irregular"] = ""
    else:
        return ""
    entry = {"op": "act", "action": action}
    return json.dumps({"op": "several", "changes": [*excused, entry]} if excused else entry)
