"""The fold: a record in, the last good position, the problem and the outcome out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from games.rules.game.settlement import Line, Number, number
from games.rules.hand.state import State
from games.rules.hand.steps import begin
from games.rules.phases.dealing import deal
from games.rules.problems import Problem, RecordError
from games.rules.record.reading import read_action
from games.rules.record.record import Record, parse_record
from games.rules.record.shape import FORMAT_STATED
from games.rules.replaying.phase_table import enter
from games.rules.replaying.stretch import RUNS, run
from games.rules.scoring.sides import ruling_lines, with_rulings


class Outcome(NamedTuple):
    """The result of a hand so far (record format, "What the verifier answers").

    Points are numbers, seats count from 0; `lines` is the score sheet, empty until the hand is scored.
    """

    status: str
    phase: str
    turn: int | None
    scores: tuple[Number, ...] | None
    sides: tuple[tuple[int, ...], ...] | None
    card_points: tuple[Number, ...] | None
    lines: tuple[Line, ...]
    knowledge: str
    margin: Number | None = None
    won: bool | None = None
    level: str = "full"


@dataclass(frozen=True)
class Replay:
    """The good part of a record.

    `count` actions stand, `state` is where they lead, `problem` is why the next one is refused (None where all stand).
    It has no slots, so that its outcome is worked out only once.
    """

    record: Record
    state: State
    count: int
    problem: Problem | None

    @cached_property
    def outcome(self) -> Outcome:
        """The verifier's answer for the good part."""
        return outcome(self.state)


def opponents(played: Replay) -> tuple[int, ...]:
    """Return the seats that did not take a hand that is over; all of them where nobody took it."""
    sides = played.outcome.sides if played.state.taker is not None else None
    takers = sides[0] if sides else ()
    return tuple(seat for seat in range(played.state.seats) if seat not in takers)


def start(record: Record) -> State:
    """Return the position before the first action of a record."""
    state = State(record.variant, record.options, len(record.players), record.dealer)
    state.second_format, state.sealed = record.format == FORMAT_STATED, record.sealed
    deal(state, record.hands, record.stock)
    if not record.variant.bids:
        begin(state)
    return state


def replay(record: Record, upto: int | None = None) -> Replay:
    """Folds the actions of a record, all or the first `upto`. A refusal is in the result, never raised."""
    state = start(record)
    actions = record.actions if upto is None else record.actions[:upto]
    problem = fold(state, actions)
    if problem is not None:
        problem = problem.at(state.index, record.players, record.variant.key)
    return Replay(record, state, state.index, problem)


def fold(state: State, actions: Sequence[Any]) -> Problem | None:
    """Apply actions (JSON objects) to a state until one is refused; `state.index` counts those that stand."""
    variant, seats = state.variant, state.seats
    at, end = 0, len(actions)
    while True:
        if state.phase in RUNS:
            at = run(state, actions, at)
        if at == end:
            return None
        raw = actions[at]
        try:
            action = read_action(raw, variant, seats)
        except RecordError as error:
            return error.problem
        problem = enter(state, action)
        if problem is not None:
            return problem
        if len(raw) > 3 and "irregular" in raw and getattr(action, "irregular", False):
            state.irregular.add(state.index)
        state.index += 1
        at += 1


def outcome(state: State) -> Outcome:
    """Return the outcome of a position; scores stay None until the hand is scored."""
    status = state.status
    settlement = state.variant.settle(state) if status == "scored" else None
    if settlement is not None:
        scores = with_rulings(state, settlement.scores)
        return Outcome(
            status=status,
            phase=state.phase,
            turn=state.turn,
            scores=scores,
            sides=settlement.sides,
            card_points=settlement.halves and tuple(map(number, settlement.halves)),
            lines=(*settlement.lines, *ruling_lines(state, scores)),
            knowledge=state.knowledge,
            margin=None if settlement.margin is None else number(settlement.margin),
            won=settlement.made,
            level=state.level,
        )
    # What is scored by play, but cannot be worked out from what is known, is in progress still.
    in_progress = status in ("scored", "in-progress")
    nothing = with_rulings(state, (0,) * state.seats)
    return Outcome(
        status="in-progress" if in_progress else status,
        phase=state.phase,
        turn=state.turn,
        scores=None if in_progress else nothing,
        sides=None,
        card_points=None,
        lines=() if in_progress else tuple(ruling_lines(state, nothing)),
        knowledge=state.knowledge,
        level=state.level,
    )


def verify(line: bytes | str) -> dict[str, Any]:
    """Return the verifier's answer for one line, without its number (record format)."""
    try:
        result = replay(parse_record(line))
    except RecordError as error:
        return _refusal(error.problem)
    if result.problem is not None:
        return _refusal(result.problem)
    outcome = result.outcome
    return {
        "ok": True,
        "status": outcome.status,
        "turn": outcome.turn,
        "phase": outcome.phase,
        "scores": outcome.scores and list(outcome.scores),
        "sides": outcome.sides and [list(side) for side in outcome.sides],
        "card_points": outcome.card_points and list(outcome.card_points),
        "sheet": [line.as_json(result.record.players) for line in outcome.lines],
        "knowledge": outcome.knowledge,
        "level": outcome.level,
    }


def _refusal(problem: Problem) -> dict[str, Any]:
    error: dict[str, Any] = {
        "code": problem.code,
        "action": problem.action,
        "message": str(problem),
    }
    if problem.rule:
        error["rule"] = problem.rule
    if problem.code == "revoke":
        error["earlier"] = problem.earlier
    return {"ok": False, "error": error}
