"""Packs: which cards a variant uses and what they count, in half points."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.rules.cards import ALL, HONOURS, JACKS, KINGS, KNIGHTS, QUEENS, cards_of, mask_of

# Cards by what they count, in the smallest unit of their game: (value, number of cards).
Classes = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a variant.

    `cards` and `honours` are masks; `worth` holds the value of every card (0 for cards that are not in the pack) in
    the smallest unit of the game, of which `unit` make a point: 2 where cards count halves, 3 where three cards are
    counted together. `total` is what the whole pack counts, in half points.
    """

    cards: int
    honours: int
    worth: tuple[int, ...]
    unit: int = 2
    total: int = field(init=False)
    _by_value: tuple[tuple[int, int], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # A hand is counted whenever it is looked at: what never changes is worked out once.
        by_value = [
            (value, mask_of(card for card, worth in enumerate(self.worth) if worth == value))
            for value in sorted(set(self.worth) - {0})
        ]
        object.__setattr__(self, "_by_value", tuple(by_value))
        object.__setattr__(self, "total", self.points(self.cards))

    def points(self, mask: int) -> int:
        """Return the card points of a set, in half points, rounded down where the cards do not make whole ones."""
        value = sum([worth * (mask & cards).bit_count() for worth, cards in self._by_value])
        return value * 2 // self.unit

    def classes(self, mask: int) -> Classes:
        """Return how many cards of a set count how much, the least value first."""
        counted = [(value, (mask & cards).bit_count()) for value, cards in self._by_value]
        nothing = (mask & self.cards).bit_count() - sum([many for _value, many in counted])
        return ((0, nothing), *counted)

    def points_of(self, cards: Iterable[int]) -> int:
        """Return the card points of a sequence of cards, in half points."""
        return sum(map(self.worth.__getitem__, cards)) * 2 // self.unit


def worths(cards: int, usual: int, *others: tuple[int, int]) -> tuple[int, ...]:
    """Return what each card counts: `usual`, or for the other sets (mask, value) their value, or 0."""
    worth = [usual if cards >> card & 1 else 0 for card in range(78)]
    for mask, value in others:
        for card in cards_of(mask & cards):
            worth[card] = value
    return tuple(worth)


# french 1.3.1, 1.3.3, 1.3.4: 78 cards worth 91 points.
TAROT_78 = Pack(
    cards=ALL,
    honours=HONOURS,
    worth=worths(ALL, 1, (KINGS | HONOURS, 9), (QUEENS, 7), (KNIGHTS, 5), (JACKS, 3)),
)
