"""What a seat could know at each step: the record as that player saw it, folded again.

Nothing of it comes from the other hands. The record is stripped of every card that the player
had not seen, and the engine says what follows from the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.replays.course import Course
from games.replays.when import When
from games.rules.cards import (
    BIT,
    FOOL_CARD,
    SUITS,
    T1,
    T21,
    TRUMP_SUIT,
    card_code,
    cards_of,
    codes_of,
)
from games.rules.knowledge import dealt, laid_away
from games.rules.problems import SUIT_NAMES
from games.rules.replay import fold, start
from games.rules.state import State


@dataclass(frozen=True, slots=True)
class Holder:
    """Another player; `out`: when he has shown that he holds no card of the suit."""

    name: str
    out: When


@dataclass(frozen=True, slots=True)
class SuitKnown:
    """What is known of a suit (0 to 3, 4 trumps): how many cards are still out at which time,
    who may hold them, and which bouts are among them."""

    suit: int
    counts: tuple[tuple[int, When], ...]
    holders: tuple[Holder, ...]
    bouts: tuple[tuple[str, When], ...]

    @property
    def sign(self) -> str:
        """The letter of the suit in card codes."""
        return "SHDCT"[self.suit]

    @property
    def name(self) -> str:
        """The suit in words."""
        return _(SUIT_NAMES[self.suit])


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a seat knows at a step: the cards still out, and those that each seat may hold
    (masks)."""

    out: int
    possible: tuple[int, ...]


def known_to(course: Course, seat: int) -> tuple[SuitKnown, ...]:
    """What a seat could know of each suit. Empty where its own hand is not known."""
    own = _own_hand(course, seat)
    if own is None:
        return ()
    glimpses = list(_glimpses(course, seat, own))
    if len(glimpses) <= course.last:
        return ()
    return tuple(_suit(course, seat, suit, glimpses) for suit in range(5))


def _own_hand(course: Course, seat: int) -> int | None:
    """The hand a seat was dealt (mask)."""
    state = course.end
    playing = dealt(state)[seat]
    if playing is None or seat != state.taker or not state.exchanged:
        return playing
    laid = laid_away(state)
    if laid is None or state.stock is None:
        return None
    return (playing | laid) & ~state.stock


def _glimpses(course: Course, seat: int, own: int) -> Iterator[Glimpse]:
    """What the seat knew at each step, up to where its own view does not carry further."""
    hands: list[tuple[int, ...] | None] = [None] * len(course.names)
    hands[seat] = tuple(cards_of(own))
    state = start(replace(course.record, hands=tuple(hands), stock=None))
    stock = _turned_up(course)
    yield _glimpse(state, seat)
    for index, action in enumerate(course.record.actions[: course.last]):
        seen = [_seen_action(course, seat, action)]
        if index == stock:
            seen.insert(0, {"kind": "stock", "cards": codes_of(course.end.stock or 0)})
        if fold(state, seen) is not None:
            return
        yield _glimpse(state, seat)


def _glimpse(state: State, seat: int) -> Glimpse:
    laid = state.discard or 0 if seat == state.taker else 0
    out = state.variant.pack.cards & state.live & ~state.held(seat) & ~laid
    return Glimpse(out, tuple(state.possible(other) for other in range(state.n)))


def _seen_action(course: Course, seat: int, action: Mapping[str, Any]) -> Mapping[str, Any]:
    if action["kind"] == "discard" and seat != course.end.taker:
        return {**action, "cards": None}
    return action


def _turned_up(course: Course) -> int | None:
    """The index of the action before which everybody sees the stock, where the record knew it from
    the deal and so does not say it."""
    if any(course.actions("stock")) or course.end.stock is None:
        return None
    return next((step - 1 for step, _action in course.actions("discard")), None)


def _suit(course: Course, seat: int, suit: int, glimpses: list[Glimpse]) -> SuitKnown:
    counts = [(glimpse.out & SUITS[suit]).bit_count() for glimpse in glimpses]
    return SuitKnown(
        suit,
        tuple(
            (count, When.of(now == count for now in counts))
            for count in sorted(set(counts), reverse=True)
        ),
        tuple(
            Holder(
                course.names[other],
                When.of(not glimpse.possible[other] & SUITS[suit] for glimpse in glimpses),
            )
            for other in course.seats
            if other != seat
        ),
        tuple(
            (card_code(card), When.of(bool(glimpse.out & BIT[card]) for glimpse in glimpses))
            for card in (T21, T1, FOOL_CARD)
            if suit == TRUMP_SUIT
        ),
    )
