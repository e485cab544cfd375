"""The turning points of sealed hands: worked out once, and kept by the digest of the game."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

from django.db import Error
from django.db.models import Exists, OuterRef

from games.book.records import latest_seal, read_seal
from games.models import Analysis, Hand, Seal
from games.models.analysis import hidden, is_latest
from games.rules import Turn, TurningPoints, turning_points
from games.writing.outages import SideWrites

# How many positions before a trick are examined while a reader waits: a second or two.
WHILE_WAITING = 30_000
# And of a hand that nobody waits for, in the background.
AT_LEISURE = 100_000
LONGEST_UPKEEP = 600  # seconds
AT_ONCE = 200  # hands
_writes = SideWrites()
log = logging.getLogger(__name__)


def kept(hand: Hand, seal: Seal) -> Analysis | None:
    """Return what is kept of a hand as it is sealed now."""
    return Analysis.objects.filter(hand=hand, digest=seal.game_digest).first()


def worked_out(hand: Hand, seal: Seal, *, limit: int) -> Analysis:
    """Return the analysis of a sealed hand, and keep it: also that its cards make it fail.

    `manage.py rebuild` forgets what failed: a newer version of the code tries once more.
    """
    try:
        course = turning_points(read_seal(seal), limit=limit)
    except (Error, MemoryError):  # says nothing of the hand
        raise
    except Exception:
        log.exception("the best play of %s cannot be worked out", hand)
        course = None
    facts: dict[str, Any] = {"digest": seal.game_digest, "course": course}
    facts["one_card"] = course is not None and course.one_card
    _writes.attempt(lambda: Analysis.objects.update_or_create(facts, hand=hand))
    return Analysis(hand=hand, **facts)


def analyse_new(is_wanted_elsewhere: Callable[[], bool]) -> None:
    """Work out the hands of which no analysis is kept, the newest first.

    Returns as soon as the worker is wanted elsewhere, and after ten minutes.
    """
    known = Seal.objects.filter(
        is_latest(), hand=OuterRef("pk"), game_digest=OuterRef("analysis__digest")
    )
    played = Hand.objects.shown().filter(
        ~Exists(known),
        ~hidden(),
        level__in=(Hand.Level.TRICKS, Hand.Level.FULL),
        club__shows_best_play=True,
    )
    end = monotonic() + LONGEST_UPKEEP
    for hand in played.select_related("club").order_by("-sealed_at")[:AT_ONCE]:
        if is_wanted_elsewhere() or monotonic() > end:
            return
        worked_out(hand, latest_seal(hand), limit=AT_LEISURE)


def turning_points_of(analysis: Analysis) -> TurningPoints | None:
    """Return how a hand turned; None where that is not known."""
    if analysis.course is None:
        return None
    since, alone, turns, scores, worth = analysis.course
    return TurningPoints(since, alone, tuple(Turn(*turn) for turn in turns), tuple(scores), worth)
