"""The turning points of sealed hands: worked out once, and kept by the digest of the game."""

from __future__ import annotations

from typing import Any

from games.book.records import read_seal
from games.models import Analysis, Hand, Seal
from games.rules import Course, Turn, turning_points
from games.writing.outages import SideWrites

# So many positions before a trick are looked at for a reader who waits: a second or two.
WHILE_WAITING = 30_000
_writes = SideWrites()


def kept(hand: Hand, seal: Seal) -> Analysis | None:
    """Return what is kept of a hand as it is sealed now."""
    return Analysis.objects.filter(hand=hand, digest=seal.game_digest).first()


def worked_out(hand: Hand, seal: Seal, *, limit: int) -> Analysis:
    """Return the analysis of a sealed hand, and keep it if the database takes it."""
    course = turning_points(read_seal(seal), limit=limit)
    facts: dict[str, Any] = {"digest": seal.game_digest, "course": course}
    facts["one_card"] = course is not None and course.one_card
    _writes.attempt(lambda: Analysis.objects.update_or_create(facts, hand=hand))
    return Analysis(hand=hand, **facts)


def course_of(analysis: Analysis) -> Course | None:
    """Return how a hand turned; None where that is not known."""
    if analysis.course is None:
        return None
    since, alone, turns, scores, worth = analysis.course
    return Course(since, alone, tuple(Turn(*turn) for turn in turns), tuple(scores), worth)
