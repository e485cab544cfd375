"""The scrubber: the hand as a line of parts, each leading to its first step, with their marks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.display.when import ALWAYS, NEVER, When
from games.replay.course import AUCTION, EXCHANGE, OVER, PLAYING, Course
from games.replay.tricks import now_of, running_known
from games.replay.views import View
from games.replay.words import word
from games.rules import Discard, Trick, card_id


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to find again on the scrubber.

    An honour played ("honour", with its code), an announcement, a card taken back, a comment,
    something irregular; what it says, and when it is there.
    """

    kind: str
    step: int
    text: str
    when: When


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the scrubber.

    Where it leads, the step from which what happens belongs to it; when the reader is in it, when
    they have passed it; of a trick whose side won it ("takers", "others" or "") and from when that
    is known; what is marked in it.
    """

    label: str
    step: int
    begins: int
    now: When
    past: When
    trick: bool = False
    side: str = ""
    side_known: When = NEVER
    marks: tuple[Mark, ...] = ()

    @property
    def styles(self) -> str:
        """Return the classes of a trick on the line, with the side that won it."""
        return f"scrub-trick {self.side}".strip() if self.trick else ""


def segments(course: Course, view: View) -> tuple[Segment, ...]:
    """Return the scrubber from the auction to the score.

    Where the view is not open, with all that the game may have.
    """
    played = course.end.tricks
    coming = () if view.open else range(len(played) + 1, course.end.tricks_in_all + 1)
    parts = (
        *_phases(course, view),
        *(_segment(course, view, trick) for trick in played),
        *(_trick_to_come(course, number) for number in coming),
        _score(course, view),
    )
    starts = [part.begins for part in parts]
    marked: dict[int, list[Mark]] = {}
    for mark in marks(course, view):
        marked.setdefault(part_at(starts, mark.step), []).append(mark)
    return tuple(
        replace(part, marks=tuple(marked.get(number, ()))) for number, part in enumerate(parts)
    )


def part_at(starts: Sequence[int], step: int) -> int:
    """Return the number of the part in which the action before a step happened.

    `starts`: the steps at which the parts begin.
    """
    return max(bisect_left(starts, step) - 1, 0)


def marks(course: Course, view: View) -> Iterator[Mark]:
    """Return what is marked on the scrubber, in the order in which it happened."""
    variant, honours = course.record.variant, course.end.pack.honours
    for step, action in enumerate(course.record.actions[: course.last], 1):
        when = ALWAYS if view.open else When.between(step)
        if action["kind"] == "play" and honours >> card_id(action["card"]) & 1:
            yield Mark("honour", step, action["card"], when)
        if action["kind"] == "announce":
            kind = variant.announcement(action["what"])
            yield Mark("announcement", step, _(kind.label) if kind else action["what"], when)
        if action["kind"] == "takeback":
            yield Mark("takeback", step, _("a card taken back"), when)
        if action["kind"] == "note" or action.get("note"):
            yield Mark("comment", step, "", when)
        if action.get("irregular") or action["kind"] == "ruling":
            yield Mark("irregular", step, "", when)


def _phases(course: Course, view: View) -> Iterator[Segment]:
    variant = course.record.variant
    first = pgettext("short, below the line of a hand", "Auction")
    for phase, label in ((AUCTION, first), (EXCHANGE, word(variant, "stock"))):
        steps = When.of(at.phase == phase for at in course.positions)
        if steps:
            yield _plain(label, course.first(phase) or 0, steps)
        elif phase == EXCHANGE and Discard in variant.phases and not view.open:
            # Whether there would be one, nobody knew before the auction was over.
            after = course.first(*PLAYING, OVER)
            past = NEVER if after is None else When.between(after)
            step = course.last if after is None else after
            yield Segment(label, step, step, NEVER, past)


def _score(course: Course, view: View) -> Segment:
    label = _("Score") if course.outcome.scores or not view.open else _("End")
    return _plain(label, course.last, When.between(course.first(OVER) or course.last))


def _plain(label: str, step: int, now: When) -> Segment:
    past = When.between(now.spans[-1][1]) if now.spans and now.spans[-1][1] is not None else NEVER
    return Segment(label, step, step, now, past)


def _trick_to_come(course: Course, number: int) -> Segment:
    """Return a trick of which no card was played."""
    start, now = course.start_of(number), now_of(course, number)
    begins = course.before_trick(number)
    return Segment(str(number), start, begins, now, NEVER, trick=True)


def _segment(course: Course, view: View, trick: Trick) -> Segment:
    close = course.close_of(trick.number)
    takers = course.takers
    side = (
        ""
        if trick.winner is None or not takers
        else "takers"
        if trick.winner in takers
        else "others"
    )
    # Nobody knows whose side has won it before knowing who plays with the taker.
    known = NEVER if close is None else running_known(course, view, close)
    if close is not None and trick.winner == course.end.taker and not view.open:
        known = When.between(close)
    return Segment(
        str(trick.number),
        course.start_of(trick.number),
        course.before_trick(trick.number),
        now_of(course, trick.number),
        When.between(min(close + 1, course.last)) if close is not None else NEVER,
        True,
        side,
        known,
    )
