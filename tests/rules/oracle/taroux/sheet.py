"""Numbers, values, duties and winners of Taroux of Six (rules B1 to B6 and B39 to B42)."""

from typing import Any

from ..cards import FOOL, HONOURS, KINGS, is_plain, is_trump, number, rank_of
from ..strict import is_whole

HAND_SIZE = {6: 12}
STOCK_SIZE = {6: 6}
DISCARD_SIZE = {6: 3}
SIGNALS = ("prop", "stand")
BIDS = (*SIGNALS, "take", "take-without", "take-against")
CONTRACTS = BIDS[2:]
OPTIONS: dict[str, list[Any]] = {
    "multipliers": [[2, 4, 6], [1, 4, 6], [3, 5, 7], [1, 2, 3]],
    "abundance": [
        [[6, 20], [8, 30], [10, 40]],
        [[6, 20], [7, 30], [8, 40]],
        [[6, 20]],
        [[1, 0], [2, 999], [11, 5]],
        [[5, 10], [7, 20], [9, 30]],
    ],
    "abundance_credit": ["declaring-side", "hand-winner"],
    "fool_surrender_scope": ["player", "partnership", "side"],
    "overtrump_on_trump_lead": [True, False],
    "contra_scope": ["all", "contract"],
    "abundance_fool": [False, True],
    "auction_direction": ["against-play", "with-play"],
}
VALUES = {"K": 5, "Q": 4, "N": 3, "J": 2}
TARGET = {0: 56, 1: 51, 2: 41, 3: 36}


def is_multipliers(value):
    """Three whole numbers, at least 1 each; they need not rise."""
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(is_whole(number) and number >= 1 for number in value)
    )


def is_tiers(value):
    """Pairs of trumps (rising, at least 1) and points (at least 0), one pair or more."""
    if not isinstance(value, list) or not value:
        return False
    for tier in value:
        if not isinstance(tier, list) or len(tier) != 2 or not all(map(is_whole, tier)):
            return False
        if tier[0] < 1 or tier[1] < 0:
            return False
    trumps = [tier[0] for tier in value]
    return trumps == sorted(set(trumps))


FREE_OPTIONS = {"multipliers": is_multipliers, "abundance": is_tiers}


def partner(seat):
    """B1."""
    return (seat + 3) % 6


def is_low_plain(card):
    """A plain card below the king: what may always be laid away (B26)."""
    return is_plain(card) and card not in KINGS


def value(card):
    """B5."""
    if card in HONOURS:
        return 5
    return VALUES.get(card[1:], 1) if is_plain(card) else 1


def card_points(pile):
    """B6; the cards of a pile are always even in number."""
    return sum(value(card) for card in pile) - len(pile) // 2


def suit_led(trick):
    """The suit to follow: that of the first card that is not the Fool (B41)."""
    return next((card[0] for card in trick if card != FOOL), None)


def best_trump(cards):
    return max((number(card) for card in cards if is_trump(card)), default=0)


def broken_duty(hand, trick, card, options):
    """The code of the duty that playing `card` from `hand` to `trick` breaks, or None."""
    led = suit_led(trick)
    if card == FOOL or led is None:
        return None
    if card[0] != led:
        if any(held[0] == led for held in hand):
            return "must-follow-suit"
        if not is_trump(card):
            return "must-trump" if any(is_trump(held) for held in hand) else None
    elif not is_trump(card) or not options["overtrump_on_trump_lead"]:
        return None
    best = best_trump(trick)
    if number(card) < best < best_trump(hand):
        return "must-overtrump"
    return None


def best_place(cards):
    """B42: the highest trump; failing that the highest card of the suit led."""
    best = best_trump(cards)
    if best:
        return cards.index(f"T{best}")
    return cards.index(max((card for card in cards if card[0] == suit_led(cards)), key=rank_of))
