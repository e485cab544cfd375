"""A record from its line of text to the verified and scored hand, beside rung E, and its parts.

The lines that explain a score are written only when somebody reads them, so they are timed apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.rules import Line, Outcome, parse_record, read_record, replay
from games.rules.replay import outcome
from games.rules.strict import decode
from tests.bench import lower_bound
from tests.bench.hands import TimedHand, hands_of
from tests.bench.report import Goal, Row
from tests.bench.timing import Case, measure

HANDS = 40
GOAL = Goal(3, 4)
PARTS = (
    ("json.loads", "json.loads alone"),
    ("decode", "strict reading of the text (json.loads in it)"),
    ("read", "the object read as a record"),
    ("replay", "deal and actions folded"),
    ("score", "score"),
    ("lines", "lines of the score sheet, the score in them"),
)


def rows(runs: int) -> Iterator[Row]:
    """Hands of four, known and unknown, each with its score lines too, then the parts."""
    known, unknown = (hands_of(4, HANDS, known=known) for known in (True, False))
    cases = {
        "known": each(scored, [hand.line for hand in known]),
        "known, lines": each(explained, [hand.line for hand in known]),
        "unknown": each(scored, [hand.line for hand in unknown]),
        "unknown, lines": each(explained, [hand.line for hand in unknown]),
        # Three times over: as long at it as the records are, so that the quickest run is as rare.
        "E": each(lower_bound.play_text, [hand.text for hand in known] * 3),
        **_parts(known),
    }
    found = measure(cases, runs)
    floor = found["E"]
    for key in ("known", "unknown"):
        yield Row(f"4 players, hands {key}", "hand", found[key], "E", floor, GOAL)
        yield Row("- with its score lines", "hand", found[f"{key}, lines"], "E", floor)
    for key, name in PARTS:
        yield Row(f"- {name}", "hand", found[key], "E", floor)


def scored(line: bytes) -> Outcome:
    """Every card judged, and the points of every seat: what a check of an archive asks for."""
    return replay(parse_record(line)).outcome


def explained(line: bytes) -> tuple[Line, ...]:
    """The same with the lines that explain the score: what an import stores."""
    return scored(line).lines


def each(do: Callable[[Any], object], things: Sequence[Any]) -> Case:
    """The same done with each thing, what comes of it dropped."""

    def work(_: None) -> None:
        for thing in things:
            do(thing)

    return Case(work, len(things))


def _parts(hands: Sequence[TimedHand]) -> dict[str, Case]:
    lines = [hand.line for hand in hands]
    ends = [replay(hand.record).state for hand in hands]
    return {
        "json.loads": each(json.loads, lines),
        "decode": each(decode, lines),
        "read": each(read_record, [json.loads(line) for line in lines]),
        "replay": each(replay, [hand.record for hand in hands]),
        "score": each(outcome, ends),
        "lines": each(lambda state: outcome(state).lines, ends),
    }
