"""Looking at an entry and changing it: what would follow, the first conflict, and the ways out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.display.entry_words import entry_words
from games.recording.screen.table import cards_by_seat
from games.recording.screen.words import cited, tap_words
from games.rules import N_, Problem, Replay, Sentence, foresight, say

# What can be taken out on its own: nothing that follows depends on it.
REMOVABLE = frozenset({"announce", "takeback", "note", "ruling"})
# Codes of problems with an action whose fields are not what its kind needs.
UNREADABLE = frozenset({"malformed", "unknown-card", "unknown-call", "unknown-announcement"})


@dataclass(frozen=True, slots=True)
class LookedAt:
    """An entry as the panel shows it, and what can be changed in it.

    `tap` asks for its card or cards again, None if it has none; `one`: it has exactly one card.
    `inferred`: nobody saw it, it was filled in. `action` and `rewind` are JSON: the action, and the
    change that takes back this entry and the `after` entries that follow it. `taken_back`, of the
    last card played, is the change (JSON) by which it was taken back at the table, else "".
    `choices` are the calls that it could be: key, label.
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
    taken_back: str
    choices: tuple[tuple[str, str], ...]
    removable: bool


def entry_of(replayed: Replay, index: int) -> LookedAt:
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
        taken_back=_taken_back(index, action) if index in state.play_actions[-1:] else "",
        choices=_calls(replayed) if action["kind"] == "call" else (),
        removable=action["kind"] in REMOVABLE,
    )


def _taken_back(index: int, play: Mapping[str, Any]) -> str:
    """Return the change, as JSON, that the card was not played, but seen."""
    gone = ("irregular", foresight.FILLED)
    action = {key: play[key] for key in play if key not in gone} | {"kind": "takeback"}
    return json.dumps({"op": "change", "edits": [[index, action]]})


def other_entries(replayed: Replay) -> tuple[tuple[int, Sentence], ...]:
    """Return every entry that is not a card of a trick: its index, and a few words for it."""
    return tuple(
        (index, entry_words(replayed.record.variant, action))
        for index, action in enumerate(replayed.record.actions)
        if action["kind"] != "play"
    )


def _calls(replayed: Replay) -> tuple[tuple[str, str], ...]:
    bids = replayed.state.variant.bids
    return (("pass", N_("pass")), *((bid.key, bid.label) for bid in bids))


class Preview(NamedTuple):
    """What would follow from a change (JSON): it `fits`, or a conflict and ways out of it.

    `back`: how many entries it takes back. For a conflict: its reason, with `cause` before `text`;
    the number of the `rule` and its `mark`; the entry `where` it is; and the changes (JSON, "" for
    none) that avoid it: `swap` exchanges two cards, `cut` takes back the `lost` entries from there
    on.
    """

    change: str
    fits: bool
    back: int = 0
    cause: Sentence | None = None
    text: Sentence | None = None
    rule: str = ""
    mark: str = ""
    where: Sentence | None = None
    swap: str = ""
    cut: str = ""
    lost: int = 0


def preview_of(before: Replay, follows: Replay, change: Mapping[str, Any]) -> Preview:
    """Return the preview of a change: `before` it is the hand now, `follows` the hand after it."""
    problem, actions = follows.problem, follows.record.actions
    if problem is None:
        back = before.count - follows.count if change["op"] == "rewind" else 0
        return Preview(json.dumps(change), fits=True, back=back)
    at = problem.action if problem.action is not None else follows.count
    rule, mark = cited(follows.record.variant, problem)
    return Preview(
        json.dumps(change),
        fits=False,
        cause=_cause(follows),
        text=say(problem.template, **problem.facts),
        rule=rule,
        mark=mark,
        where=_where(follows, problem, at),
        swap=_swap(before, follows, problem, change),
        cut=_cut(change, at, len(actions)),
        lost=len(actions) - at,
    )


def _where(follows: Replay, problem: Problem, at: int) -> Sentence | None:
    """Return the entry of a conflict; None for one that cannot be read, and so cannot be named."""
    actions = follows.record.actions
    if problem.code in UNREADABLE or at >= len(actions):
        return None
    return entry_words(follows.record.variant, actions[at])


def _cause(follows: Replay) -> Sentence | None:
    """Say why somebody else has the first turn: who wins the trick before, and how."""
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
    """Return the change that exchanges two cards, the most common slip, as JSON; or ""."""
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
    """Return the same change as JSON, also taking back everything from the conflict on, or ""."""
    if change.get("op") != "change":
        return ""
    edits = dict(change["edits"])
    kept = [index for index in range(count + len(edits)) if edits.get(index, index) is not None]
    if any(index in edits for index in kept[at:count]):
        return ""
    edits |= dict.fromkeys(kept[at:count])
    return json.dumps({"op": "change", "edits": list(edits.items())})
