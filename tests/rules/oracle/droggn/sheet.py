"""Numbers, points, duties and winners of Droggn (2.2 to 2.5 and 2.8.5)."""

from ..cards import FOOL, HONOURS, KINGS, PACK, is_plain, is_trump, number, rank_of

LEFT_OUT = {suit + rank for suit in "SC" for rank in "123"}
LEFT_OUT |= {suit + rank for suit in "HD" for rank in ("8", "9", "10")}
DROGGN_PACK = [card for card in PACK if card not in LEFT_OUT]
HAND_SIZE = {3: 21}
STOCK_SIZE = {3: 3}
OPTIONS: dict[str, list[str | int]] = {
    "stock_unexchanged": ["defenders", "declarer"],
    "points_to_win": [37, 38],
    "ultimo_failed": ["never", "announced-pays", "pays"],
    "ultimo_by": ["declarer", "anyone"],
    "early_pagat": [0, 5],
    "matsch": [0, 37],
    "slam_display_bonus": [0, 20],
    "king_discard": ["one-trump", "one-each"],
    "fool_last": ["kept", "to-winner"],
}
BIDS = ("ansager", "solo", "super", "slam")
BASE = {"ansager": 20, "solo": 40, "super": 80}
RAW = {"K": 5, "Q": 4, "N": 3, "J": 2}
ALL_POINTS = 74


def raw_value(card):
    """2.3.4."""
    if card in HONOURS:
        return 5
    return RAW.get(card[1:], 1) if is_plain(card) else 1


def strength(card):
    """The rank of a card in its own suit: red pips the other way round (2.3.2)."""
    if is_trump(card):
        return number(card)
    rank = rank_of(card)
    return 9 - rank if card[0] in "HD" and rank < 10 else rank


def suit_led(trick):
    """The suit of the first card that is not the Fool (2.8.6 d), or None."""
    return next((card[0] for card in trick if card != FOOL), None)


def broken_duty(hand, trick, card):
    """The code of the duty that playing `card` from `hand` to `trick` breaks, or None (2.8.5)."""
    led = suit_led(trick)
    if led is None or card == FOOL or card[0] == led:
        return None
    suits = {held[0] for held in hand if held != FOOL}
    if led in suits:
        return "must-follow-suit"
    return "must-trump" if "T" in suits and card[0] != "T" else None


def best_place(cards):
    """The place in a trick of the card that wins it, the Fool never winning."""
    able = [card for card in cards if is_trump(card)]
    able = able or [card for card in cards if card != FOOL and card[0] == suit_led(cards)]
    return cards.index(max(able, key=strength))


def laying_faults(laid, king_discard):
    """The codes that laying these cards away breaks (2.6.2, 2.6.3; D16 to D18)."""
    broken: dict[str, int | None] = {}
    if laid & HONOURS:
        broken["discard-honour"] = None
    kings = len(laid & KINGS)
    company = len([card for card in laid - HONOURS if is_trump(card)])
    needed = min(kings, 1) if king_discard == "one-trump" else kings
    if company < needed:
        broken["discard-king-needs-trump"] = None
    return broken
