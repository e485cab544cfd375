"""The whole page of a hand as one value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.display.phrases import call_label
from games.display.table_parts import TrickRow
from games.display.when import ALWAYS, NEVER, When, each_value
from games.replay.course import AUCTION, EXCHANGE, OVER, PLAYING, Course, Position, course_of
from games.replay.knowing import SuitKnown, glimpses, known_of
from games.replay.places import other_names, places
from games.replay.scrubber import Segment, segments
from games.replay.spreads import Spread, spreads
from games.replay.table import ReplaySeat, TableCard, laid, seats, slot_out
from games.replay.tricks import rows
from games.replay.views import View
from games.replay.whereabouts import Whereabouts, whereabouts
from games.replay.words import place, word, words_at
from games.rules import Record


@dataclass(frozen=True, slots=True)
class FilmStep:
    """A step of the film.

    Its name in addresses, its short name, the sentences about it, the part of the page it belongs
    to ("auction", "tricks", "score").
    """

    number: int
    key: str
    place: str
    words: str
    tab: str


@dataclass(frozen=True, slots=True)
class CallLine:
    """A call of the auction.

    Who, what, the step at which it was said, whether it was against the rules.
    """

    seat: int
    name: str
    label: str
    step: int
    seen: When
    irregular: str


@dataclass(frozen=True, slots=True)
class FilmRemark:
    """A comment, a reason or a ruling, at its step."""

    step: int
    place: str
    text: str
    kind: str
    here: When
    seen: When


# The phases that the reader pages through; announcements belong to the play.
PHASES = ((AUCTION,), (EXCHANGE,), PLAYING, (OVER,))


@dataclass(frozen=True, slots=True)
class Film:
    """Everything the page of a hand shows, with the steps at which it shows it."""

    view: View
    course: Course
    steps: tuple[FilmStep, ...]
    seats: tuple[ReplaySeat, ...]
    slot_out: int | None
    laid: tuple[TableCard, ...]
    spreads: tuple[Spread, ...]
    rows: tuple[TrickRow[When], ...]
    segments: tuple[Segment, ...]
    calls: tuple[CallLine, ...]
    remarks: tuple[FilmRemark, ...]
    known: tuple[SuitKnown, ...]
    whereabouts: Whereabouts | None
    pile: tuple[tuple[int, When], ...]

    @property
    def pile_name(self) -> str:
        """What the game calls its draw pile."""
        return word(self.course.record.variant, "stock")

    @property
    def last(self) -> int:
        return self.course.last

    @property
    def opens(self) -> int:
        """Return the step at which a reader begins: the deal, or the end if no card is known."""
        return 0 if self.laid or any(self.course.record.hands) else self.last

    @property
    def has_running(self) -> bool:
        """Return whether there are running card points to show.

        Where not all is open, whether the game has sides that count them.
        """
        if not self.view.open:
            return bool(self.course.record.variant.bids)
        return any(row.running is not None for row in self.rows)

    @property
    def inferred_seen(self) -> When:
        """When a card that nobody saw fall may be read in the trick list."""
        cells = [cell for row in self.rows for cell in row.cells if cell and cell.inferred]
        if not cells:
            return NEVER
        return ALWAYS if self.view.open else When.between(min(cell.step for cell in cells))

    @property
    def auction_over(self) -> int:
        """Return the step at which the contract is settled; the last one where it never is."""
        over = (at.step for at in self.course.positions if at.phase != AUCTION)
        return next(over, self.last)

    def stops(self) -> tuple[int, ...]:
        """Return the steps at which a part begins: auction, exchange, each trick, score."""
        return tuple(sorted({segment.step for segment in self.segments}))

    def phases(self) -> tuple[int, ...]:
        """Return the steps at which another part begins: auction, exchange, play, score."""
        firsts = [self.course.first(*phase) for phase in PHASES]
        if firsts[2] is not None:
            firsts[2] = self.course.start_of(1)
        return tuple(sorted({0, *(step for step in firsts if step is not None)}))

    def step_of(self, key: str) -> int | None:
        """Return the step that an address names; None where this hand has no such step."""
        named = next((step.number for step in self.steps if step.key == key), None)
        if named is None and key == "score":
            return self.last  # of a hand that was given up as well
        return other_names(self.course).get(key) if named is None else named

    def stop_before(self, step: int) -> int:
        """Return the step to which one part back leads."""
        return max((stop for stop in self.stops() if stop < step), default=0)

    def stop_after(self, step: int) -> int:
        """Return the step to which one part on leads."""
        return min((stop for stop in self.stops() if stop > step), default=self.last)


def film(record: Record, view: View) -> Film:
    """Fold a record for a view.

    The record is one that stands: what comes after a problem is left out.
    """
    return film_of(course_of(record), view)


def film_of(course: Course, view: View) -> Film:
    open_cards = spreads(course, view)
    seen = glimpses(course, view.seat) if view.seat is not None else []
    return Film(
        view,
        course,
        tuple(
            FilmStep(at.step, key, place(course, at), words_at(course, view, at), _tab(course, at))
            for key, at in zip(places(course), course.positions, strict=True)
        ),
        seats(course, view, [spread.when for spread in open_cards]),
        slot_out(course, view),
        laid(course, view),
        open_cards,
        rows(course, view),
        segments(course, view),
        tuple(_calls(course, view)),
        tuple(_remarks(course, view)),
        known_of(course, view.seat, seen) if view.seat is not None else (),
        whereabouts(course, view.seat, seen) if view.seat is not None else None,
        tuple(each_value((at.pile for at in course.positions), lasting=True)),
    )


def _tab(course: Course, at: Position) -> str:
    if at.phase in (AUCTION, EXCHANGE):
        return "auction"
    return "score" if at.phase == OVER else "tricks"


def _calls(course: Course, view: View) -> Iterator[CallLine]:
    for step, action in course.actions("call"):
        seat = action["seat"]
        yield CallLine(
            seat,
            course.names[seat],
            call_label(course.record.variant, action["call"]),
            step,
            ALWAYS if view.open else When.between(step),
            action.get("irregular", ""),
        )


# Which fields of an action are texts of people, and what they are.
_BESIDE = (("note", "note"), ("irregular", "irregular"))
_TEXTS = {"note": (("text", "note"),), "ruling": (("text", "ruling"), ("note", "note"))}


def _remarks(course: Course, view: View) -> Iterator[FilmRemark]:
    """Return the texts that people added.

    Notes as actions or next to them, reasons why something was let stand, rulings.
    """
    for index, action in enumerate(course.record.actions[: course.last]):
        step = index + 1
        seen = ALWAYS if view.open else When.between(step)
        for key, kind in _TEXTS.get(action["kind"], _BESIDE):
            if action.get(key):
                yield FilmRemark(
                    step,
                    place(course, course.positions[step]),
                    action[key],
                    kind,
                    When.between(step, step + 1),
                    seen,
                )
