"""All mutations that make a hand of Taros impossible, the likelier ones several times."""

from ..breaking_deal import forget, touch_deal
from ..breaking_plays import (
    any_card,
    card_of_the_hidden,
    double,
    drop,
    drop_early,
    excuse,
    no_excuse,
    of_kind,
    other_card,
    other_dealer,
    other_seat,
    place,
    swap_early_neighbours,
    swap_last_plays,
    swap_neighbours,
    swap_own_plays,
    swap_plays,
    unbalance,
)
from ..cards import FOOL, PACK, TRUMPS


def insert(rng, record):
    """An action that some other game has, or one more of those that this one has."""
    seat = rng.randrange(len(record["players"]))
    cards = rng.sample(PACK, rng.choice([0, 1, 3, 6]))
    twice = [*cards, *cards[:1]]
    action = rng.choice(
        [
            {"kind": "claim", "seat": seat},
            {"kind": "announce", "seat": seat, "what": rng.choice(["slam", "sparrow"])},
            {"kind": "announce", "seat": seat, "what": "handful", "cards": twice},
            {"kind": "call", "seat": seat, "call": rng.choice(["pass", "take", "contra"])},
            {"kind": "king", "seat": seat, "card": any_card(rng)},
            {"kind": "stock", "cards": rng.choice([cards, twice])},
            {"kind": "discard", "seat": seat, "cards": rng.choice([None, cards, twice])},
            {"kind": "discard", "seat": seat, "cards": cards, "shown": cards[:1]},
            {"kind": "play", "seat": seat, "card": any_card(rng)},
            {"kind": "take", "seat": seat, "half": rng.choice(["first", "third"])},
            {"kind": "buy", "seat": seat, "card": any_card(rng), "from": rng.choice([seat, 7])},
        ]
    )
    record["actions"].insert(place(rng, record), action)


def claim_now(rng, record):
    """A claim anywhere, also before the first card and long after the Fool."""
    at = rng.choice([0, 1, place(rng, record)])
    seat = rng.randrange(len(record["players"]))
    record["actions"][at:] = [{"kind": "claim", "seat": seat}]


def fool_early(rng, record):
    """Whoever has the Fool plays it in an earlier trick."""
    plays = of_kind(record, "play")
    fool = rng.choice([play for play in plays if play["card"] == FOOL])
    mine = [play for play in plays if play["seat"] == fool["seat"]]
    other = rng.choice(mine[: mine.index(fool)])
    fool["card"], other["card"] = other["card"], FOOL


def other_mode(rng, record):
    """The same plays under another option: other duties, another winner."""
    options = record.setdefault("options", {})
    pairs = [
        ("fool_mode", "highest-trump"),
        ("fool_mode", "excuse"),
        ("first_lead", "next"),
        ("fool_settlement", "immediate"),
        ("fool_settlement", "end-of-hand"),
    ]
    options.update([rng.choice(pairs)])


def trump_for_suit(rng, record):
    """A trump changes place with another card of the same seat: revokes, and others' tricks."""
    plays = of_kind(record, "play")
    one = rng.choice([play for play in plays if play["card"] in TRUMPS])
    mine = [play for play in plays if play["seat"] == one["seat"] and play is not one]
    other = rng.choice(mine)
    one["card"], other["card"] = other["card"], one["card"]


MUTATIONS = [
    *[swap_own_plays] * 4,
    *[trump_for_suit] * 3,
    *[fool_early] * 3,
    *[other_mode] * 4,
    *[claim_now] * 5,
    *[insert] * 3,
    swap_plays,
    other_card,
    card_of_the_hidden,
    other_seat,
    drop,
    drop_early,
    double,
    swap_neighbours,
    swap_early_neighbours,
    excuse,
    no_excuse,
    swap_last_plays,
    *[touch_deal] * 2,
    *[forget] * 2,
    other_dealer,
    unbalance,
]

ODD_OPTIONS = [
    ("fool_mode", "Excuse"),
    ("fool_mode", True),
    ("fool_mode", ["excuse"]),
    ("fool_mode", None),
    ("fool_settlement", "end_of_hand"),
    ("fool_settlement", 0),
    ("first_lead", "dealer"),
    ("first_lead", "next "),
    ("first_lead", {}),
    ("target", 50),
    ("finish_rule", "highest"),
    ("direction", "clockwise"),
    ("_own", 1),
    ("petit", "taker"),
]
