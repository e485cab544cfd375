"""The 78 cards: codes, numbers and sets.

A card is a number from 0 to 77; a set of cards is one integer with bit `card` set (a mask).
Numbers run spades ace to king (0-13), hearts (14-27), diamonds (28-41), clubs (42-55), trumps 1 to 21
(56-76), the fool (77). Codes are those of the record format: `SK`, `H10`, `T21`, `F`.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter

SUIT_LETTERS = "SHDC"
RANK_CODES = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
JACK, KNIGHT, QUEEN, KING = 10, 11, 12, 13
TRUMP_SUIT = 4

T1, T20, T21, FOOL_CARD = 56, 75, 76, 77

CODES: tuple[str, ...] = (
    *(letter + rank for letter in SUIT_LETTERS for rank in RANK_CODES),
    *(f"T{number}" for number in range(1, 22)),
    "F",
)
# Either case on input, letter by letter: str.upper() would also take letters of other alphabets.
IDS: dict[str, int] = {
    letter + rank: card
    for card, code in enumerate(CODES)
    for letter in {code[0], code[0].lower()}
    for rank in {code[1:], code[1:].lower()}
}

BIT: tuple[int, ...] = tuple(1 << card for card in range(78))
SUIT_OF: tuple[int, ...] = tuple(
    min(card // 14, 4) if card < FOOL_CARD else 5 for card in range(78)
)

ALL = (1 << 78) - 1
FOOL = BIT[FOOL_CARD]
TRUMPS = sum(BIT[T1 : T21 + 1])
SUITS: tuple[int, ...] = (*(((1 << 14) - 1) << (14 * suit) for suit in range(4)), TRUMPS, FOOL)
PLAIN = SUITS[0] | SUITS[1] | SUITS[2] | SUITS[3]


def of_rank(rank: int) -> int:
    """Return the mask of the four cards of a rank (0 ace … 13 king)."""
    return sum(BIT[14 * suit + rank] for suit in range(4))


KINGS, QUEENS, KNIGHTS, JACKS = of_rank(KING), of_rank(QUEEN), of_rank(KNIGHT), of_rank(JACK)
HONOURS = BIT[T1] | BIT[T21] | FOOL


def card_code(card: int) -> str:
    """Return the code of a card: 13 -> "SK"."""
    return CODES[card]


def card_id(code: str) -> int:
    """Return the number of a card code in either case: "sk" -> 13. Raises KeyError."""
    return IDS[code]


def ids_of(codes: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of card codes in either case. Raises KeyError with the first that names no card."""
    # Of two or more an itemgetter gives a tuple, made in C: half the time of any loop.
    return itemgetter(*codes)(IDS) if len(codes) > 1 else tuple([IDS[code] for code in codes])


def _sets_of_ten(first: int) -> tuple[tuple[int, ...], ...]:
    """Return the cards of every set of the ten cards from `first` on, by the set's ten bits."""
    sets: list[tuple[int, ...]] = [()]
    for card in range(first, first + 10):
        sets += [(*smaller, card) for smaller in sets]
    return tuple(sets)


# The legal cards of a hand nobody knows are dozens, listed for each screen: ten bits are looked up at a time.
_BY_TEN_BITS = tuple(_sets_of_ten(first) for first in range(0, 80, 10))


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of the given card numbers."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def mask_of_dealt(cards: Sequence[int]) -> int:
    """Return the set of card numbers that are all different: like `mask_of`, in two thirds of the time."""
    return sum(itemgetter(*cards)(BIT)) if len(cards) > 1 else mask_of(cards)


def cards_of(mask: int) -> list[int]:
    """Return the card numbers of a set, in ascending order."""
    a, b, c, d, e, f, g, h = _BY_TEN_BITS
    return [
        *a[mask & 1023],
        *b[mask >> 10 & 1023],
        *c[mask >> 20 & 1023],
        *d[mask >> 30 & 1023],
        *e[mask >> 40 & 1023],
        *f[mask >> 50 & 1023],
        *g[mask >> 60 & 1023],
        *h[mask >> 70],
    ]


def codes_of(mask: int) -> list[str]:
    """Return the card codes of a set, in the order of the pack."""
    return [CODES[card] for card in cards_of(mask)]
