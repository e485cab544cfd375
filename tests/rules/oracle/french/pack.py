"""Points, duties and winners of French Tarot."""

from ..cards import FOOL, HONOURS, KINGS, is_plain, is_trump, number, rank_of

HALF_POINTS = {"K": 9, "Q": 7, "N": 5, "J": 3}
HAND_SIZE = {3: 24, 4: 18, 5: 15}
STOCK_SIZE = {3: 6, 4: 6, 5: 3}
OPTIONS: dict[str, list[str | int]] = {
    "passed_deal": ["next", "same"],
    "petit": ["taker", "either-side", "nobody"],
    "handful_by": ["taker", "anyone"],
    "handful_excuse": ["free", "last-resort"],
    "slam_lead": ["dealers-right", "caller"],
    "petit_sec": [False, True],
    "defence_slam": [0, 200],
    "discard": ["kings-only", "strict"],
    "fool_last_in_slam": ["transfers", "stays"],
    "handful_pays": ["20-30-40", "20-40-60"],
    "misere": [0, 10],
}
BIDS = ("small", "guard", "guard-without", "guard-against")
THRESHOLDS = {3: [13, 15, 18], 4: [10, 13, 15], 5: [8, 10, 13]}


def is_low_plain(card):
    """A plain card below the king: what may always be laid away."""
    return is_plain(card) and card not in KINGS


def half_points(card):
    """What the card counts, in half points (rule 1.3.4)."""
    if card in HONOURS:
        return 9
    return HALF_POINTS.get(card[1:], 1) if is_plain(card) else 1


def lead_card(cards):
    """The first card of a trick that is not the Fool (rule 1.9.2), or None."""
    for card in cards:
        if card != FOOL:
            return card
    return None


def best_trump(cards):
    return max([number(card) for card in cards if is_trump(card)], default=0)


def broken_duty(hand, trick, card):
    """The code of the duty that playing `card` from `hand` to `trick` breaks, or None (1.9.3)."""
    lead = lead_card(trick)
    if card == FOOL or lead is None:
        return None
    if is_plain(lead):
        if card[0] == lead[0]:
            return None
        if any(held[0] == lead[0] for held in hand):
            return "must-follow-suit"
    trumps = [held for held in hand if is_trump(held)]
    if not is_trump(card):
        if not trumps:
            return None
        return "must-follow-suit" if is_trump(lead) else "must-trump"
    best = best_trump(trick)
    if number(card) < best and any(number(held) > best for held in trumps):
        return "must-overtrump"
    return None


def winning_place(cards):
    """The place in the trick of the card that wins it, the Fool never winning (1.9.7)."""
    lead = lead_card(cards)
    best = best_trump(cards)
    if best:
        return cards.index(f"T{best}")
    followers = [card for card in cards if card[0] == lead[0]]
    return cards.index(max(followers, key=rank_of))
