"""The trick on the table: what lies there, what it asks for, what one more card makes of it.

A card is judged for every play of every hand that is read. So what a trick can come to, as far as the next card
depends on it, is worked out once, when a variant is made: each position with the one that follows it for every
card of the pack.
"""

from __future__ import annotations

from games.rules.cards import FOOL_CARD, SUIT_OF, T1, TRUMP_SUIT
from games.rules.obligations import Due, Duties, due

_PLAIN = range(T1)
_TRUMPS = range(T1, FOOL_CARD)


class Lying:
    """What lies in a trick.

    `led` is the suit to follow (4 trumps; -1: nothing yet, or only the fool), `best` the best trump in it (0: none,
    else 1 to 21), `due` what that asks of the next player, `denied` as there. `after[card]` is what lies once that
    card is played, and the same object where the card does not take the trick.
    """

    __slots__ = ("after", "best", "denied", "due", "led")

    def __init__(self, led: int, best: int, asks: Due) -> None:
        self.led = led
        self.best = best
        self.due = asks
        self.denied = asks.denied
        self.after: tuple[Lying, ...] = ()


def empty_trick(duties: Duties) -> Lying:
    """The trick before its first card, and through it all that can follow.

    The best trump takes a trick, else the best card of the suit led, never the fool (french 1.9.7).
    """
    empty = Lying(-1, 0, due())
    plain = [Lying(SUIT_OF[card], 0, duties[SUIT_OF[card]][0]) for card in _PLAIN]
    trumped = [
        [Lying(led, card - T1 + 1, duties[led][card - T1 + 1]) for card in _TRUMPS]
        for led in range(TRUMP_SUIT + 1)
    ]
    empty.after = (*plain, *trumped[TRUMP_SUIT], empty)
    for taking, here in enumerate(plain):
        higher = [
            plain[card] if card > taking and SUIT_OF[card] == here.led else here for card in _PLAIN
        ]
        here.after = (*higher, *trumped[here.led], here)
    for row in trumped:
        for here in row:
            here.after = (*[here] * T1, *[here] * here.best, *row[here.best :], here)
    return empty
