"""Numbers, points, duties and winners of the Jeu de Taros (rules A1 to A17 and A22)."""

from ..cards import FOOL, is_plain, is_trump, number, rank_of

HAND_SIZE = dict.fromkeys(range(2, 7), 12)
STOCK_SIZE = {players: 78 - 12 * players for players in HAND_SIZE}
OPTIONS = {
    "fool_settlement": ["immediate", "end-of-hand"],
    "first_lead": ["dealer", "next"],
    "fool_mode": ["excuse", "highest-trump"],
}
EXCUSE = "excuse"
POINTS = {"K": 4, "Q": 3, "N": 2, "J": 1}


def points(card):
    """A5."""
    if card == FOOL:
        return 5
    if is_plain(card):
        return POINTS.get(card[1:], 0)
    return 4 if card in ("T1", "T21") else 0


def family(card, mode):
    """The suit letter that a card belongs to in a trick; None for the Fool as an excuse (A16)."""
    if card == FOOL:
        return None if mode == EXCUSE else "T"
    return card[0]


def strength(card):
    """The rank of a card in its own suit; only trump XXII is above XXI (A3, A4, A22)."""
    if card == FOOL:
        return 22
    return number(card) if is_trump(card) else rank_of(card)


def suit_led(trick, mode):
    """What has to be followed: the suit of the first card that is not an excuse (A17)."""
    suits = [family(card, mode) for card in trick]
    return next((suit for suit in suits if suit is not None), None)


def broken_duty(hand, trick, card, mode):
    """The code of the duty that playing `card` from `hand` to `trick` breaks, or None."""
    led = suit_led(trick, mode)
    mine = family(card, mode)
    if led is None or mine is None or mine == led:
        return None
    suits = {family(held, mode) for held in hand}
    if led in suits:
        return "must-follow-suit"
    return "must-trump" if "T" in suits and mine != "T" else None


def best_place(cards, mode):
    """A15: the highest trump, without trumps the highest card of the suit led."""
    suits = [family(card, mode) for card in cards]
    winning = "T" if "T" in suits else suit_led(cards, mode)
    able = [card for card, suit in zip(cards, suits, strict=True) if suit == winning]
    return cards.index(max(able, key=strength))
