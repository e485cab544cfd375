"""The duties of play: follow suit, trump when void, overtrump.

A duty is three things: who holds one of these cards (`demand`) may not play one of those (`forbids`), and the
code and rule that say so. The same table gives the legal cards, the reason for refusing another, and what a
play proves about its player's hand, so the three cannot disagree.

A card is judged for every play of every hand that is read, so the effect of the duties is worked out once, when
a variant is made: `Due`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.cards import ALL, BIT, cards_of
from games.rules.game.ranks import NO_SUIT, Ranks


class Duty(NamedTuple):
    """Holding a card of `demand` forbids playing one of `forbids` (masks)."""

    demand: int
    forbids: int
    code: str
    topic: str


@dataclass(frozen=True, slots=True)
class Due:
    """All duties in one situation of a trick, in order.

    `limits` are the duties without their names: holding one of these cards leaves only those (masks). `denied` says
    of every card what somebody cannot hold who may play it (mask; 0: no duty forbids it).
    """

    duties: tuple[Duty, ...]
    limits: tuple[tuple[int, int], ...]
    denied: tuple[int, ...]

    def __iter__(self) -> Iterator[Duty]:
        return iter(self.duties)


def due(*duties: Duty) -> Due:
    """Return the duties of one situation, in the order in which they are to be named."""
    denied = [0] * len(BIT)
    for duty in duties:
        for card in cards_of(duty.forbids):
            denied[card] |= duty.demand
    limits = [(duty.demand, ALL & ~duty.forbids) for duty in duties]
    return Due(duties, tuple(limits), tuple(denied))


# By suit led (0 to 4), then by the strength of the best trump in the trick (0: none, else 1 to 22).
Duties = tuple[tuple[Due, ...], ...]
Rule = Callable[[Ranks, int, int], Duty | None]


def duties(order: Ranks, *rules: Rule) -> Duties:
    """Return the table of a game: what its rules ask in every situation, in that order."""
    return tuple(
        tuple(
            due(*(duty for rule in rules if (duty := rule(order, led, best)) is not None))
            for best in range(23)
        )
        for led in range(NO_SUIT)
    )


def follow(order: Ranks, led: int, best: int) -> Duty:
    """Follow suit, any rank."""
    suit, free = order.suits[led], order.suits[NO_SUIT]
    return Duty(suit, ALL & ~suit & ~free, "must-follow-suit", "follow")


def trump_when_void(order: Ranks, led: int, best: int) -> Duty | None:
    """Trump, any, with none of the suit led."""
    if led == order.trump:
        return None
    suit, trumps, free = order.suits[led], order.suits[order.trump], order.suits[NO_SUIT]
    return Duty(trumps, ALL & ~suit & ~trumps & ~free, "must-trump", "trump")


def go_over(order: Ranks, led: int, best: int) -> Duty | None:
    """Return the duty to go over the best trump in the trick with a trump."""
    if not best:
        return None
    trumps = order.suits[order.trump]
    above, as_high = order.above(order.trump, best), order.above(order.trump, best - 1)
    return Duty(above, trumps & ~as_high, "must-overtrump", "overtrump")


def go_over_when_void(order: Ranks, led: int, best: int) -> Duty | None:
    """Require the same only of a player who cannot follow suit: on a trump led, any trump will do."""
    return None if led == order.trump else go_over(order, led, best)


def broken(duties: Iterable[Duty], held: int, card: int) -> Duty | None:
    """Return the first duty that somebody who surely holds `held` breaks by playing `card`."""
    for duty in duties:
        if held & duty.demand and BIT[card] & duty.forbids:
            return duty
    return None
