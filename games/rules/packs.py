"""Packs: which cards a variant uses and what they count, in half points."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.cards import ALL, HONOURS, JACKS, KINGS, KNIGHTS, QUEENS, cards_of


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a variant.

    `cards` and `honours` are masks; `halves` holds the value of every card in half points (0 for cards
    that are not in the pack), `total` their sum.
    """

    cards: int
    honours: int
    halves: tuple[int, ...]

    @property
    def total(self) -> int:
        """All card points of the pack, in half points."""
        return sum(self.halves)

    def points(self, mask: int) -> int:
        """The card points of a set, in half points."""
        return sum(self.halves[card] for card in cards_of(mask))

    def points_of(self, cards: Iterable[int]) -> int:
        """The card points of a sequence of cards, in half points."""
        return sum(map(self.halves.__getitem__, cards))


def _french_halves() -> tuple[int, ...]:
    halves = [1] * 78
    for mask, value in ((KINGS | HONOURS, 9), (QUEENS, 7), (KNIGHTS, 5), (JACKS, 3)):
        for card in cards_of(mask):
            halves[card] = value
    return tuple(halves)


# french 1.3.1, 1.3.3, 1.3.4: 78 cards worth 91 points.
TAROT_78 = Pack(cards=ALL, honours=HONOURS, halves=_french_halves())
