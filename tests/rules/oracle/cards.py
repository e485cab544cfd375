"""The 78 cards as plain strings: what all games have in common."""

SUITS = "SHDC"
RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"]
PLAIN = [suit + rank for suit in SUITS for rank in RANKS]
TRUMPS = [f"T{number}" for number in range(1, 22)]
FOOL = "F"
HONOURS = {"T1", "T21", FOOL}
PACK = PLAIN + TRUMPS + [FOOL]
KINGS = {suit + "K" for suit in SUITS}


def read_card(text):
    """The card that a written code names, in either case, or None."""
    if text.isascii() and text.upper() in PACK:
        return text.upper()
    return None


def is_trump(card):
    return card[0] == "T"


def is_plain(card):
    return card[0] in SUITS


def number(trump):
    return int(trump[1:])


def rank_of(card):
    """The place of a plain card among the fourteen, the ace lowest."""
    return RANKS.index(card[1:])
