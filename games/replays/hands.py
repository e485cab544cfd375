"""The hands: which card is where until when."""

from __future__ import annotations

from dataclasses import dataclass

from games.replays.course import Course
from games.replays.views import View
from games.replays.when import When
from games.rules.cards import SUIT_OF, T1, card_code, cards_of, mask_of
from games.rules.knowledge import dealt, laid_away


@dataclass(frozen=True, slots=True)
class Held:
    """A card in a hand: its code, or "" for a card face down."""

    code: str
    when: When


@dataclass(frozen=True, slots=True)
class Fan:
    """A hand as it is drawn. `inferred`: cards in it were worked out, nobody wrote them down."""

    cards: tuple[Held, ...]
    inferred: bool


def fans(course: Course, view: View) -> tuple[Fan, ...]:
    """The hand of each seat: its faces where the view sees them, else as many backs."""
    playing = dealt(course.end)
    return tuple(
        _open(course, seat, playing[seat]) if view.sees(seat) else _closed(course, seat)
        for seat in course.seats
    )


def _plays(course: Course, seat: int) -> dict[int, int]:
    """The cards a seat has played, each with the step at which it lies on the table."""
    return {
        card: index + 1
        for trick in course.end.tricks
        for place, (card, index) in enumerate(zip(trick.cards, trick.actions, strict=True))
        if (trick.leader + place) % course.end.n == seat
    }


def _closed(course: Course, seat: int) -> Fan:
    played = sorted(_plays(course, seat).values())
    leaving = [*played, *[None] * (course.end.size - len(played))]
    return Fan(tuple(Held("", When.between(0, step)) for step in leaving), False)


def _open(course: Course, seat: int, playing: int | None) -> Fan:
    """What is known of a hand face up, the rest of it face down."""
    plays = _plays(course, seat)
    known = mask_of(plays) | course.end.held(seat) if playing is None else playing
    exchange = _exchange(course, seat)
    when = {
        card: When.between(exchange.arrives(card), plays.get(card)) for card in cards_of(known)
    } | {card: When.between(0, exchange.step) for card in cards_of(exchange.laid & ~exchange.stock)}
    cards = [Held(card_code(card), when[card]) for card in in_fan_order(mask_of(when))]
    backs = [Held("", When.between(0))] * (course.end.size - known.bit_count())
    return Fan((*cards, *backs), inferred=bool(mask_of(when) & ~_written(course, seat)))


@dataclass(frozen=True, slots=True)
class Exchange:
    """The stock a seat took up (mask), what it laid away (mask) and the step of it; no step: no
    exchange."""

    stock: int = 0
    laid: int = 0
    step: int | None = None

    def arrives(self, card: int) -> int:
        """The step from which a card that was played is in the hand."""
        return self.step if self.step is not None and self.stock >> card & 1 else 0


def _exchange(course: Course, seat: int) -> Exchange:
    state = course.end
    step = next((step for step, _ in course.actions("discard")), None)
    if seat != state.taker or step is None:
        return Exchange()
    return Exchange(state.stock or 0, laid_away(state) or 0, step)


def _written(course: Course, seat: int) -> int:
    """The cards that somebody wrote down as this seat's, dealt or turned up for it."""
    hand = course.record.hands[seat]
    stock = course.end.stock or 0
    return mask_of(hand or ()) | (stock if seat == course.end.taker else 0)


def in_fan_order(mask: int) -> list[int]:
    """The cards of a hand as players sort them: the fool, trumps from the top, then suit by suit
    from the king."""
    return sorted(
        cards_of(mask), key=lambda card: (card < T1, SUIT_OF[card] if card < T1 else 0, -card)
    )
