"""The trick list: the whole play at a glance, each card leading to its step."""

from __future__ import annotations

from collections.abc import Iterator

from games.display.table_parts import TrickCell, TrickRow
from games.display.when import ALWAYS, NEVER, When
from games.replay.course import OVER, PLAYING, Course
from games.replay.table import partner_known
from games.replay.views import View
from games.rules import Trick, card_code, foresight


def rows(course: Course, view: View) -> tuple[TrickRow[When], ...]:
    """Return the tricks from the first.

    Where the view is not open each card may be read from its own step on, and there are as many
    tricks as the rules give: that the hand ended before, nobody knew then.
    """
    played = tuple(_row(course, view, trick) for trick in course.end.tricks)
    if view.open:
        return played
    coming = range(len(played) + 1, course.end.tricks_in_all + 1)
    return (*played, *(_row_to_come(course, number) for number in coming))


def _row_to_come(course: Course, number: int) -> TrickRow[When]:
    """Return a trick of which no card was played."""
    cells = tuple(_cells_to_come(course, number))
    now = now_of(course, number)
    return TrickRow(number, cells, 0, points_known=NEVER, now=now, start=course.start_of(number))


def _cells_to_come(course: Course, number: int) -> Iterator[TrickCell[When]]:
    """Return the cells of a trick as long as nothing of it is known."""
    seats, end = len(course.names), course.end
    begun = course.first(*PLAYING) is not None and number <= len(end.winners) + 1
    leader = end.trick(number - 1).leader if begun else 0
    unseen = When.between(0, course.first(OVER))
    for seat in course.seats:
        on_turn = _to_play(course, number, (seat - leader) % seats)
        yield TrickCell("", NEVER, on_turn, NEVER, step=course.last, unseen=unseen)


def _row(course: Course, view: View, trick: Trick) -> TrickRow[When]:
    close = course.close_of(trick.number)
    known = ALWAYS if view.open else When.between(close) if close is not None else NEVER
    cells: list[TrickCell[When] | None] = [None] * len(course.names)
    if not view.open:
        cells = list(_cells_to_come(course, trick.number))
    for place, (card, index) in enumerate(zip(trick.cards, trick.actions, strict=True)):
        seat = (trick.leader + place) % len(cells)
        entered = course.record.actions[index]
        cells[seat] = TrickCell(
            card_code(card),
            seen=ALWAYS if view.open else When.between(index + 1),
            unseen=NEVER if view.open else When.between(0, index + 1),
            next=_to_play(course, trick.number, place),
            won=known if trick.winner == seat else NEVER,
            led=card == trick.card_led,
            irregular=entered.get("irregular", ""),
            inferred=foresight.FILLED in entered,
            step=index + 1,
        )
    return TrickRow(
        trick.number,
        tuple(cells),
        trick.points,
        points_known=known if close is not None else NEVER,
        now=now_of(course, trick.number),
        start=course.start_of(trick.number),
        running=None if close is None else course.positions[close].running,
        running_known=NEVER if close is None else running_known(course, view, close),
    )


def running_known(course: Course, view: View, close: int) -> When:
    """Return from when the view may know how the sides stand: once it knows the sides."""
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
    """Return when a trick (from 1) is on the table; before the first card it is the first."""
    return When.of(at.phase in PLAYING and max(at.trick, 1) == number for at in course.positions)
