"""Ranks: which suit a card belongs to in a trick, and what beats what."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from games.rules.cards import CODES, FOOL_CARD, JACK, SUIT_OF, T1, TRUMP_SUIT, mask_of

# The suit of a card that no duty concerns and that takes no trick: the fool as excuse.
NO_SUIT = 5
# Where no suit beats the others.
NO_TRUMP = -1


class Ranks(NamedTuple):
    """The order of the cards of a game.

    By card: `suit_of` its suit (0 to 4, or NO_SUIT), `strength` what it beats within the suit, the higher the
    lower one; trumps count from 1 to 21, or 22. `trump` is the suit that beats the others; `suits` the cards of
    each suit (masks), last those of NO_SUIT.
    """

    suit_of: tuple[int, ...]
    strength: tuple[int, ...]
    trump: int
    suits: tuple[int, ...]

    def above(self, suit: int, strength: int) -> int:
        """Return the cards (mask) of a suit that beat that strength."""
        return mask_of(
            card
            for card, own in enumerate(self.suit_of)
            if own == suit and self.strength[card] > strength
        )


def ranks(
    *, trump: int = TRUMP_SUIT, fool: int | None = None, inverted: Collection[int] = ()
) -> Ranks:
    """Return the usual order: ace low and king high, trumps by their number.

    `fool` is the strength of the fool where it is a card of suit 4 (0 lowest, 22 highest), None where it is
    the excuse. In the suits of `inverted` the ace is the highest of the pips and the ten the lowest.
    """
    strength = []
    for card, suit in enumerate(SUIT_OF):
        rank = card - 14 * suit
        if card >= T1:
            strength.append(card - T1 + 1)
        else:
            strength.append(JACK - rank if suit in inverted and rank < JACK else rank + 1)
    suit_of = list(SUIT_OF)
    if fool is not None:
        suit_of[FOOL_CARD], strength[FOOL_CARD] = TRUMP_SUIT, fool
    suits = [
        mask_of(card for card in range(len(CODES)) if suit_of[card] == suit)
        for suit in range(NO_SUIT + 1)
    ]
    return Ranks(tuple(suit_of), tuple(strength), trump, tuple(suits))
