"""What breaks a record of the Jeu de Taros alone."""

from ..breaking_deal import forget
from ..breaking_plays import claim_now, of_kind, place
from ..cards import FOOL, TRUMPS
from .sheet import OPTIONS


def claim_anywhere(rng, record):
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
    key = rng.choice([*OPTIONS])
    record.setdefault("options", {})[key] = rng.choice(OPTIONS[key])


def trump_for_suit(rng, record):
    """A trump changes place with another card of the same seat: revokes, and others' tricks."""
    plays = of_kind(record, "play")
    one = rng.choice([play for play in plays if play["card"] in TRUMPS])
    mine = [play for play in plays if play["seat"] == one["seat"] and play is not one]
    other = rng.choice(mine)
    one["card"], other["card"] = other["card"], one["card"]


MUTATIONS = {
    claim_now: 0,
    claim_anywhere: 5,
    trump_for_suit: 3,
    fool_early: 3,
    other_mode: 4,
    forget: 2,
}
