"""Random deals, many of them bent so that something happens, and what a record tells of them."""

from ..cards import FOOL, HONOURS, KINGS, PACK, PLAIN, TRUMPS, is_trump, number
from .pack import half_points


def strength(card):
    if is_trump(card):
        return 20 + number(card)
    if card == FOOL:
        return 60
    return 30 if card in KINGS else half_points(card)


def wanted_cards(rng, style, size):
    """The cards that the seat in the middle of the story is given first."""
    ranked = sorted(PACK, key=strength, reverse=True)
    if style == "strong":
        noise = rng.choice([0, 0, 5, 15])
        return sorted(PACK, key=lambda card: strength(card) + rng.random() * noise)[-size:]
    if style == "strong-without-fool":
        return [card for card in ranked if card != FOOL][:size]
    if style == "weak":
        cards = sorted(PLAIN, key=half_points)[: size + 6]
        return [*rng.sample(cards, size - 1), rng.choice([FOOL, "T1", "T2", cards[0]])]
    if style == "bare-petit":
        return ["T1", *rng.sample(PLAIN, size - 1)]
    if style == "kings":
        ranks = rng.choice(["K", "KQ", "KQN", "KQNJ"])
        return [suit + rank for rank in ranks for suit in "SHDC"][:size]
    if style == "fool-and-petit":
        return [FOOL, "T1"]
    return []


STYLES = ["plain"] * 8 + ["strong"] * 5 + ["strong-without-fool", "weak", "weak", "bare-petit"]
STYLES += ["kings", "kings", "flood", "fool-and-petit", "fool-and-petit"]


def deal_cards(table):
    """(hands, stock, the seat in the middle of the story or None, style of the deal)."""
    rng, size = table.rng, table.size
    style = rng.choice(STYLES)
    star = None if style == "plain" else rng.randrange(table.players)
    wanted, stock = list(dict.fromkeys(wanted_cards(rng, style, size)))[:size], []
    if style == "flood":
        rich = [*rng.sample(TRUMPS, 21), FOOL, *sorted(KINGS)][: size + table.stock_size]
        rich = rng.sample(rich, len(rich))
        wanted, stock = rich[:size], rich[size:]
    return *table.deal_round({star: wanted}, stock), star, style


def forbidden_aside(option, card):
    """Cards that may never be laid away under an option, however many plain cards there are."""
    return card in KINGS or (option == "strict" and card in HONOURS)
