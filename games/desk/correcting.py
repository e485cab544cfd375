"""Looking at an entry and changing it: what it says, what would follow, the first conflict, the ways out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import records
from games.card_names import card_name
from games.desk.words import entry_words
from games.models import Hand
from games.reasons import sentence
from games.rules import Problem, Replay


@dataclass(frozen=True, slots=True)
class Looked:
    """An entry as the panel shows it. `card` is its card where it has just one; `after` how many follow."""

    index: int
    words: str
    kind: str
    card: str
    card_words: str
    trick: int | None
    irregular: str
    note: str
    after: int
    action: str
    choices: tuple[tuple[str, str], ...]


def entry_of(replayed: Replay, index: int) -> Looked:
    """The entry of an index of the record."""
    state, names = replayed.state, replayed.record.players
    action = replayed.record.actions[index]
    card = action.get("card", "") if action["kind"] in ("play", "king") else ""
    trick = None
    if index in state.play_actions:
        trick = state.play_actions.index(index) // state.n + 1
    return Looked(
        index=index,
        words=entry_words(state, action, names),
        kind=action["kind"],
        card=card,
        card_words=str(card_name(card)) if card else "",
        trick=trick,
        irregular=action.get("irregular", ""),
        note=action.get("note", action.get("text", "")),
        after=replayed.count - index - 1,
        action=json.dumps(action),
        choices=_calls(replayed) if action["kind"] == "call" else (),
    )


def _calls(replayed: Replay) -> tuple[tuple[str, str], ...]:
    bids = replayed.state.variant.bids
    return (("pass", _("pass")), *((bid.key, _(bid.label)) for bid in bids))


def conflict_of(hand: Hand, follows: Replay, change: Mapping[str, Any]) -> dict[str, Any]:
    """The context of the preview: that all fits, or the first conflict with the changes that avoid it."""
    problem = follows.problem
    context: dict[str, Any] = {"change": json.dumps(change), "fits": problem is None}
    if problem is None:
        return context
    at = problem.action if problem.action is not None else follows.count
    names = follows.record.players
    action = follows.record.actions[at] if at < len(follows.record.actions) else {}
    return context | {
        "text": sentence(problem, names),
        "rule": problem.rule.partition("/")[2],
        "variant": follows.record.variant.key,
        "where": entry_words(follows.state, action, names) if action else "",
        "swap": _swap(hand, follows, problem, change, at),
        "cut": _cut(change, at, len(follows.record.actions)),
        "lost": len(follows.record.actions) - at,
    }


def _swap(hand: Hand, follows: Replay, problem: Problem, change: Mapping[str, Any], at: int) -> str:
    """The most usual slip: two cards were mixed up. The change that exchanges them, as JSON, or ""."""
    edits = change.get("edits", ())
    if problem.code != "not-in-hand" or len(edits) != 1 or not isinstance(edits[0][1], dict):
        return ""
    index, action = edits[0]
    before = replay_before(hand)
    other = dict(follows.record.actions[at])
    if other.get("kind") != "play" or other.get("card") != action.get("card"):
        return ""
    other["card"] = before.record.actions[index]["card"]
    return json.dumps({"op": "change", "edits": [[index, action], [at, other]]})


def replay_before(hand: Hand) -> Replay:
    """The hand as it is saved."""
    from games.rules import replay

    return replay(records.record_of(hand))


def _cut(change: Mapping[str, Any], at: int, count: int) -> str:
    """The same change, with everything from the conflict on taken back, as JSON, or ""."""
    if change.get("op") != "change":
        return ""
    edits = [*change["edits"], *([index, None] for index in range(at, count))]
    indexes = [index for index, _action in edits]
    return json.dumps({"op": "change", "edits": edits}) if len(set(indexes)) == len(indexes) else ""
