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
from games.rules import Record, replay
from games.rules.cards import BIT, FOOL_CARD, SUITS, T1, T21, card_code, cards_of, codes_of
from games.rules.knowledge import dealt, laid_away
from games.rules.problems import SUIT_NAMES
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


def known_to(course: Course, seat: int) -> tuple[SuitKnown, ...]:
    """What a seat could know of each suit. Empty where its own hand is not known."""
    own = _own_hand(course, seat)
    if own is None:
        return ()
    states = list(_states(course, seat, own))
    if len(states) <= course.last:
        return ()
    return tuple(_suit(course, seat, suit, states) for suit in range(5))


def _own_hand(course: Course, seat: int) -> int | None:
    """The hand a seat was dealt (mask)."""
    state = course.end.state
    playing = dealt(state)[seat]
    if playing is None or seat != state.taker or not state.exchanged:
        return playing
    laid = laid_away(state)
    if laid is None or state.stock is None:
        return None
    return (playing | laid) & ~state.stock


def _states(course: Course, seat: int, own: int) -> Iterator[State]:
    """The hand as the seat saw it, at each step, up to where its own view does not carry
    further."""
    record, added = _as_seen(course, seat, own)
    for at in course.positions:
        shift = 1 if added is not None and at.step > added else 0
        folded = replay(record, upto=at.step + shift)
        if folded.problem is not None:
            return
        yield folded.state


def _as_seen(course: Course, seat: int, own: int) -> tuple[Record, int | None]:
    """The record without the cards the seat had not seen, and the index at which the stock was
    turned up in it where the record as written knew the stock from the deal."""
    hands: list[tuple[int, ...] | None] = [None] * len(course.names)
    hands[seat] = tuple(cards_of(own))
    actions = [_seen_action(course, seat, action) for action in course.record.actions]
    added = _turned_up(course)
    if added is not None:
        actions.insert(added, {"kind": "stock", "cards": codes_of(course.end.state.stock or 0)})
    return replace(course.record, hands=tuple(hands), stock=None, actions=tuple(actions)), added


def _seen_action(course: Course, seat: int, action: Mapping[str, Any]) -> Mapping[str, Any]:
    if action["kind"] == "discard" and seat != course.end.state.taker:
        return {**action, "cards": None}
    return action


def _turned_up(course: Course) -> int | None:
    if any(course.actions("stock")) or course.end.state.stock is None:
        return None
    return next((step - 1 for step, _action in course.actions("discard")), None)


def _suit(course: Course, seat: int, suit: int, states: list[State]) -> SuitKnown:
    out = [_out(state, seat) for state in states]
    counts = [(mask & SUITS[suit]).bit_count() for mask in out]
    return SuitKnown(
        suit,
        tuple(
            (count, When.of(now == count for now in counts))
            for count in sorted(set(counts), reverse=True)
        ),
        tuple(
            Holder(
                course.names[other],
                When.of(not state.possible(other) & SUITS[suit] for state in states),
            )
            for other in course.seats
            if other != seat
        ),
        tuple(
            (card_code(card), When.of(bool(mask & BIT[card]) for mask in out))
            for card in ((T21, T1, FOOL_CARD) if suit == 4 else ())
        ),
    )


def _out(state: State, seat: int) -> int:
    """The cards not played that the seat does not hold and has not laid away itself (mask)."""
    laid = state.discard or 0 if seat == state.taker else 0
    return state.variant.pack.cards & state.live & ~state.held(seat) & ~laid
