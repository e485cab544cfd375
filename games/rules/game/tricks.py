"""The trick on the table: which cards are in it, what they ask for, what one more card changes.

A card is judged for every play of every hand that is read. So all positions that a trick can be in, as
far as the next card depends on them, are worked out once, when a variant is made: each with the one that follows it
for every card of the pack.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.cards import cards_of
from games.rules.game.obligations import Due, Duties, Duty, Rule, due, duties
from games.rules.game.ranks import NO_SUIT, Ranks


class TrickPosition:
    """The position of a trick: what the cards in it ask for.

    `led` is the suit to follow (-1: nothing yet, or only a card of no suit), `best` the best trump in it (0: none,
    else 1 to 22), `due` what that asks of the next player, `denied` as there. `after[card]` is the position once
    that card is played, and the same object where the card does not take the trick.
    """

    __slots__ = ("after", "best", "denied", "due", "led")

    def __init__(self, led: int, best: int, asks: Due) -> None:
        self.led = led
        self.best = best
        self.due = asks
        self.denied = asks.denied
        self.after: tuple[TrickPosition, ...] = ()


class TrickRules(NamedTuple):
    """The rules of tricks in a game: the order of the cards, and what each card asks for.

    `opening` is the trick before its first card; all that can follow is reached through it.
    """

    ranks: Ranks
    duties: Duties
    opening: TrickPosition


def trick_rules(order: Ranks, *rules: Rule, leading: tuple[Duty, ...] = ()) -> TrickRules:
    """Return the tricks of a game: `rules` bind those who follow, `leading` the one who leads."""
    table = duties(order, *rules)
    return TrickRules(order, table, opening(order, table, due(*leading)))


def opening(order: Ranks, table: Duties, leading: Due) -> TrickPosition:
    """Return the trick before its first card.

    The best trump takes a trick, else the best card of the suit led; a card of no suit never does (french 1.9.7).
    """
    empty = TrickPosition(-1, 0, leading)
    pack = range(len(order.suit_of))
    plain = {
        card: TrickPosition(suit, 0, table[suit][0])
        for card, suit in enumerate(order.suit_of)
        if suit not in (order.trump, NO_SUIT)
    }
    trumps = [card for card in pack if order.suit_of[card] == order.trump]
    trumped = [
        {
            card: TrickPosition(led, order.strength[card], table[led][order.strength[card]])
            for card in trumps
        }
        for led in range(NO_SUIT)
    ]
    first = plain | trumped[order.trump] if trumps else plain
    empty.after = tuple(first.get(card, empty) for card in pack)
    for taking, here in plain.items():
        over = cards_of(order.above(here.led, order.strength[taking]))
        taker = {card: plain[card] for card in over} | trumped[here.led]
        here.after = tuple(taker.get(card, here) for card in pack)
    for row in trumped:
        for here in row.values():
            over = cards_of(order.above(order.trump, here.best))
            taker = {card: row[card] for card in over}
            here.after = tuple(taker.get(card, here) for card in pack)
    return empty
