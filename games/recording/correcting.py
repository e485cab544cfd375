"""Looking at an entry and changing it: what would follow, the first conflict, the ways out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.book import records
from games.display.card_names import card_name
from games.display.entry_words import entry_words
from games.display.reasons import sentence
from games.models import Hand
from games.recording.table import cards_by_seat
from games.recording.words import tap_words
from games.rules import CODES, Problem, Replay, foresight, replay

# What may be taken out by itself: nothing that follows rests on it.
BESIDE = frozenset({"announce", "note", "ruling"})


@dataclass(frozen=True, slots=True)
class Looked:
    """An entry as the panel shows it, and what can be changed in it.

    `tap` asks for its card or its cards anew, "" where it has none; `one`: it has just one.
    `inferred`: nobody saw it, it was filled in.
    `action` and `rewind` are JSON: the action, and the change that takes back it and the `after`
    entries that follow. `choices` are the calls it may have been.
    """

    index: int
    words: str
    kind: str
    tap: str
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


def entry_of(replayed: Replay, index: int) -> Looked:
    """The entry of an index of the record."""
    state, names = replayed.state, replayed.record.players
    action = replayed.record.actions[index]
    trick = None
    if index in state.play_actions:
        trick = state.play_actions.index(index) // state.seats + 1
    return Looked(
        index=index,
        words=entry_words(state, action, names),
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


def entries_beside(replayed: Replay) -> tuple[tuple[int, str], ...]:
    """Every entry that is no card of a trick: its index, and it in a few words."""
    state, names = replayed.state, replayed.record.players
    return tuple(
        (index, entry_words(state, action, names))
        for index, action in enumerate(replayed.record.actions)
        if action["kind"] != "play"
    )


def _calls(replayed: Replay) -> tuple[tuple[str, str], ...]:
    bids = replayed.state.variant.bids
    return (("pass", _("pass")), *((bid.key, _(bid.label)) for bid in bids))


def conflict_of(hand: Hand, follows: Replay, change: Mapping[str, Any]) -> dict[str, Any]:
    """The context of the preview: all fits, or the first conflict and the changes that avoid it."""
    problem = follows.problem
    context: dict[str, Any] = {"change": json.dumps(change), "fits": problem is None}
    if problem is None:
        if change["op"] == "rewind":
            context["back"] = _saved(hand).count - follows.count
        return context
    at = problem.action if problem.action is not None else follows.count
    names = follows.record.players
    action = follows.record.actions[at] if at < len(follows.record.actions) else {}
    return context | {
        "text": " ".join(filter(None, (_cause(follows), sentence(problem, names)))),
        "rule": problem.rule.partition("/")[2],
        "variant": follows.record.variant.key,
        "where": entry_words(follows.state, action, names) if action else "",
        "swap": _swap(hand, follows, problem, change),
        "cut": _cut(change, at, len(follows.record.actions)),
        "lost": len(follows.record.actions) - at,
    }


def _cause(follows: Replay) -> str:
    """Why somebody else is on turn before a trick: who has won the last one by now, and how."""
    state, problem = follows.state, follows.problem
    if problem is None or problem.code != "not-your-turn" or len(state.played) % state.seats:
        return ""
    if not state.winners:
        return ""
    number, winner = len(state.winners), state.winners[-1]
    card, _index = cards_by_seat(state.trick(number - 1), state.seats)[winner]
    facts = {
        "player": follows.record.players[winner],
        "card": card_name(CODES[card], state.variant.key),
        "trick": number,
        "next": number + 1,
    }
    return _("%(player)s wins trick %(trick)s (%(card)s) and leads to trick %(next)s.") % facts


def _swap(hand: Hand, follows: Replay, problem: Problem, change: Mapping[str, Any]) -> str:
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
    before = _saved(hand).record.actions
    other_play = {**before[twin[0]], "card": before[index]["card"]}
    return json.dumps({"op": "change", "edits": [[index, action], [twin[0], other_play]]})


def _saved(hand: Hand) -> Replay:
    """The hand as it stands."""
    return replay(records.record_of(hand))


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
