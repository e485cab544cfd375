"""The 78 cards as plain strings, their order, their value, and the duties of one play."""

SUITS = "SHDC"
RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"]
PLAIN = [suit + rank for suit in SUITS for rank in RANKS]
TRUMPS = [f"T{number}" for number in range(1, 22)]
FOOL = "F"
HONOURS = {"T1", "T21", FOOL}
PACK = PLAIN + TRUMPS + [FOOL]
KINGS = {suit + "K" for suit in SUITS}
HALF_POINTS = {"K": 9, "Q": 7, "N": 5, "J": 3}


def read_card(text):
    """The card that a written code names, in either case, or None."""
    if text.isascii() and text.upper() in PACK:
        return text.upper()
    return None


def is_trump(card):
    return card[0] == "T"


def is_plain(card):
    return card[0] in SUITS


def is_low_plain(card):
    """A plain card below the king: what may always be laid away."""
    return is_plain(card) and card not in KINGS


def number(trump):
    return int(trump[1:])


def rank_of(card):
    return RANKS.index(card[1:])


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
