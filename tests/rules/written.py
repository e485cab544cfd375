"""Cards as records write them: the pack, hands filled up, sets of cards as text and back."""

from __future__ import annotations

from games.rules import card_code, card_id, cards_of

# The suits in full, to fill a hand with cards that a ruling is not about.
SUITS = {
    suit: [f"{suit}{rank}" for rank in "1 2 3 4 5 6 7 8 9 10 J N Q K".split()] for suit in "SHDC"
}
TRUMPS = [f"T{number}" for number in range(1, 22)]
PACK = [*(card for suit in "SHDC" for card in SUITS[suit]), *TRUMPS, "F"]
HAND_SIZE = {3: 24, 4: 18, 5: 15, 6: 12}


def filled(cards: str, suits: str, *, players: int = 4, but: str = "") -> str:
    """A hand of `cards`, filled up with the lowest cards of `suits` ("SHDC", "T") but `but`."""
    known = cards.split()
    rows = {**SUITS, "T": TRUMPS}
    rest = [card for suit in suits for card in rows[suit] if card not in {*known, *but.split()}]
    return " ".join([*known, *rest][: HAND_SIZE[players]])


def ids(cards: str) -> tuple[int, ...]:
    """Card codes as the numbers that problems hold, in the order of the pack."""
    return tuple(sorted(card_id(code) for code in cards.split()))


def codes(cards: tuple[int, ...]) -> str:
    """The other way round: what a failed test prints."""
    return " ".join(map(card_code, sorted(cards)))


def in_order(cards: str) -> str:
    """The same cards in the order of the pack."""
    return codes(ids(cards))


def said(mask: int | None) -> str:
    """A set of cards as text."""
    return codes(tuple(cards_of(mask or 0)))
