"""The duties of play: follow suit, trump when void, overtrump.

A duty is three things: who holds one of these cards (`demand`) may not play one of those (`forbids`), and the
code and rule that say so. The same table gives the legal cards, the reason for refusing another, and what a
play proves about its player's hand, so the three cannot disagree.

A card is judged for every play of every hand that is read, so what the duties come to is worked out once, when
a variant is made: `Due`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.cards import ALL, BIT, FOOL, SUITS, T1, TRUMP_SUIT, TRUMPS, cards_of, trumps_above


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
    """The duties of one situation, the first to be named first."""
    denied = [0] * len(BIT)
    for duty in duties:
        for card in cards_of(duty.forbids):
            denied[card] |= duty.demand
    limits = [(duty.demand, ALL & ~duty.forbids) for duty in duties]
    return Due(duties, tuple(limits), tuple(denied))


# By suit led (4: trumps), then by the best trump in the trick (0: none, else its number 1 to 21).
Duties = tuple[tuple[Due, ...], ...]


def follow_trump_overtrump() -> Duties:
    """The duties of French Tarot (1.9.3): follow suit, any rank; void: trump, and over the best trump."""
    return tuple(tuple(due(*_duties(led, best)) for best in range(22)) for led in range(5))


def _duties(led: int, best: int) -> list[Duty]:
    suit = SUITS[led]
    duties = [Duty(suit, ALL & ~suit & ~FOOL, "must-follow-suit", "follow")]
    if led != TRUMP_SUIT:
        duties.append(Duty(TRUMPS, ALL & ~suit & ~TRUMPS & ~FOOL, "must-trump", "trump"))
    if best:
        above = trumps_above(T1 + best - 1)
        duties.append(
            Duty(above, TRUMPS & ~above & ~BIT[T1 + best - 1], "must-overtrump", "overtrump")
        )
    return duties


def broken(duties: Iterable[Duty], held: int, card: int) -> Duty | None:
    """The first duty that somebody who surely holds `held` breaks by playing `card`."""
    for duty in duties:
        if held & duty.demand and BIT[card] & duty.forbids:
            return duty
    return None
