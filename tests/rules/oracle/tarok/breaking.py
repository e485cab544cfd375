"""What breaks a record of Tarok."""

from ..breaking_deal import forget, touch_deal
from ..breaking_plays import (
    any_card,
    claim_now,
    double,
    double_early,
    drop,
    drop_early,
    excuse,
    no_excuse,
    of_kind,
    other_card,
    other_dealer,
    other_seat,
    place,
    swap_last_plays,
    swap_neighbours,
    swap_own_plays,
    swap_plays,
    unbalance,
)
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


def insert(rng, record):
    seat = rng.randrange(len(record["players"]))
    cards = rng.sample(PACK, rng.choice([1, 3, 6]))
    action = rng.choice(
        [
            {"kind": "claim", "seat": seat},
            {"kind": "announce", "seat": seat, "what": rng.choice(["slam", "handful"])},
            {"kind": "king", "seat": seat, "card": any_card(rng)},
            {"kind": "stock", "cards": cards},
            {"kind": "discard", "seat": seat, "cards": rng.choice([cards, None])},
            {"kind": "call", "seat": seat, "call": rng.choice(["pass", "solo"])},
            {"kind": "play", "seat": seat, "card": any_card(rng)},
            {"kind": "take", "seat": seat, "half": "second"},
            {"kind": "buy", "seat": seat, "card": rng.choice([None, any_card(rng)])},
        ]
    )
    record["actions"].insert(place(rng, record), action)


MUTATIONS = [
    *[swap_own_plays] * 3,
    *[near_own_plays] * 6,
    swap_plays,
    other_card,
    *[other_order] * 3,
    forget_pile,
    forget_hands,
    *[undrawn_card] * 2,
    other_seat,
    drop,
    drop_early,
    double,
    double_early,
    swap_neighbours,
    excuse,
    no_excuse,
    *[insert] * 4,
    *[claim_now] * 3,
    swap_last_plays,
    *[touch_deal] * 2,
    forget,
    other_dealer,
    unbalance,
]
ODD_OPTIONS = [
    ("fool_rank", "high"),
    ("fool_rank", "High"),
    ("fool_rank", 22),
    ("fool_rank", None),
    ("short_draw", "none"),
    ("short_draw", None),
    ("short_draw", "partial "),
    ("short_draw", ["none"]),
    ("target", 1000),
    ("_own", 1),
    ("petit", "taker"),
]
