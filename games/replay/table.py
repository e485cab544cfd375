"""The table: plates of the seats, cards of the trick, what is laid open between the tricks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.display.phrases import announcement, call_label
from games.display.table_parts import Plate, PlateMark
from games.display.when import ALWAYS, NEVER, When
from games.replay.course import EXCHANGE, OVER, PLAYING, Course
from games.replay.hands_shown import Fan, fans
from games.replay.views import View
from games.rules import Trick, announcements, card_code, rotation


@dataclass(frozen=True, slots=True)
class ReplaySeat:
    """A seat at the table.

    `slot` counts counter-clockwise from the bottom; `open`: its cards are face up; `free`: when its
    place in the trick is empty, `next`: when the next card belongs there.
    """

    seat: int
    slot: int
    name: str
    plate: Plate[When]
    fan: Fan
    open: bool
    takes: When
    free: When
    next: When
    score: float | None


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card on the table.

    `best`: when it is the card that wins so far; `trick`: the number of its trick, from 1;
    `winner`: the seat that takes it away, None where nobody does; `taken_back`: it was not played,
    and went back into the hand.
    """

    code: str
    trick: int
    winner: int | None
    seat: int
    slot: int
    name: str
    when: When
    best: When
    led: bool
    irregular: str
    taken_back: bool = False

    @property
    def drawn(self) -> bool:
        """Return whether the server draws it at each step: the script cannot."""
        return bool(self.irregular) or self.taken_back


def seats(course: Course, view: View, covered: Sequence[When]) -> tuple[ReplaySeat, ...]:
    """Return the seats in turn order; `covered`: when something else lies in the middle."""
    lying, hands = laid(course, view), fans(course, view)
    return tuple(
        _seat(
            course,
            view,
            seat,
            [*(card.when for card in lying if card.seat == seat), *covered],
            hands[seat],
        )
        for seat in course.seats
    )


def _seat(course: Course, view: View, seat: int, filled: Sequence[When], fan: Fan) -> ReplaySeat:
    free = When.of(
        at.phase in PLAYING and not any(at.step in when for when in filled)
        for at in course.positions
    )
    turn = When.of(at.turn == seat and at.phase != OVER for at in course.positions)
    plate = _plate(course, view, seat, turn)
    return ReplaySeat(
        seat=seat,
        slot=slot(course, view, seat),
        name=course.names[seat],
        plate=plate,
        fan=fan,
        open=view.sees(seat),
        takes=_takes(course, view, seat),
        free=free,
        next=When.of(at.step in free and at.step in turn for at in course.positions),
        score=plate.score,
    )


def _plate(course: Course, view: View, seat: int, turn: When) -> Plate[When]:
    scores, closes = course.outcome.scores, _tricks_won(course, seat)
    # With the result nobody knows who has won the tricks that were not written down.
    stated = next((step for step, _action in course.actions("result")), None)
    counts = _counts(closes, stated)
    return Plate(
        seat=seat,
        name=course.names[seat],
        turn=turn,
        marks=tuple(_marks(course, view, seat)),
        strokes=tuple(When.between(close, stated) for close in closes),
        counts=counts,
        no_trick=counts[0][1],
        scored=When.between(course.last) if scores else NEVER,
        score=scores[seat] if scores else None,
    )


def slot(course: Course, view: View, seat: int) -> int:
    """Return the place at the table, counted counter-clockwise from the bottom.

    It does not depend on the direction of the game. The seat that looks sits at the bottom, else
    the first, as on the recording screen, unless the reader has turned the table.
    """
    chairs = course.chairs
    return chairs.slot(seat, rotation.chair_of(view.bottom, chairs.empty))


def slot_out(course: Course, view: View) -> int | None:
    """Return the slot of the chair whose player sits the hand out; None where nobody does."""
    chairs = course.chairs
    if chairs.empty is None:
        return None
    return chairs.slot_of(chairs.empty, rotation.chair_of(view.bottom, chairs.empty))


def _tricks_won(course: Course, seat: int) -> list[int]:
    """Return the steps at which a seat has just won a trick."""
    tricks = (trick for trick in course.end.tricks if trick.winner == seat)
    return [close for trick in tricks if (close := course.close_of(trick.number)) is not None]


def _counts(closes: list[int], until: int | None) -> tuple[tuple[int, When], ...]:
    """Return how many tricks have been won at which time, `until` a step."""
    edges: list[int] = [0, *closes]
    ends: list[int | None] = [*closes, until]
    return tuple(
        (count, When.between(*span)) for count, span in enumerate(zip(edges, ends, strict=True))
    )


def _marks(course: Course, view: View, seat: int) -> Iterator[PlateMark[When]]:
    """Return the marks on a plate next to the name.

    The deal, the last call, who takes, who is the partner.
    """
    state = course.end
    over = course.first(EXCHANGE, *PLAYING, OVER)
    if seat == course.record.dealer and not course.chairs.out:
        seen = over if course.record.variant.bids else course.close_of(1)
        yield PlateMark(_("deals"), When.between(0, seen))
    calls = [(step, action) for step, action in course.actions("call") if action["seat"] == seat]
    ends = [*(step for step, _action in calls[1:]), over]
    for (step, action), until in zip(calls, ends, strict=False):
        yield PlateMark(
            call_label(course.record.variant, action["call"]), When.between(step, until)
        )
    if seat == state.taker:
        yield PlateMark(_("takes"), When.between(over or 0), "filled")
    for (step, _action), made in zip(course.actions("announce"), state.announcements, strict=False):
        named = announcements.announced(state, made) if made.seat == seat else None
        if named is not None:
            yield PlateMark(announcement(*named), When.between(step))
    if seat in course.takers and seat != state.taker:
        yield PlateMark(_("partner"), When.between(partner_known(course, view, seat)), "filled")


def _takes(course: Course, view: View, seat: int) -> When:
    """Return when the view knows that a seat is on the taker's side."""
    if seat not in course.takers:
        return NEVER
    if view.open:
        return ALWAYS
    known = partner_known(course, view, seat) if seat != course.end.taker else None
    return When.between(course.first(EXCHANGE, *PLAYING, OVER) or 0 if known is None else known)


def partner_known(course: Course, view: View, partner: int) -> int:
    """Return the step from which the view knows who is the taker's partner.

    Where pairs sit together, once there is a taker. Where a card is called: with all hands open,
    and for the called player, when it is called; for the others when it is played.
    """
    if course.end.called is None:
        return course.first(EXCHANGE, *PLAYING, OVER) or 0
    called = card_code(course.end.called)
    kinds = ("king",) if view.sees(partner) else ("play",)
    steps = [step for step, action in course.actions(*kinds) if action["card"] == called]
    return steps[0] if steps else course.last


def laid(course: Course, view: View) -> tuple[TableCard, ...]:
    """Return every card that is played or taken back, where and when it is on the table."""
    cards = []
    for trick in course.end.tricks:
        gone = None if trick.winner is None else _next_card(course, trick.actions[-1] + 1)
        for place, (card, index) in enumerate(zip(trick.cards, trick.actions, strict=True)):
            seat = (trick.leader + place) % len(course.names)
            cards.append(
                TableCard(
                    card_code(card),
                    trick.number,
                    trick.winner,
                    seat,
                    slot(course, view, seat),
                    course.names[seat],
                    When.between(index + 1, gone),
                    _best(course, trick, seat, gone),
                    card == trick.card_led,
                    course.record.actions[index].get("irregular", ""),
                )
            )
    return (*cards, *_taken_back(course, view))


# What lies on the table next takes away a trick that was won, and a card that goes back.
_ON_THE_TABLE = ("play", "takeback")


def _next_card(course: Course, step: int) -> int | None:
    return next((at for at, _action in course.actions(*_ON_THE_TABLE) if at > step), None)


def _taken_back(course: Course, view: View) -> Iterator[TableCard]:
    """Yield each card taken back where it was laid down, for the step that tells of it."""
    for step, action in course.actions("takeback"):
        seat = action["seat"]
        yield TableCard(
            action["card"],
            course.positions[step].closed + 1,
            None,
            seat,
            slot(course, view, seat),
            course.names[seat],
            When.between(step, _next_card(course, step)),
            NEVER,
            led=False,
            irregular="",
            taken_back=True,
        )


def _best(course: Course, trick: Trick, seat: int, gone: int | None) -> When:
    """Return when a seat's card is the one that wins its trick so far.

    This lasts until the trick is taken away.
    """
    first, last = trick.actions[0] + 1, trick.actions[-1] + 1
    stop = gone if gone is not None else course.last + 1
    return When.of(
        first <= step < stop
        and seat
        == (
            trick.winner
            if step >= last and trick.winner is not None
            else course.positions[step].winning
        )
        for step in range(course.last + 1)
    )
