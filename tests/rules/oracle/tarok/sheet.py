"""Numbers, points, duty and winners of the five-suited Tarok (C1 to C13)."""

from ..cards import FOOL, is_plain, is_trump, number, rank_of

HAND_SIZE = {2: 15, 3: 15, 4: 15}
PILE_SIZE = {players: 78 - 15 * players for players in HAND_SIZE}
OPTIONS = {"fool_rank": ["low", "high"], "short_draw": ["partial", "none"]}
POINTS = {"K": 25, "Q": 20, "N": 15, "J": 15}
MAJORS = "T"
ALL_POINTS = 850


def points(card):
    """C13."""
    if not is_plain(card):
        return 15
    rank = card[1:]
    return POINTS[rank] if rank in POINTS else int(rank)


def suit(card):
    """One of five suits; the Fool is one of the Majors (C4)."""
    return MAJORS if card == FOOL else card[0]


def strength(card, fool_rank):
    """The rank of a card in its suit, the Fool at one end of the Majors (C3, C4, C-a)."""
    if card == FOOL:
        return 0 if fool_rank == "low" else 22
    return number(card) if is_trump(card) else rank_of(card)


def refuses(trick, card):
    """Whether the card is none of the suit led (C7)."""
    return bool(trick) and suit(card) != suit(trick[0])


def broken_duty(hand, trick, card):
    """The code of the duty that playing `card` from `hand` to `trick` breaks, or None (C7)."""
    if refuses(trick, card) and any(suit(held) == suit(trick[0]) for held in hand):
        return "must-follow-suit"
    return None


def best_place(cards, fool_rank):
    """C8."""
    able = [card for card in cards if not refuses(cards, card)]
    return cards.index(max(able, key=lambda card: strength(card, fool_rank)))
