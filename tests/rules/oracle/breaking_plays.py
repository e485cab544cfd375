"""Mutations of calls, plays, claims and of the order of the actions."""

from .pack import FOOL, KINGS, PACK, TRUMPS
from .shapes import CALLS


def of_kind(record, *kinds):
    return [action for action in record["actions"] if action["kind"] in kinds]


def place(rng, record):
    return rng.randint(0, len(record["actions"]))


def any_card(rng):
    return rng.choice([*PACK, *TRUMPS, FOOL, *KINGS])


def swap_own_plays(rng, record):
    one = rng.choice(of_kind(record, "play"))
    mine = [play for play in of_kind(record, "play") if play["seat"] == one["seat"]]
    other = rng.choice(mine)
    one["card"], other["card"] = other["card"], one["card"]


def swap_plays(rng, record):
    one, other = rng.sample(of_kind(record, "play"), 2)
    one["card"], other["card"] = other["card"], one["card"]


def other_card(rng, record):
    rng.choice(of_kind(record, "play", "king"))["card"] = any_card(rng)


def card_of_the_hidden(rng, record):
    """A play of a card that nobody played: one of the discard or of the stock."""
    played = {play["card"] for play in of_kind(record, "play")}
    rng.choice(of_kind(record, "play"))["card"] = rng.choice(sorted(set(PACK) - played))


def other_seat(rng, record):
    action = rng.choice([action for action in record["actions"] if "seat" in action])
    action["seat"] = rng.randrange(len(record["players"]))


def other_seat_early(rng, record):
    kinds = ("call", "king", "discard", "announce", "claim")
    rng.choice(of_kind(record, *kinds))["seat"] = rng.randrange(len(record["players"]))


def drop(rng, record):
    del record["actions"][rng.randrange(len(record["actions"]))]


def drop_early(rng, record):
    del record["actions"][rng.randrange(min(12, len(record["actions"])))]


def double(rng, record):
    action = rng.choice(record["actions"])
    record["actions"].insert(place(rng, record), dict(action))


def double_early(rng, record):
    action = rng.choice(of_kind(record, "call", "king", "stock", "discard", "announce", "claim"))
    record["actions"].insert(place(rng, record), dict(action))


def swap_neighbours(rng, record):
    actions = record["actions"]
    at = rng.randrange(len(actions) - 1)
    actions[at], actions[at + 1] = actions[at + 1], actions[at]


def swap_early_neighbours(rng, record):
    actions = record["actions"]
    at = rng.randrange(min(11, len(actions) - 1))
    actions[at], actions[at + 1] = actions[at + 1], actions[at]


def move_announcement(rng, record):
    action = rng.choice(of_kind(record, "announce"))
    record["actions"].remove(action)
    record["actions"].insert(rng.randint(0, min(14, len(record["actions"]))), action)


def other_call(rng, record):
    rng.choice(of_kind(record, "call"))["call"] = rng.choice(CALLS)


def excuse(rng, record):
    rng.choice(record["actions"])["irregular"] = "it stood"


def no_excuse(rng, record):
    action = rng.choice([action for action in record["actions"] if "irregular" in action])
    del action["irregular"]


def insert(rng, record):
    seat = rng.randrange(len(record["players"]))
    trumps = rng.sample(TRUMPS, rng.choice([7, 8, 10, 13, 15, 18]))
    cards = rng.sample(PACK, 3 if len(record["players"]) == 5 else 6)
    action = rng.choice(
        [
            {"kind": "claim", "seat": seat},
            {"kind": "announce", "seat": seat, "what": "slam"},
            {"kind": "announce", "seat": seat, "what": "petit-sec"},
            {"kind": "announce", "seat": seat, "what": "handful", "cards": trumps},
            {"kind": "king", "seat": seat, "card": any_card(rng)},
            {"kind": "stock", "cards": cards},
            {"kind": "discard", "seat": seat, "cards": cards},
            {"kind": "discard", "seat": seat, "cards": None},
            {"kind": "call", "seat": seat, "call": rng.choice(CALLS)},
            {"kind": "play", "seat": seat, "card": any_card(rng)},
            {"kind": "take", "seat": seat, "half": "first"},
            {"kind": "buy", "seat": seat, "card": any_card(rng)},
        ]
    )
    at = rng.choice([rng.randint(0, min(12, len(record["actions"]))), place(rng, record)])
    record["actions"].insert(at, action)


def claim_now(rng, record):
    first = record["actions"].index(of_kind(record, "play")[0])
    at = rng.randint(first + 1, len(record["actions"]))
    seat = rng.randrange(len(record["players"]))
    record["actions"][at:] = [{"kind": "claim", "seat": seat}]


def late_announcement(rng, record):
    """A slam, petit sec or handful somewhere around the first trick."""
    calls = len(record["players"])
    at = rng.randint(calls, min(len(record["actions"]), calls * 2 + 4))
    what = rng.choice(["slam", "petit-sec", "handful"])
    seat = rng.randrange(calls)
    action = {"kind": "announce", "seat": seat, "what": what}
    if what == "handful":
        mine = [play["card"] for play in of_kind(record, "play") if play["seat"] == seat]
        action["cards"] = [card for card in mine if card in TRUMPS or card == FOOL]
    record["actions"].insert(at, action)


def excuse_last(rng, record):
    """The last play stands as irregular, which excuses no discard."""
    of_kind(record, "play")[-1]["irregular"] = "it stood"


def swap_last_plays(rng, record):
    """A seat plays its last two cards the other way round: nothing known forbids it."""
    play = rng.choice(of_kind(record, "play")[-5:])
    before = [each for each in of_kind(record, "play") if each["seat"] == play["seat"]]
    before[-1]["card"], before[-2]["card"] = before[-2]["card"], before[-1]["card"]


def other_dealer(rng, record):
    record["dealer"] = rng.randrange(len(record["players"]))


def unbalance(rng, record):
    points = rng.choice(of_kind(record, "ruling"))["points"]
    points[0] = rng.choice([0, 0.5, -0.5, 1, points[0]])


def contract_up(rng, record):
    """The taker's bid becomes another one: stock and discard may not fit."""
    bids = [call for call in of_kind(record, "call") if call["call"] != "pass"]
    bids[-1]["call"] = rng.choice(CALLS[1:])


def other_king(rng, record):
    rng.choice(of_kind(record, "king"))["card"] = rng.choice("SHDC") + rng.choice("KQNJ1")
