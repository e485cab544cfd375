"""A hand, or part of one, pasted in the text notation: read, judged, and ready to be recorded."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.display.reasons import sentence
from games.recording.sitting import Sitting
from games.rules import Change, RecordError, entering, notation

HEAD = "format "


@dataclass(frozen=True, slots=True)
class Pasted:
    """The result of reading a pasted text.

    `count` of its `total` actions are valid as the hand is now; `changes` (JSON: the deal, the
    actions) record them. If an action is refused: its line, why, and the rule.
    """

    count: int
    total: int
    changes: str
    line: int
    why: str
    rule: str
    variant: str


def pasted_of(hand: Sitting, changes: list[Change], text: str) -> Pasted:
    """Read a text and judge it as the next part of the hand; save nothing.

    A whole hand must be of the same game with the same number of players. Its deal is used if
    nothing has been recorded yet. Raises ValueError with a sentence for a text that cannot be read.
    """
    try:
        deal, lines, actions = _read(hand, text.strip("\n"))
    except notation.NotationError as error:
        facts = {"line": error.line, "why": sentence(error.problem)}
        raise ValueError(_("Line %(line)s: %(why)s") % facts) from None
    before = changes
    if deal is not None and not before:
        before = [deal]
    wanted: list[Change] = [{"op": "act", "action": action} for action in actions]
    start = len(entering.fold(before)[1])
    follows = hand.replay_of([*before, *wanted])
    good = max(0, follows.count - start)
    problem = follows.problem
    return Pasted(
        count=good,
        total=len(actions),
        changes=json.dumps([*([deal] if before == [deal] else []), *_as_one(wanted[:good])]),
        line=lines[good] if problem is not None and good < len(lines) else 0,
        why="" if problem is None else sentence(problem, follows.record.players),
        rule="" if problem is None else problem.rule.partition("/")[2],
        variant=follows.record.variant.key,
    )


def _as_one(acts: list[Change]) -> list[Change]:
    """Return them as one entry, since one tap records them all."""
    return [{"op": "several", "changes": acts}] if len(acts) > 1 else acts


def _read(hand: Sitting, text: str) -> tuple[Change | None, list[int], list[Any]]:
    """Return the deal, the line of each action, and the actions."""
    seats = len(hand.facts["players"])
    if not text.startswith(HEAD):
        entries = notation.parse_actions(text, seats)
        return None, [entry.line for entry in entries], [entry.action for entry in entries]
    written = notation.read_hand(text)
    record = written.record
    if record.get("variant") != hand.match.variant or len(record.get("players", ())) != seats:
        raise ValueError(_("This hand belongs to another game, or to a larger or smaller table."))
    deal = {"op": "deal", "deal": record["deal"]} if record.get("deal") else None
    return deal, list(written.actions), record["actions"]


def judged(hand: Sitting, changes: list[Change], text: str) -> dict[str, Any]:
    """Return the context of the panel: what the text would record, or why it cannot be read."""
    try:
        return {"pasted": pasted_of(hand, changes, text)}
    except RecordError as error:
        return {"error": sentence(error.problem)}
    except ValueError as error:
        return {"error": str(error)}
