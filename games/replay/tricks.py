"""The trick list: the whole play at a glance, each card leading to its step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.replay.course import OVER, PLAYING, Course
from games.replay.table import partner_known
from games.replay.views import View
from games.replay.when import ALWAYS, NEVER, When
from games.rules.cards import card_code
from games.rules.hand.deeds import Trick
from games.rules.hand.foresight import FILLED


@dataclass(frozen=True, slots=True)
class Cell:
    """A card of the trick list; `code` is "" for one that was never played. `step`: where it has
    just been played; `seen`: from when it may be read; `unseen`: until when nobody knows whether it
    will be played; `next`: while its seat is on turn to play it; `won`: from when it is known that
    it won; `inferred`: nobody saw it, no other card was left."""

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


def rows(course: Course, view: View) -> tuple[Row, ...]:
    """The tricks from the first; where the view is not open each card may be read from its own
    step on, and there are as many tricks as the rules give: that the hand ended before, nobody knew
    then."""
    played = tuple(_row(course, view, trick) for trick in course.end.tricks)
    if view.open:
        return played
    coming = range(len(played) + 1, course.end.tricks_in_all + 1)
    return (*played, *(_row_to_come(course, number) for number in coming))


def _row_to_come(course: Course, number: int) -> Row:
    """A trick of which no card was played."""
    cells = tuple(_cells_to_come(course, number))
    now = now_of(course, number)
    return Row(number, course.start_of(number), cells, 0, None, NEVER, NEVER, now)


def _cells_to_come(course: Course, number: int) -> Iterator[Cell]:
    """The cells of a trick as long as nothing of it is known."""
    seats, end = len(course.names), course.end
    begun = course.first(*PLAYING) is not None and number <= len(end.winners) + 1
    leader = end.trick(number - 1).leader if begun else 0
    unseen = When.between(0, course.first(OVER))
    for seat in course.seats:
        on_turn = _to_play(course, number, (seat - leader) % seats)
        yield Cell("", course.last, NEVER, unseen, on_turn, NEVER, False, "", False)


def _row(course: Course, view: View, trick: Trick) -> Row:
    close = course.close_of(trick.number)
    told = ALWAYS if view.open else When.between(close) if close is not None else NEVER
    cells: list[Cell | None] = [None] * len(course.names)
    if not view.open:
        cells = list(_cells_to_come(course, trick.number))
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
        NEVER if close is None else running_told(course, view, close),
        now_of(course, trick.number),
    )


def running_told(course: Course, view: View, close: int) -> When:
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


def now_of(course: Course, number: int) -> When:
    """When a trick (from 1) is the one that is played."""
    return When.of(at.phase in PLAYING and at.closed == number - 1 for at in course.positions)
