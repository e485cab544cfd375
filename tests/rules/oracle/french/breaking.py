"""Mutations of handfuls and kings that only French Tarot knows."""

from ..breaking_plays import of_kind
from ..cards import FOOL, PLAIN, TRUMPS


def other_king(rng, record):
    rng.choice(of_kind(record, "king"))["card"] = rng.choice("SHDC") + rng.choice("KQNJ1")


def hidden_handful(rng, record):
    """A handful with a trump that nobody plays: one of the discard or of the stock."""
    action = rng.choice([each for each in of_kind(record, "announce") if "cards" in each])
    played = {play["card"] for play in of_kind(record, "play")}
    hidden = [card for card in [*TRUMPS, FOOL] if card not in played]
    action["cards"][0] = rng.choice([card for card in hidden if card not in action["cards"]])


def touch_handful(rng, record):
    action = rng.choice([each for each in of_kind(record, "announce") if "cards" in each])
    cards = action["cards"]
    way = rng.randrange(7)
    if way == 0:
        cards.pop()
    elif way == 1:
        cards[0] = rng.choice(PLAIN)
    elif way == 2:
        cards[-1] = rng.choice(TRUMPS)
    elif way == 3:
        cards.append(FOOL)
    elif way == 4:
        action["size"] = rng.choice([0, 8, 10, 11, 13, 15, 18, -1])
    elif way == 5:
        del cards[rng.randint(0, len(cards)) :]
    else:
        cards.append(cards[0])


MUTATIONS = {touch_handful: 4, hidden_handful: 1, other_king: 2}
