"""What brings a card into a hand, or out of it unplayed: stock, discards, a purchase, draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.replay.course import Course
from games.rules import BIT, cards_of, draws, knowledge, mask_of


class Stay(NamedTuple):
    """From which step until which a card is in a hand; None: to the end."""

    start: int
    stop: int | None


@dataclass(frozen=True, slots=True)
class Trade:
    """A purchase: its step, who buys from whom, the card, what was paid (None: unseen)."""

    step: int
    buyer: int
    seller: int
    card: int
    pay: int | None


def trade_of(course: Course) -> Trade | None:
    """Return the purchase of the hand; None where nothing was bought."""
    bought = course.end.bought
    if bought is None or bought.card is None or bought.seller is None:
        return None
    buyer = course.record.actions[bought.at]["seat"]
    return Trade(bought.at + 1, buyer, bought.seller, bought.card, bought.pay)


def _has(hand: int | None, card: int) -> bool:
    return hand is not None and bool(hand & BIT[card])


def plays(course: Course, seat: int) -> dict[int, int]:
    """Return the cards a seat has played, each with the step at which it lies on the table."""
    return {
        card: index + 1
        for trick in course.end.tricks
        for place, (card, index) in enumerate(zip(trick.cards, trick.actions, strict=True))
        if (trick.leader + place) % course.end.seats == seat
    }


def discard_of(course: Course, seat: int) -> int:
    """Return what a seat laid away (mask), as far as it is known by now."""
    laid = [one for one in course.end.laid if one.seat == seat]
    if not laid:
        return 0
    if laid[0].cards is None and len(course.end.laid) == 1:
        return knowledge.laid_away(course.end) or laid[0].shown
    return (laid[0].cards or 0) | laid[0].shown


def stock_taken(course: Course) -> int:
    """Return the stock (mask) that one seat took up and nobody wrote down, where it follows.

    It is what that seat played or laid away, and was neither dealt nor sold. Else 0.
    """
    end = course.end
    if len(end.laid) != 1:
        return 0
    (laid,) = end.laid
    dealt, trade = end.dealt[laid.seat], trade_of(course)
    if dealt is None:
        return 0
    bought = BIT[trade.card] if trade is not None else 0
    stock = mask_of(_leaving(course, laid.seat)) & ~bought & ~dealt
    return stock if stock.bit_count() == end.variant.stock_size(end.seats) else 0


def stays(course: Course) -> tuple[dict[int, Stay], ...]:
    """Return for each seat the cards that were in its hand at some time, as far as known."""
    trade, drawn = trade_of(course), drawn_at(course)
    hands: tuple[dict[int, Stay], ...] = tuple({} for _seat in course.seats)
    for seat, hand in enumerate(hands):
        paid_unseen = trade is not None and trade.pay is None and seat == trade.seller
        for card, stop in _leaving(course, seat).items():
            start = _arrival(course, drawn, seat, card, stop)
            if trade is not None and paid_unseen and course.end.dealt[seat] is None:
                start = trade.step  # one of them was paid, and nobody can tell which
            giver = _giver(course, trade, seat, card)
            if trade is not None and giver is not None:
                came = _arrival(course, drawn, giver, card, trade.step)
                hands[giver][card] = Stay(came, trade.step)
                start = trade.step
            hand[card] = Stay(start, stop)
    return hands


def drawn_at(course: Course) -> dict[int, tuple[int, int]]:
    """Return the cards known to have been drawn, each with the seat and the step of it."""
    return {
        draw.card: (draw.seat, course.close_of(draw.trick) or course.last)
        for draw in draws(course.end)
        if draw.card is not None
    }


def _draws_of(course: Course, seat: int) -> list[int]:
    """Return the steps at which a seat has just drawn a card, whichever it was."""
    steps = (course.close_of(draw.trick) for draw in draws(course.end) if draw.seat == seat)
    return [step for step in steps if step is not None]


def _leaving(course: Course, seat: int) -> dict[int, int | None]:
    """Return the cards that a seat had to the end, laid away or played, with the step of it."""
    cards: dict[int, int | None] = dict.fromkeys(cards_of(course.end.held(seat)))
    cards |= plays(course, seat)
    laid = laid_at(course, seat)
    if laid is not None:
        cards |= dict.fromkeys(cards_of(discard_of(course, seat)), laid)
    return cards


def laid_at(course: Course, seat: int) -> int | None:
    """Return the step at which a seat has just laid cards away."""
    return next((laid.at + 1 for laid in course.end.laid if laid.seat == seat), None)


def _arrival(
    course: Course, drawn: dict[int, tuple[int, int]], seat: int, card: int, stop: int | None
) -> int:
    """Return the step from which a card that was not traded is surely in a hand.

    The card leaves the hand at `stop`. It came with the deal, from the pile, or with the stock,
    which is in hand once as many cards are laid away.

    Where the stock is not known, nor what was dealt, all that this seat has may be from there. A
    card that may be from a pile of unknown order is in the hand from its last draw on.
    """
    if card in drawn:
        return drawn[card][1]
    end = course.end
    if _has(end.dealt[seat], card):
        return 0
    if end.draw_pile is not None:
        return max(
            (step for step in _draws_of(course, seat) if stop is None or step < stop), default=0
        )
    laid = laid_at(course, seat)
    if laid is not None and (end.stock is None or end.stock & BIT[card]):
        return laid
    return 0


def _giver(course: Course, trade: Trade | None, seat: int, card: int) -> int | None:
    """Return who gave a card to this seat.

    Seller and buyer for the cards named, the buyer also for a card that the seller was not dealt.
    """
    if trade is None:
        return None
    if seat == trade.buyer and card == trade.card:
        return trade.seller
    dealt = course.end.dealt[seat]
    unseen = trade.pay is None and dealt is not None and not dealt & BIT[card]
    return trade.buyer if seat == trade.seller and (card == trade.pay or unseen) else None
