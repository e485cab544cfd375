"""What breaks a record of Tarok alone."""

from ..breaking_plays import of_kind
from ..cards import PACK


def near_own_plays(rng, record):
    """Two plays of a seat, a few tricks apart, the other way round: refusals come or go."""
    players = len(record["players"])
    plays = of_kind(record, "play")
    seat = rng.randrange(players)
    mine = [play for play in plays if play["seat"] == seat]
    at = rng.randrange(len(mine) - 1)
    other = mine[min(len(mine) - 1, at + rng.randint(1, 6))]
    mine[at]["card"], other["card"] = other["card"], mine[at]["card"]


def other_order(rng, record):
    """Two cards of the pile change places."""
    pile = record["deal"]["stock"]
    one = rng.randrange(len(pile))
    other = min(len(pile) - 1, one + rng.choice([1, 1, 2, 4, 9]))
    pile[one], pile[other] = pile[other], pile[one]


def forget_pile(rng, record):
    record["deal"]["stock"] = None


def forget_hands(rng, record):
    hands = record["deal"]["hands"]
    for seat in range(len(hands)):
        if rng.random() < 0.6:
            hands[seat] = None


def undrawn_card(rng, record):
    """A card of the pile long before it is drawn, or from the first trick on."""
    plays = of_kind(record, "play")
    play = rng.choice(plays[: rng.choice([4, 30])])
    play["card"] = rng.choice(record["deal"]["stock"] or PACK)


MUTATIONS = {
    near_own_plays: 6,
    other_order: 3,
    forget_pile: 1,
    forget_hands: 1,
    undrawn_card: 2,
}
