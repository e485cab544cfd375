"""What one entry changes in a hand: read, folded with the entries before it, judged.

A hand is recorded entry by entry, on the server or on a tablet. Which actions stand and what is
known of the deal follows from the entries; the rest of the record, `TableFacts`, is known when the
hand is dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules.hand.state import OVER, State
from games.rules.problems import N_, malformed
from games.rules.record import shape
from games.rules.record.canonical import canonical_action
from games.rules.record.live_actions import Action, LastTap, LiveActions
from games.rules.record.record import Record, read_record
from games.rules.replaying import replay as folding

Change = dict[str, Any]
Deal = Mapping[str, Any] | None
# What the record has from the table, not from entries: `variant`, `options`, `players`, `dealer`,
# `meta`.
TableFacts = Mapping[str, Any]


class NoLiveAction(Exception):
    """There is no action to take back; `code` and `sentence` as in answers to a request."""

    code = "nothing-to-undo"
    sentence = N_("There is nothing to take back.")


FIELDS = {
    "act": {"op", "action"},
    "undo": {"op"},
    "change": {"op", "edits"},
    "several": {"op", "changes"},
    "rewind": {"op", "to"},
    "deal": {"op", "deal"},
    "about": {"op", "meta", "extra"},
}
OPS = N_("An entry needs an “op”: act, undo, change, several, rewind, deal or about.")
PAIRS = N_("“edits” must be a list of pairs: an index, and an action or null.")
SEVERAL = N_(
    "“changes” must be a list: first any “change” that removes nothing, then at least one “act”."
)


def read(raw: Any) -> Change:
    """Return what an entry changes, in canonical form. Raises RecordError; the rules are not checked."""
    op = raw.get("op") if isinstance(raw, dict) else None
    if not isinstance(op, str) or op not in FIELDS:
        raise malformed(OPS)
    for field in sorted(FIELDS[op] ^ raw.keys()):
        if field in FIELDS[op]:
            raise malformed(N_("“{field}” is missing."), field=field)
        raise malformed(N_("No entry has a field “{field}”."), field=field)
    if op == "act":
        return {"op": op, "action": _read_action(raw["action"])}
    if op == "change":
        return {"op": op, "edits": [_read_edit(edit) for edit in _list(raw["edits"])]}
    if op == "several":
        return {"op": op, "changes": _read_several(raw["changes"])}
    if op == "about":
        return {"op": op, "meta": raw["meta"], "extra": _read_extra(raw["extra"])}
    if op == "rewind" and (type(raw["to"]) is not int or raw["to"] < 0):
        raise malformed(N_("“{field}” must be a whole number."), field="to")
    return dict(raw)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise malformed(PAIRS)
    return value


def _read_edit(edit: Any) -> list[Any]:
    if not isinstance(edit, list) or len(edit) != 2 or type(edit[0]) is not int:
        raise malformed(PAIRS)
    return [edit[0], None if edit[1] is None else _read_action(edit[1])]


def _read_several(raw: Any) -> list[Change]:
    if not isinstance(raw, list):
        raise malformed(SEVERAL)
    ops = [change.get("op") if isinstance(change, dict) else None for change in raw]
    corrections = ops.index("act") if "act" in ops else len(ops)
    if ops != ["change"] * corrections + ["act"] * (len(ops) - corrections) or "act" not in ops:
        raise malformed(SEVERAL)
    changes = [read(change) for change in raw]
    if any(action is None for change in changes[:corrections] for _, action in change["edits"]):
        raise malformed(SEVERAL)
    return changes


def _read_extra(extra: Any) -> dict[str, Any]:
    if not isinstance(extra, dict) or not all(key.startswith("_") for key in extra):
        raise malformed(N_("“extra” must be an object; its fields begin with “_”."))
    return extra


def _read_action(raw: Any) -> dict[str, Any]:
    if not isinstance(raw, dict) or not isinstance(raw.get("kind"), str):
        raise malformed(N_("An action needs a “kind”."))
    return canonical_action(raw)


def fold(
    changes: Iterable[Change], deal: Deal = None, start: Iterable[Action] = ()
) -> tuple[Deal, list[Action]]:
    """Return what is known of the deal, and the live actions, after the entries of a hand.

    `deal` and `start`: what was known, and which actions stood, before them. Raises NoLiveAction, and RecordError where
    a change names an action that is not there.
    """
    deal, live = _fold(changes, deal, start)
    return deal, live.actions


def last_tap(changes: Iterable[Change]) -> LastTap:
    """Return what an undo after these entries would take back. Raises as `fold` does."""
    return _fold(changes)[1].last


def _fold(
    changes: Iterable[Change], deal: Deal = None, start: Iterable[Action] = ()
) -> tuple[Deal, LiveActions]:
    live = LiveActions(start)
    for change in changes:
        match change["op"]:
            case "act":
                live.actions.append(change["action"])
            case "undo":
                if not live.undo():
                    raise NoLiveAction
            case "change":
                live.edit(change["edits"])
            case "several":
                live.tap(change["changes"])
            case "rewind":
                live.check_index(change["to"])
                live.cut(change["to"])
            case "deal":
                deal = change["deal"]
    return deal, live


def record_of(facts: TableFacts, changes: Sequence[Change]) -> Record:
    """Return the record of a hand after all of its changes. Raises RecordError, NoLiveAction."""
    (deal, actions), about = fold(changes), _about(changes)
    meta = facts["meta"] if about["meta"] is None else about["meta"]
    played = {"deal": deal, "actions": actions}
    return read_record(
        {"format": shape.format_of(actions), **facts, **played, "meta": meta, **about["extra"]}
    )


def _about(changes: Sequence[Change]) -> Change:
    """Return the latest `about` of the hand: `meta`, which replaces the usual one, and `extra` fields."""
    abouts = (change for change in reversed(changes) if change["op"] == "about")
    return next(abouts, NOTHING_SAID)


NOTHING_SAID: Change = {"meta": None, "extra": {}}


# Where these leave the seat out, the seat on turn is meant.
ON_TURN = frozenset({"call", "play", "discard", "king", "take", "buy"})


def judge(
    facts: TableFacts, changes: Sequence[Change], change: Change
) -> tuple[Change, folding.Replay]:
    """Return what follows when `change` is made after `changes`: the complete change, and the replay.

    The seat on turn is filled in where an action leaves it out. Where something prevents the change, the replay holds
    the good part and the first problem. Raises RecordError, NoLiveAction.
    """
    match change["op"]:
        case "act":
            return judge_next(folding.replay(record_of(facts, changes)), change)
        case "several":
            return _judge_several(facts, changes, change["changes"])
    return change, folding.replay(record_of(facts, [*changes, change]))


def _judge_several(
    facts: TableFacts, changes: Sequence[Change], several: list[Change]
) -> tuple[Change, folding.Replay]:
    corrections = [change for change in several if change["op"] != "act"]
    follows = folding.replay(record_of(facts, [*changes, *corrections]))
    done = corrections
    for change in several[len(corrections) :]:
        change, follows = judge_next(follows, change)
        done.append(change)
    return {"op": "several", "changes": done}, follows


def judge_next(before: folding.Replay, change: Change) -> tuple[Change, folding.Replay]:
    """Judge one action more than `before`, whose state is played on, as `judge` does."""
    if before.problem is not None:
        return change, before
    state = before.state
    change = {"op": "act", "action": seated_action(change["action"], state)}
    actions = (*before.record.actions, change["action"])
    shape.check_count(actions)
    written = shape.format_of(actions[-1:], before.record.format)
    record = before.record._replace(actions=actions, format=written)
    state.second_format = record.format == shape.FORMAT_STATED
    problem = folding.fold(state, actions[-1:])
    if problem is not None:
        problem = problem.at(state.index, record.players, record.variant.key)
    return change, folding.Replay(record, state, state.index, problem)


def leaves_seat_out(change: Change) -> bool:
    """Return whether a change records an action of the seat on turn without naming it."""
    if change["op"] != "act":
        return False
    action = change["action"]
    return "seat" not in action and action["kind"] in ON_TURN


def seated_action(action: dict[str, Any], state: State) -> dict[str, Any]:
    """Return an action with the seat on turn, where it leaves its seat out.

    When the hand is over it is nobody's turn, and any seat will do: what is refused is the card, or that anything
    follows at all.
    """
    seat = 0 if state.turn is None and state.phase == OVER else state.turn
    if "seat" in action or action["kind"] not in ON_TURN or seat is None:
        return action
    return canonical_action({**action, "seat": seat})
