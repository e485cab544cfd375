"""Judges one more change before anything is written."""

from __future__ import annotations

from typing import Any

from games.book.records import Change, record_of
from games.models import Hand
from games.rules import OVER, Replay, State, canonical_action, fold, replay, shape

# Where these leave the seat out, the seat on turn is meant.
ON_TURN = frozenset({"call", "play", "discard", "king", "take", "buy"})


def judge(hand: Hand, changes: list[Change], change: Change) -> tuple[Change, Replay]:
    """What follows when `change` is made after `changes`: the complete change, and the replay.

    The seat on turn is filled in where an action leaves it out. Where something stands in the way
    the replay holds the good part and the first problem. Raises RecordError, NothingToUndo.
    """
    match change["op"]:
        case "act":
            return judge_next(replay(record_of(hand, changes)), change)
        case "several":
            return _judge_several(hand, changes, change["changes"])
    return change, replay(record_of(hand, [*changes, change]))


def _judge_several(
    hand: Hand, changes: list[Change], several: list[Change]
) -> tuple[Change, Replay]:
    corrections = [change for change in several if change["op"] != "act"]
    follows = replay(record_of(hand, [*changes, *corrections]))
    done = corrections
    for change in several[len(corrections) :]:
        change, follows = judge_next(follows, change)
        done.append(change)
    return {"op": "several", "changes": done}, follows


def judge_next(before: Replay, change: Change) -> tuple[Change, Replay]:
    """As `judge`, for one action more than `before`, whose state is played on."""
    if before.problem is not None:
        return change, before
    state = before.state
    change = {"op": "act", "action": seated_action(change["action"], state)}
    actions = (*before.record.actions, change["action"])
    shape.check_count(actions)
    record = before.record._replace(actions=actions, format=shape.format_of(actions))
    state.may_state = record.format == shape.FORMAT_STATED
    problem = fold(state, actions[-1:])
    if problem is not None:
        problem = problem.at(state.index, record.players, record.variant.key)
    return change, Replay(record, state, state.index, problem)


def leaves_seat_out(change: Change) -> bool:
    """Whether a change records an action of the seat on turn without naming it."""
    if change["op"] != "act":
        return False
    action = change["action"]
    return "seat" not in action and action["kind"] in ON_TURN


def seated_action(action: dict[str, Any], state: State) -> dict[str, Any]:
    """An action with the seat on turn, where it leaves it out. When the hand is over nobody is, and
    any seat will do: what is refused is the card, or that anything follows at all."""
    seat = 0 if state.turn is None and state.phase == OVER else state.turn
    if "seat" in action or action["kind"] not in ON_TURN or seat is None:
        return action
    return canonical_action({**action, "seat": seat})
