"""Hands of every game as a scorer might tap them, by chance, with slips that are put right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.matches.match_so_far import match_as_json
from games.rules import OVER, VARIANTS, Change, Variant
from tests.recording.course import Asked, Course
from tests.recording.slips import SLIPS_BY_WEIGHT
from tests.rules.properties.playing import MODES

SLIPS = 0.15  # how often something else is tapped than what happened next
MOST_SLIPS = 25  # a hand; after them it is recorded to its end


class TappedHand(NamedTuple):
    """A hand at its table, the changes of all its entries, and what was asked in the course."""

    hand: dict[str, Any]
    match: dict[str, Any]
    written: str
    changes: list[Change]
    asked: list[Asked]

    def sent(self, asked: Asked) -> dict[str, Any]:
        """A request as the tablet sends it."""
        so_far = {"changes": self.changes[: asked.after]}
        return {**self.table, **so_far, **asked.facts}

    @property
    def table(self) -> dict[str, Any]:
        """What every request says."""
        facts = {"written": self.written, "confirms": "no", "me": ""}
        return {"hand": self.hand, "match": self.match, **facts}


def tapped(variant: Variant, players: int, seed: int, mode: str) -> TappedHand:
    """One hand; the same for the same seed. `mode` (`MODES`): whose cards are written down."""
    course = Course(variant, players, seed, mode)
    record_whole(course)
    hand, match = course.hand.as_json(), match_as_json(course.match)
    return TappedHand(hand, match, "Tricks only", course.changes, course.asked)


def hands_tapped(variant: Variant, count: int) -> Iterator[TappedHand]:
    """That many hands of a game, at all its tables and in all modes in turn; of one hand each, two
    games after each other have two modes."""
    first = VARIANTS.index(variant)
    for number in range(count):
        rounds, table = divmod(number, len(variant.seats))
        mode = MODES[(first + number + rounds) % len(MODES)]
        yield tapped(variant, variant.seats[table], number, mode)


def record_whole(course: Course) -> None:
    """Record the hand to its end, with slips."""
    course.asks("recording")
    if course.luck.random() < 0.8:
        course.deals()
    seen, slips = -1, MOST_SLIPS
    while True:
        is_over = course.state.phase == OVER
        if is_over and seen != len(course.changes):
            seen = len(course.changes)
            course.ends()
        if slips and course.luck.random() < (0.6 if is_over else SLIPS):
            slips -= 1
            course.luck.choice(SLIPS_BY_WEIGHT)(course)
        elif is_over or not course.goes_on():
            break
