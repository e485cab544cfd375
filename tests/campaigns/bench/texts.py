"""A record from its line of text to the verified hand, scored line by line, beside rung E, and its
parts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial

from games.rules import Outcome, parse_record, read_record, replay
from games.rules.hand.replay import outcome
from games.rules.record.strict import decode
from tests.campaigns.bench import lower_bound
from tests.campaigns.bench.apart import in_fresh_processes
from tests.campaigns.bench.hands import TimedHand, hands_of
from tests.campaigns.bench.report import Goal, Result, Row
from tests.campaigns.bench.timing import Each, measure_each

HANDS = 40
IN_A_RUN = 5  # so often each hand is timed: it takes a few ten-thousandths of a second
GOAL = Goal(4, 5)
PARTS = (
    ("json.loads", "json.loads alone"),
    ("decode", "strict reading of the text (json.loads in it)"),
    ("read", "the object read as a record"),
    ("replay", "deal and actions folded"),
    ("score", "score, line by line"),
)


def rows(runs: int) -> list[Result]:
    """Hands of four, known and unknown, then the parts."""
    return in_fresh_processes(rows_here, runs)


def rows_here(runs: int) -> Iterator[Row]:
    """The same, in this process alone."""
    known, unknown = (hands_of(4, HANDS, known=known) for known in (True, False))
    found = measure_each(
        {
            "known": Each(scored, [hand.line for hand in known]),
            "unknown": Each(scored, [hand.line for hand in unknown]),
            "E": Each(lower_bound.play_text, [hand.text for hand in known]),
            **_parts(known),
        },
        runs * IN_A_RUN,
    )
    # By the clock: to ask for CPU time takes a hundredth of the time of a hand.
    beside = partial(Row, unit="hand", beside="E", theirs=found["E"], clock="wall")
    for key in ("known", "unknown"):
        yield beside(f"4 players, hands {key}", ours=found[key], goal=GOAL)
    for key, name in PARTS:
        yield beside(f"- {name}", ours=found[key])


def scored(line: bytes) -> Outcome:
    """Every card judged, and the points of every seat with the lines that lead there."""
    return replay(parse_record(line)).outcome


def _parts(hands: Sequence[TimedHand]) -> dict[str, Each]:
    lines = [hand.line for hand in hands]
    ends = [replay(hand.record).state for hand in hands]
    return {
        "json.loads": Each(json.loads, lines),
        "decode": Each(decode, lines),
        "read": Each(read_record, [json.loads(line) for line in lines]),
        "replay": Each(replay, [hand.record for hand in hands]),
        "score": Each(outcome, ends),
    }
