"""Mutations of calls, plays, claims and of the order of the actions, fit for every game."""

from .cards import FOOL, KINGS, PACK, TRUMPS

EARLY = ("call", "king", "stock", "take", "discard", "buy", "announce", "claim")


def of_kind(record, *kinds):
    return [action for action in record["actions"] if action["kind"] in kinds]


def place(rng, record):
    return rng.randint(0, len(record["actions"]))


def any_card(rng):
    return rng.choice([*PACK, *TRUMPS, FOOL, *sorted(KINGS)])


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


def other_seat(rng, record):
    action = rng.choice([action for action in record["actions"] if "seat" in action])
    action["seat"] = rng.randrange(len(record["players"]))


def other_seat_early(rng, record):
    kinds = [kind for kind in EARLY if kind != "stock"]
    rng.choice(of_kind(record, *kinds))["seat"] = rng.randrange(len(record["players"]))


def drop(rng, record):
    del record["actions"][rng.randrange(len(record["actions"]))]


def drop_early(rng, record):
    del record["actions"][rng.randrange(min(12, len(record["actions"])))]


def double(rng, record):
    action = rng.choice(record["actions"])
    record["actions"].insert(place(rng, record), dict(action))


def double_early(rng, record):
    action = rng.choice(of_kind(record, *EARLY))
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


def excuse(rng, record):
    rng.choice(record["actions"])["irregular"] = "it stood"


def no_excuse(rng, record):
    action = rng.choice([action for action in record["actions"] if "irregular" in action])
    del action["irregular"]


def claim_now(rng, record):
    first = record["actions"].index(of_kind(record, "play")[0])
    at = rng.randint(first + 1, len(record["actions"]))
    seat = rng.randrange(len(record["players"]))
    record["actions"][at:] = [{"kind": "claim", "seat": seat}]


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


def card_of_the_hidden(rng, record):
    """A play of a card that nobody played: one of the discard or of the stock."""
    played = {play["card"] for play in of_kind(record, "play")}
    rng.choice(of_kind(record, "play"))["card"] = rng.choice(sorted(set(PACK) - played))
