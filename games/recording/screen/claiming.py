"""A claim: who takes the rest, what the score lacks that the table knows, and what it scores."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.recording.screen.result import Answer, FactField, ResultSoFar, Words
from games.recording.screen.score import title_of
from games.recording.screen.words import cited
from games.rules import FOOL_CARD, FORMAT_STATED, Replay, claims, replay, say

CLAIMED, FOOL, LAID = "claimed", "fool", "laid"
LABELS = {
    CLAIMED: say("Who takes the rest?"),
    FOOL: say("Who holds the {card}?", card=FOOL_CARD),
    LAID: say("Card points laid away"),
}


class ClaimForm(NamedTuple):
    """Who takes the rest; what is asked where the score lacks it; what it comes to so far."""

    claimed: FactField
    asked: tuple[FactField, ...]
    so_far: ResultSoFar


def claim_form(before: Replay) -> ClaimForm:
    """The form for a hand as it stands."""
    players = tuple(Answer(str(seat), name) for seat, name in enumerate(before.record.players))
    claimed = FactField(CLAIMED, LABELS[CLAIMED], "", "seat", needed=True, answers=players)
    most = before.state.pack.total // 2
    laid = FactField(LAID, LABELS[LAID], "", "number", needed=False, most=most, halves=True)
    fool = claimed._replace(key=FOOL, label=LABELS[FOOL], needed=False)
    return ClaimForm(claimed, (fool, laid), ResultSoFar())


def claim_so_far(before: Replay, raw: Mapping[str, Any]) -> ResultSoFar:
    """What a claim comes to with what was said of it: by `claimed` (a seat), `fool` (the seat that
    holds it) and `laid` (card points), as far as they are there."""
    seat, seats = raw.get(CLAIMED), range(len(before.record.players))
    if seat not in seats:
        return ResultSoFar(missing=(LABELS[CLAIMED],))
    words = (say("{player} takes the rest", player=seat),)
    claim = {"kind": "claim", "seat": seat}
    after = _with(before, [claim])
    if after.problem is not None:
        why = say(after.problem.template, **after.problem.facts)
        rule, mark = cited(before.record.variant, after.problem)
        return ResultSoFar(words, refused=why, rule=rule, mark=mark)
    lacking = claims.lacking(after.state)
    if lacking is None:
        return _scored(words, after, [claim])
    asked = tuple(key for key, lacks in zip((FOOL, LAID), lacking, strict=True) if lacks)
    said = {key: value for key in asked if (value := _read(key, raw.get(key), seats)) is not None}
    missing = tuple(LABELS[key] for key in asked if key not in said)
    if missing:
        return ResultSoFar(words, missing, asked=asked)
    facts = claims.facts_of_claim(after.state, said.get(FOOL), said.get(LAID))
    if facts is None:
        return ResultSoFar(
            words, refused=say("What was recorded does not allow that."), asked=asked
        )
    actions: list[Mapping[str, Any]] = [claim, {"kind": "result", "facts": facts}]
    return _scored(words, _with(before, actions), actions)._replace(asked=asked)


def _read(key: str, value: Any, seats: Sequence[int]) -> int | None:
    """A seat, or half points; None for anything else."""
    if key == FOOL:
        return value if value in seats else None
    return int(2 * value) if isinstance(value, int | float) and value >= 0 else None


def _with(before: Replay, actions: Sequence[Mapping[str, Any]]) -> Replay:
    record = before.record
    return replay(record._replace(actions=(*record.actions, *actions), format=FORMAT_STATED))


def _scored(
    words: tuple[Words, ...], follows: Replay, actions: Sequence[Mapping[str, Any]]
) -> ResultSoFar:
    changes = [{"op": "act", "action": action} for action in actions]
    change = changes[0] if len(changes) == 1 else {"op": "several", "changes": changes}
    scores = tuple(zip(follows.record.players, follows.outcome.scores or (), strict=False))
    return ResultSoFar(words, (), json.dumps(change), title_of(follows), scores)
