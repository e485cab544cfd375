"""Looking at an entry and changing it: what would follow, the first conflict, the ways out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.display.entry_words import entry_words
from games.recording.screen.table import cards_by_seat
from games.recording.screen.words import tap_words
from games.rules import N_, Problem, Replay, Sentence, foresight, say

# What may be taken out by itself: nothing that follows rests on it.
BESIDE = frozenset({"announce", "note", "ruling"})


@dataclass(frozen=True, slots=True)
class LookedAt:
    """An entry as the panel shows it, and what can be changed in it.

    `tap` asks for its card or its cards anew, None where it has none; `one`: it has just one.
    `inferred`: nobody saw it, it was filled in.
    `action` and `rewind` are JSON: the action, and the change that takes back it and the `after`
    entries that follow. `choices` are the calls it may have been: key, label.
    """

    index: int
    words: Sentence
    kind: str
    tap: Sentence | None
    one: bool
    trick: int | None
    irregular: str
    inferred: bool
    note: str
    text: str
    after: int
    action: str
    rewind: str
    choices: tuple[tuple[str, str], ...]
    removable: bool


def entry_of(replayed: Replay, index: int) -> LookedAt:
    """The entry of an index of the record."""
    state, action = replayed.state, replayed.record.actions[index]
    trick = None
    if index in state.play_actions:
        trick = state.play_actions.index(index) // state.seats + 1
    return LookedAt(
        index=index,
        words=entry_words(state.variant, action),
        kind=action["kind"],
        tap=tap_words(state, action),
        one="card" in action,
        trick=trick,
        irregular=action.get("irregular", ""),
        inferred=foresight.FILLED in action,
        note=action.get("note", ""),
        text=action.get("text", ""),
        after=replayed.count - index - 1,
        action=json.dumps(action),
        rewind=json.dumps({"op": "rewind", "to": index}),
        choices=_calls(replayed) if action["kind"] == "call" else (),
        removable=action["kind"] in BESIDE,
    )


def entries_beside(replayed: Replay) -> tuple[tuple[int, Sentence], ...]:
    """Every entry that is no card of a trick: its index, and it in a few words."""
    return tuple(
        (index, entry_words(replayed.record.variant, action))
        for index, action in enumerate(replayed.record.actions)
        if action["kind"] != "play"
    )


def _calls(replayed: Replay) -> tuple[tuple[str, str], ...]:
    bids = replayed.state.variant.bids
    return (("pass", N_("pass")), *((bid.key, bid.label) for bid in bids))


class Preview(NamedTuple):
    """What would follow from a change (JSON): all `fits`, or the first conflict and the ways out.

    `back`: how many entries it takes back. Of a conflict: why, `cause` before `text`, the number of
    the `rule`, the entry `where`; the changes (JSON) that avoid it, "" for none: `swap` exchanges
    two cards, `cut` takes back the `lost` entries from there.
    """

    change: str
    fits: bool
    back: int = 0
    cause: Sentence | None = None
    text: Sentence | None = None
    rule: str = ""
    where: Sentence | None = None
    swap: str = ""
    cut: str = ""
    lost: int = 0


def preview_of(before: Replay, follows: Replay, change: Mapping[str, Any]) -> Preview:
    """The preview of a change: the hand as it stands, and what follows."""
    problem, actions = follows.problem, follows.record.actions
    if problem is None:
        back = before.count - follows.count if change["op"] == "rewind" else 0
        return Preview(json.dumps(change), fits=True, back=back)
    at = problem.action if problem.action is not None else follows.count
    return Preview(
        json.dumps(change),
        fits=False,
        cause=_cause(follows),
        text=say(problem.template, **problem.facts),
        rule=problem.rule.partition("/")[2],
        where=entry_words(follows.record.variant, actions[at]) if at < len(actions) else None,
        swap=_swap(before, follows, problem, change),
        cut=_cut(change, at, len(actions)),
        lost=len(actions) - at,
    )


def _cause(follows: Replay) -> Sentence | None:
    """Why somebody else is on turn before a trick: who has won the last one by now, and how."""
    state, problem = follows.state, follows.problem
    if problem is None or problem.code != "not-your-turn" or len(state.played) % state.seats:
        return None
    if not state.winners:
        return None
    number, winner = len(state.winners), state.winners[-1]
    card, _index = cards_by_seat(state.trick(number - 1), state.seats)[winner]
    return say(
        "{player} wins trick {trick} ({card}) and leads to trick {next}.",
        player=winner,
        trick=number,
        card=card,
        next=number + 1,
    )


def _swap(before: Replay, follows: Replay, problem: Problem, change: Mapping[str, Any]) -> str:
    """The most usual slip, two cards mixed up: the change that exchanges them, as JSON, or ""."""
    edits = change.get("edits", ())
    if problem.code != "not-in-hand" or len(edits) != 1 or not isinstance(edits[0][1], dict):
        return ""
    index, action = edits[0]
    twin = [
        other
        for other, played in enumerate(follows.record.actions)
        if other != index and played["kind"] == "play" and played["card"] == action.get("card")
    ]
    if not twin:
        return ""
    saved = before.record.actions
    other_play = {**saved[twin[0]], "card": saved[index]["card"]}
    return json.dumps({"op": "change", "edits": [[index, action], [twin[0], other_play]]})


def _cut(change: Mapping[str, Any], at: int, count: int) -> str:
    """The same change, with everything from the conflict on taken back, as JSON, or ""."""
    if change.get("op") != "change":
        return ""
    edits = dict(change["edits"])
    kept = [index for index in range(count + len(edits)) if edits.get(index, index) is not None]
    if any(index in edits for index in kept[at:count]):
        return ""
    edits |= dict.fromkeys(kept[at:count])
    return json.dumps({"op": "change", "edits": list(edits.items())})
