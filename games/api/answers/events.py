"""A hand event by event: the actions of its record, with what follows from them at the table."""

from typing import Any

from games.replay.course import OVER, Course, course_of
from games.replay.places import places
from games.rules import Record

Event = dict[str, Any]
NO_TRICK = {"trick": None, "winner": None, "trick_points": None}


def events_of(record: Record) -> list[Event]:
    """Return the events in order, up to a problem, as `EventSerializer` takes them."""
    course = course_of(record)
    names, tricks = places(course), tricks_of(course)
    return [
        {
            "index": at.step,
            "place": _place(course, names, at.step),
            "phase": at.phase,
            "kind": record.actions[at.step]["kind"],
            "seat": (seat := record.actions[at.step].get("seat")),
            "player": None if seat is None else record.players[seat],
            **tricks.get(at.step, NO_TRICK),
            "inferred": bool(record.actions[at.step].get("_inferred")),
            "action": record.actions[at.step],
        }
        for at in course.positions[: course.last]
    ]


def _place(course: Course, names: tuple[str, ...], index: int) -> str:
    """Return where an action is shown: the last card by its own name, which the score has too."""
    after, kind = course.positions[index + 1], course.record.actions[index]["kind"]
    return after.card if kind == "play" and after.phase == OVER else names[index + 1]


def tricks_of(course: Course) -> dict[int, Event]:
    """Return the number of the trick of each play, by its index.

    The card that completed a trick has the seat that won it and its card points, too.
    """
    by_play: dict[int, Event] = {}
    for trick in course.end.tricks:
        for index in trick.actions:
            by_play[index] = NO_TRICK | {"trick": trick.number}
        if trick.winner is not None:
            won = {"winner": trick.winner, "trick_points": trick.points}
            by_play[trick.actions[-1]] |= won
    return by_play
