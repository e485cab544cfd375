"""Packs: which cards a variant uses and what they count, in half points."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.rules.cards import ALL, HONOURS, JACKS, KINGS, KNIGHTS, QUEENS, cards_of, mask_of


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a variant.

    `cards` and `honours` are masks; `halves` holds the value of every card in half points (0 for cards
    that are not in the pack), `total` their sum, `worth` each value with the cards (mask) that have it.
    """

    cards: int
    honours: int
    halves: tuple[int, ...]
    total: int = field(init=False)
    worth: tuple[tuple[int, int], ...] = field(init=False)

    def __post_init__(self) -> None:
        # A hand is counted whenever it is looked at: what never changes is worked out once.
        worth = [
            (value, mask_of(card for card, halves in enumerate(self.halves) if halves == value))
            for value in sorted(set(self.halves) - {0})
        ]
        object.__setattr__(self, "total", sum(self.halves))
        object.__setattr__(self, "worth", tuple(worth))

    def points(self, mask: int) -> int:
        """The card points of a set, in half points."""
        return sum([value * (mask & cards).bit_count() for value, cards in self.worth])

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
