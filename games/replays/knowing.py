"""What a seat could know at each step: the record as that player saw it, folded again.

Nothing of it comes from the other hands. The record is stripped of every card that the player
had not seen, and the engine says what follows from the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.replays.course import Course
from games.replays.moves import discard_of, drawn_at, laid_at, stays, trade_of
from games.replays.when import When
from games.rules import Record
from games.rules.actions import Stock
from games.rules.announcements import place
from games.rules.cards import BIT, TRUMP_SUIT, card_code, cards_of, codes_of, mask_of
from games.rules.problems import SUIT_NAMES
from games.rules.ranks import NO_SUIT
from games.rules.replay import fold, start
from games.rules.state import State


@dataclass(frozen=True, slots=True)
class Holder:
    """Another player; `out`: when he has shown that he holds no card of the suit."""

    name: str
    out: When


@dataclass(frozen=True, slots=True)
class SuitKnown:
    """What is known of a suit (0 to 3, 4 trumps): its name, how many cards are still out at which
    time, who may hold them, and which honours are among them."""

    suit: int
    name: str
    counts: tuple[tuple[int, When], ...]
    holders: tuple[Holder, ...]
    honours: tuple[tuple[str, When], ...]

    @property
    def sign(self) -> str:
        """The letter of the suit in card codes."""
        return "SHDCT"[self.suit]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a seat knows at a step: the cards still out, and those that each seat may hold
    (masks)."""

    out: int
    possible: tuple[int, ...]


def known_to(course: Course, seat: int) -> tuple[SuitKnown, ...]:
    """What a seat could know of each suit. Empty where its own cards are not known."""
    own = _own_hand(course, seat)
    if own is None:
        return ()
    glimpses = _glimpses(course, seat, own)
    if len(glimpses) <= course.last:
        return ()
    return tuple(_suit(course, seat, suit, glimpses) for suit in range(5))


def _own_hand(course: Course, seat: int) -> int | None:
    """The hand a seat was dealt (mask), where it is known, and all that it drew."""
    drawn = [holder for holder, _step in drawn_at(course).values()].count(seat)
    if course.end.pile is not None and drawn < course.end.pile.drawn(seat):
        return None
    own = course.end.dealt[seat]
    if own is None:
        own = mask_of(card for card, stay in stays(course)[seat].items() if stay.start == 0)
    return own if own.bit_count() == course.end.size else None


def _glimpses(course: Course, seat: int, own: int) -> list[Glimpse]:
    """What the seat knew at each step, up to where its own view does not carry further."""
    laid = laid_at(course, seat)
    if laid is None or Stock in course.record.variant.phases:
        return list(_folded(course, seat, own, None))
    # It took up a stock that nobody else saw: what lay there it knows from then on.
    taken = tuple(cards_of(course.end.stock or 0))
    seeing = list(_folded(course, seat, own, taken)) if taken else []
    return [*list(_folded(course, seat, own, None))[:laid], *seeing[laid:]]


def _folded(
    course: Course, seat: int, own: int, stock: tuple[int, ...] | None
) -> Iterator[Glimpse]:
    state = start(_as_seen(course.record, seat, own, stock))
    drawn = drawn_at(course)
    turned_up = _turned_up(course)
    yield _glimpse(state, seat)
    for index, action in enumerate(course.record.actions[: course.last]):
        seen = [_seen_action(course, seat, action)]
        if index == turned_up:
            seen.insert(0, {"kind": "stock", "cards": _stock(course)})
        if fold(state, seen) is not None:
            return
        mine = [card for card, came in drawn.items() if came == (seat, index + 1)]
        if mine:
            place(state, seat, mask_of(mine))
        yield _glimpse(state, seat)


def _as_seen(record: Record, seat: int, own: int, stock: tuple[int, ...] | None) -> Record:
    """The deal as a seat saw it: its own hand, and a stock that it took up."""
    hands = tuple(
        tuple(cards_of(own)) if other == seat else None for other in range(len(record.players))
    )
    return Record(record.variant, record.options, record.players, record.dealer, hands, stock)


def _glimpse(state: State, seat: int) -> Glimpse:
    away = 0
    for laid in state.laid:
        away |= laid.shown | ((laid.cards or 0) if laid.seat == seat else 0)
    out = state.variant.pack.cards & state.live & ~state.held(seat) & ~away
    return Glimpse(out, tuple(state.possible(other) for other in range(state.n)))


def _seen_action(course: Course, seat: int, action: Mapping[str, Any]) -> Mapping[str, Any]:
    """An action without what this seat did not see of it, and with what only this seat saw."""
    if action["kind"] == "discard":
        own = codes_of(discard_of(course, seat)) if seat == action["seat"] else []
        whole = len(own) == course.record.variant.discard_size(course.end.n)
        return {**action, "cards": own if whole else None}
    trade = trade_of(course) if action["kind"] == "buy" else None
    if trade is None:
        return action
    paid = action.get("pay") if seat in (trade.buyer, trade.seller) else None
    return {**action, "from": trade.seller, "pay": paid}


def _turned_up(course: Course) -> int | None:
    """The index of the action before which everybody sees the stock, where the game turns it up and
    the record, which knew it from the deal, does not say so."""
    known = course.end.stock is not None and Stock in course.record.variant.phases
    if not known or any(course.actions("stock")):
        return None
    return next((step - 1 for step, _action in course.actions("take", "discard")), None)


def _stock(course: Course) -> list[str]:
    """The stock in its order, as far as anybody knows it."""
    if course.record.stock is None:
        return codes_of(course.end.stock or 0)
    return [card_code(card) for card in course.record.stock]


def _suit(course: Course, seat: int, suit: int, glimpses: list[Glimpse]) -> SuitKnown:
    variant, ranks = course.record.variant, course.end.trick_rules.ranks
    cards = ranks.suits[suit]
    # The excuse belongs to no suit; it is looked for among the trumps.
    honours = variant.pack.honours & (cards | ranks.suits[NO_SUIT] if suit == TRUMP_SUIT else cards)
    counts = [(glimpse.out & cards).bit_count() for glimpse in glimpses]
    return SuitKnown(
        suit,
        _(variant.labels.get(f"suit-{suit}", SUIT_NAMES[suit])),
        tuple(
            (count, When.of(now == count for now in counts))
            for count in sorted(set(counts), reverse=True)
        ),
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
