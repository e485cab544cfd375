"""The trick list and the scrubber: the whole play at a glance, each card leading to its step."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.replays.course import AUCTION, EXCHANGE, PLAYING, Course
from games.replays.table import partner_known
from games.replays.views import View
from games.replays.when import ALWAYS, NEVER, When
from games.replays.words import word
from games.rules.cards import card_code, card_id
from games.rules.foresight import FILLED
from games.rules.state import Trick


@dataclass(frozen=True, slots=True)
class Cell:
    """A card of the trick list. `step`: where it has just been played; `seen`: from when it may
    be read; `next`: while its seat is on turn to play it; `won`: from when it is known that it
    won; `inferred`: nobody saw it, no other card was left."""

    code: str
    step: int
    seen: When
    unseen: When
    next: When
    won: When
    led: bool
    irregular: str
    inferred: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A trick: cells by seat (None where nobody played), half points as the cards lie, the
    running card points of the sides in half points (None where they cannot be told), the steps
    at which it is the trick of the moment."""

    number: int
    start: int
    cells: tuple[Cell | None, ...]
    halves: int
    running: tuple[int, int] | None
    told: When
    running_told: When
    now: When


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to find again on the scrubber: an honour played ("honour", with its code), an
    announcement, a comment, something irregular; what it says, and when it is there."""

    kind: str
    step: int
    text: str
    when: When


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the scrubber: where it leads, when the reader is in it, when it lies behind him;
    of a trick whose side won it ("takers", "others" or "") and from when that is known; what is
    marked in it."""

    label: str
    step: int
    now: When
    past: When
    trick: bool
    side: str
    told: When
    marks: tuple[Mark, ...]


def rows(course: Course, view: View) -> tuple[Row, ...]:
    """The tricks from the first; where the view is not open each card may be read from its own
    step on."""
    return tuple(_row(course, view, trick) for trick in course.end.tricks)


def _row(course: Course, view: View, trick: Trick) -> Row:
    close = course.close_of(trick.number)
    told = ALWAYS if view.open else When.between(close) if close is not None else NEVER
    cells: list[Cell | None] = [None] * len(course.names)
    for place, (card, index) in enumerate(zip(trick.cards, trick.actions, strict=True)):
        seat = (trick.leader + place) % len(cells)
        cells[seat] = Cell(
            card_code(card),
            index + 1,
            ALWAYS if view.open else When.between(index + 1),
            NEVER if view.open else When.between(0, index + 1),
            _to_play(course, trick.number, place),
            told if trick.winner == seat else NEVER,
            card == trick.card_led,
            course.record.actions[index].get("irregular", ""),
            FILLED in course.record.actions[index],
        )
    return Row(
        trick.number,
        course.start_of(trick.number),
        tuple(cells),
        trick.points,
        None if close is None else course.positions[close].running,
        told if close is not None else NEVER,
        NEVER if close is None else _running_told(course, view, close),
        _now(course, trick.number),
    )


def _running_told(course: Course, view: View, close: int) -> When:
    """From when the view may know how the sides stand: not before it knows who plays with whom."""
    if view.open:
        return ALWAYS
    partners = [seat for seat in course.takers if seat != course.end.taker]
    known = [partner_known(course, view, seat) for seat in partners]
    return When.between(max([close, *known]))


def _to_play(course: Course, number: int, place: int) -> When:
    return When.of(
        at.phase in PLAYING and at.closed == number - 1 and at.lying == place
        for at in course.positions
    )


def _now(course: Course, number: int) -> When:
    return When.of(at.phase in PLAYING and at.closed == number - 1 for at in course.positions)


def segments(course: Course, view: View) -> tuple[Segment, ...]:
    """The scrubber from the auction to the score."""
    parts = (
        *_phases(course),
        *(_segment(course, view, trick) for trick in course.end.tricks),
        _score(course),
    )
    starts = [part.step for part in parts]
    found: dict[int, list[Mark]] = {}
    for mark in marks(course, view):
        found.setdefault(part_at(starts, mark.step), []).append(mark)
    return tuple(
        replace(part, marks=tuple(found.get(number, ()))) for number, part in enumerate(parts)
    )


def part_at(starts: Sequence[int], step: int) -> int:
    """The number of the part in which the action before a step happened. `starts`: the steps at
    which the parts begin."""
    return max(bisect_left(starts, step) - 1, 0)


def marks(course: Course, view: View) -> Iterator[Mark]:
    """What is marked on the scrubber, in the order in which it happened."""
    variant = course.record.variant
    for step, action in enumerate(course.record.actions[: course.last], 1):
        when = ALWAYS if view.open else When.between(step)
        if action["kind"] == "play" and variant.pack.honours >> card_id(action["card"]) & 1:
            yield Mark("honour", step, action["card"], when)
        if action["kind"] == "announce":
            said = variant.announcement(action["what"])
            yield Mark("announcement", step, _(said.label) if said else action["what"], when)
        if action["kind"] == "note" or action.get("note"):
            yield Mark("comment", step, "", when)
        if action.get("irregular") or action["kind"] == "ruling":
            yield Mark("irregular", step, "", when)


def _phases(course: Course) -> Iterator[Segment]:
    first = pgettext("short, below the line of a hand", "Auction")
    for phase, label in ((AUCTION, first), (EXCHANGE, word(course.record.variant, "stock"))):
        steps = When.of(at.phase == phase for at in course.positions)
        if steps:
            yield _plain(label, course.first(phase) or 0, steps)


def _score(course: Course) -> Segment:
    label = _("Score") if course.outcome.scores else _("End")
    return _plain(label, course.last, When.between(course.first("over") or course.last))


def _plain(label: str, step: int, now: When) -> Segment:
    past = When.between(now.spans[-1][1]) if now.spans and now.spans[-1][1] is not None else NEVER
    return Segment(label, step, now, past, False, "", NEVER, ())


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
    # Whose side has won it nobody knows before he knows who plays with the taker.
    told = NEVER if close is None else _running_told(course, view, close)
    if close is not None and trick.winner == course.end.taker and not view.open:
        told = When.between(close)
    return Segment(
        str(trick.number),
        course.start_of(trick.number),
        _now(course, trick.number),
        When.between(close) if close is not None else NEVER,
        True,
        side,
        told,
        (),
    )
