"""What a seat could know at each step: the record as that player saw it, folded again.

Nothing of it comes from the other hands. The record is stripped of every card that the player
had not seen, and the rules say what follows from the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.display.card_names import suit_name
from games.display.when import When, each_value
from games.replay.course import Course
from games.replay.moves import discard_of, stays, trade_of
from games.rules import (
    BIT,
    NO_SUIT,
    TRUMP_SUIT,
    Record,
    State,
    Stock,
    announcements,
    card_code,
    cards_of,
    codes_of,
    fold,
    mask_of,
    start,
)

# Later than any step: of a card that never leaves a hand.
END = 1000


@dataclass(frozen=True, slots=True)
class Holder:
    """Another player; `out`: when they have shown that they hold no card of the suit."""

    name: str
    out: When


@dataclass(frozen=True, slots=True)
class SuitKnown:
    """What is known of a suit (0 to 3, 4 trumps).

    Its name, how many cards are still out at which time, who may hold them, and which honours are
    among them. `most`: the number is an upper limit, where not all that the seat itself held was
    written down or follows.
    """

    suit: int
    name: str
    counts: tuple[tuple[int, When], ...]
    most: tuple[tuple[int, When], ...]
    holders: tuple[Holder, ...]
    honours: tuple[tuple[str, When], ...]

    @property
    def sign(self) -> str:
        return "SHDCT"[self.suit]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a seat knows at a step: the cards still out, and those that each seat may hold (masks).

    `whole`: all that it held and laid away is known.
    """

    out: int
    possible: tuple[int, ...]
    whole: bool


def glimpses(course: Course, seat: int) -> list[Glimpse]:
    """Return what a seat knew at each step.

    Empty where its own cards are known at no step.
    """
    seen = list(_glimpses(course, seat))
    if len(seen) <= course.last or not any(glimpse.whole for glimpse in seen):
        return []
    return seen


def known_of(course: Course, seat: int, seen: list[Glimpse]) -> tuple[SuitKnown, ...]:
    """Return what a seat could know of each suit, from what it knew at each step."""
    return tuple(_suit(course, seat, suit, seen) for suit in range(5)) if seen else ()


def _glimpses(course: Course, seat: int) -> Iterator[Glimpse]:
    """Return what the seat knew at each step.

    Its cards are laid into its hand as they came there, as far as the record tells: a draw or a
    stock that nobody wrote down shows when the card is played.
    """
    own = _own_hands(course, seat)
    dealt = own[0] if own[0].bit_count() == course.end.hand_size else None
    state = start(_as_seen(course.record, seat, dealt))
    _lay_in(state, seat, own[0])
    yield _glimpse(course, state, seat, 0, own[0])
    turned_up = _turned_up(course)
    for index, action in enumerate(course.record.actions[: course.last]):
        seen = [_seen_action(course, seat, action)]
        if index == turned_up:
            seen.insert(0, {"kind": "stock", "cards": _stock(course)})
        if fold(state, seen) is not None:
            return
        _lay_in(state, seat, own[index + 1])
        yield _glimpse(course, state, seat, index + 1, own[index + 1])


def _own_hands(course: Course, seat: int) -> list[int]:
    """Return the cards (mask) that are known to have been in the hand of a seat, at each step."""
    own = stays(course)[seat].items()
    return [
        mask_of(card for card, (came, went) in own if came <= at.step and at.step < (went or END))
        for at in course.positions
    ]


def _lay_in(state: State, seat: int, own: int) -> None:
    """Give the seat these cards (mask), whatever the rest of the record says of them."""
    announcements.place(state, seat, own & ~state.sure[seat])


def _as_seen(record: Record, seat: int, own: int | None) -> Record:
    """Return the deal as a seat saw it: its own hand."""
    hands: list[tuple[int, ...] | None] = [None] * len(record.players)
    if own is not None:
        hands[seat] = tuple(cards_of(own))
    seats = (record.players, record.dealer, tuple(hands))
    return Record(record.variant, record.options, *seats, format=record.format)


def _glimpse(course: Course, state: State, seat: int, step: int, own: int) -> Glimpse:
    away = laid = 0
    for one in state.laid:
        mine = one.seat == seat
        laid |= one.shown | (discard_of(course, seat) if mine else 0)
        away += course.record.variant.discard_size(state.seats) if mine else 0
    out = state.variant.pack.cards & state.unplayed & ~state.held(seat) & ~laid
    held = course.positions[step].held[seat]
    whole = own.bit_count() == held and discard_of(course, seat).bit_count() >= away
    return Glimpse(out, tuple(state.possible(other) for other in range(state.seats)), whole)


def _seen_action(course: Course, seat: int, action: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an action as this seat saw it.

    It leaves out what the seat did not see, and includes what only this seat saw.
    """
    if action["kind"] == "discard":
        own = codes_of(discard_of(course, seat)) if seat == action["seat"] else []
        whole = len(own) == course.record.variant.discard_size(course.end.seats)
        return {**action, "cards": own if whole else None}
    trade = trade_of(course) if action["kind"] == "buy" else None
    if trade is None:
        return action
    paid = action.get("pay") if seat in (trade.buyer, trade.seller) else None
    return {**action, "from": trade.seller, "pay": paid}


def _turned_up(course: Course) -> int | None:
    """Return the index of the action before which everybody sees the stock.

    Only where the game turns it up and the record, which knew it from the deal, does not say so.
    """
    known = course.end.stock is not None and Stock in course.record.variant.phases
    if not known or any(course.actions("stock")):
        return None
    return next((step - 1 for step, _action in course.actions("take", "discard")), None)


def _stock(course: Course) -> list[str]:
    """Return the stock in its order, as far as anybody knows it."""
    if course.record.stock is None:
        return codes_of(course.end.stock or 0)
    return [card_code(card) for card in course.record.stock]


def _suit(course: Course, seat: int, suit: int, glimpses: list[Glimpse]) -> SuitKnown:
    ranks = course.end.trick_rules.ranks
    cards = ranks.suits[suit]
    # The excuse belongs to no suit; it is looked for among the trumps.
    counting = cards | ranks.suits[NO_SUIT] if suit == TRUMP_SUIT else cards
    honours = course.end.pack.honours & counting
    return SuitKnown(
        suit,
        suit_name(suit, course.record.variant.key),
        _counted(glimpses, cards, whole=True),
        _counted(glimpses, cards, whole=False),
        tuple(
            Holder(
                course.names[other],
                When.of(not glimpse.possible[other] & cards for glimpse in glimpses),
            )
            for other in course.seats
            if other != seat
        ),
        tuple(
            (card_code(card), When.of(bool(glimpse.out & BIT[card]) for glimpse in glimpses))
            for card in (*reversed(cards_of(honours & cards)), *cards_of(honours & ~cards))
        ),
    )


def _counted(glimpses: list[Glimpse], cards: int, *, whole: bool) -> tuple[tuple[int, When], ...]:
    """Return how many of some cards are out when, at the steps that are `whole` or the others."""
    counts = (
        (glimpse.out & cards).bit_count() if glimpse.whole == whole else None
        for glimpse in glimpses
    )
    return tuple(each_value(counts))
