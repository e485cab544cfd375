"""What plain Python can do at best: French Tarot's play as a bare loop on bit masks.

No variants, no options, no unknown cards, no announcements, nobody to tell what went wrong. It
shares no code with `games.rules`, only the numbering of the cards (0 to 77: spades, hearts,
diamonds, clubs, trumps, fool).
Three rungs are climbed, named as in the published measurements:

  C   a mutable table judges each card, takes the tricks, counts half points, keeps the tricks
  C2  the same, and the cards that may be played are listed before each
  E   a line of text becomes hands and cards, is played through as in C, and is counted
"""

from __future__ import annotations

from collections.abc import Sequence

CARDS = 78
TRUMP_1, FOOL = 56, 77
TRUMP_SUIT = 4
NOTHING_LED = 5
SUIT_OF = (*(min(card // 14, TRUMP_SUIT) for card in range(FOOL)), NOTHING_LED)
BITS = tuple(1 << card for card in range(CARDS))
OF_SUIT = tuple(
    sum(bit for bit, suit in zip(BITS, SUIT_OF, strict=True) if suit == wanted)
    for wanted in range(TRUMP_SUIT + 1)
)
TRUMPS, FOOL_BIT = OF_SUIT[TRUMP_SUIT], BITS[FOOL]
# By the best card of the trick: the trumps that go over it, all of them where it is no trump.
OVER = tuple(TRUMPS & -(BITS[card] << 1) for card in range(CARDS))
_COURT = {10: 3, 11: 5, 12: 7, 13: 9}  # half points of jack, knight, queen and king
HALVES = tuple(
    9 if card in (TRUMP_1, 76, FOOL) else _COURT.get(card % 14, 1) if card < TRUMP_1 else 1
    for card in range(CARDS)
)
FOOL_KEEPS = HALVES[FOOL] - 1  # its player keeps the fool and pays half a point for it
NAMES = tuple(f"{'SHDC'[card // 14]}{card % 14 + 1}" for card in range(TRUMP_1)) + tuple(
    f"T{number}" for number in range(1, 23)
)
NUMBERS = {name: card for card, name in enumerate(NAMES)}


class Illegal(Exception):
    """A card that may not be played; the first argument says which rule forbids it."""


def playable(hand: int, led: int, best: int) -> int:
    """The cards (mask) of a hand that may follow; `best` is the best card of the trick so far."""
    if led == NOTHING_LED:
        return hand
    if led != TRUMP_SUIT:
        following = hand & OF_SUIT[led]
        if following:
            return following | hand & FOOL_BIT
    trumps = hand & TRUMPS
    if trumps:
        return (trumps & OVER[best] or trumps) | hand & FOOL_BIT
    return hand


class Table:
    """Hands (masks) and the trick on the table; `halves` counts each seat's half points."""

    __slots__ = (
        "best", "halves", "hands", "led", "lying", "n", "seat", "tricks", "value", "winner",
    )  # fmt: skip

    def __init__(self, hands: Sequence[int], leader: int) -> None:
        self.hands = list(hands)
        self.n = len(hands)
        self.seat = self.winner = leader
        self.led = NOTHING_LED
        self.best = 0
        self.value = 0
        self.lying: list[int] = []
        self.tricks: list[tuple[int, list[int]]] = []
        self.halves = [0] * self.n

    def play(self, card: int) -> None:
        """Put a card on the table; the last of a trick gives it to its winner. Raises Illegal."""
        seat, led, bit = self.seat, self.led, BITS[card]
        hand = self.hands[seat]
        if not hand & bit:
            raise Illegal("not in hand", seat, card)
        if not bit & playable(hand, led, self.best):
            raise Illegal("must follow, trump or go over", seat, card)
        self.hands[seat] = hand ^ bit
        suit = SUIT_OF[card]
        if card == FOOL:
            self.halves[seat] += FOOL_KEEPS
            self.value += 1
        else:
            # The numbers of the cards rise with their worth, and trumps stand above the suits.
            if led == NOTHING_LED:
                self.led, self.best, self.winner = suit, card, seat
            elif card > self.best and suit in (led, TRUMP_SUIT):
                self.best, self.winner = card, seat
            self.value += HALVES[card]
        lying = self.lying
        lying.append(card)
        if len(lying) < self.n:
            self.seat = (seat + 1) % self.n
            return
        winner = self.winner
        self.tricks.append((winner, lying))
        self.halves[winner] += self.value
        self.lying, self.led, self.best, self.value = [], NOTHING_LED, 0, 0
        self.seat = winner


def play_all(table: Table, cards: Sequence[int]) -> int:
    """Rung C. Returns the half points of seat 0."""
    play = table.play
    for card in cards:
        play(card)
    return table.halves[0]


def play_listing(table: Table, cards: Sequence[int]) -> int:
    """Rung C2. Returns the half points of seat 0."""
    for card in cards:
        listed(playable(table.hands[table.seat], table.led, table.best))
        table.play(card)
    return table.halves[0]


def listed(mask: int) -> list[int]:
    """The cards of a mask."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def play_text(text: str) -> int:
    """Rung E. Returns the half points of seat 0, with the cards laid away."""
    *parts, laid, leader, played = text.split("|")
    hands = []
    for part in parts:
        hand = 0
        for name in part.split(" "):
            hand |= BITS[NUMBERS[name]]
        hands.append(hand)
    cards = [NUMBERS[name] for name in played.split(" ")]
    aside = sum([HALVES[NUMBERS[name]] for name in laid.split(" ")])
    return aside + play_all(Table(hands, int(leader)), cards)


def text_of(hands: Sequence[int], laid: int, leader: int, cards: Sequence[int]) -> str:
    """The line that `play_text` reads: hands, cards laid away, who leads, the cards as played."""
    parts = [" ".join(NAMES[card] for card in listed(mask)) for mask in (*hands, laid)]
    return "|".join([*parts, str(leader), " ".join(NAMES[card] for card in cards)])
