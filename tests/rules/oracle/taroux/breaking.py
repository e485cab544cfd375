"""Mutations of calls, halves, discards and announcements that only Taroux of Six knows."""

from ..breaking_deal import touch_discard
from ..breaking_plays import drop_early, of_kind, other_seat_early, swap_early_neighbours
from ..cards import FOOL, HONOURS, KINGS, PLAIN, TRUMPS, number
from .sheet import BIDS, OPTIONS, SIGNALS

NAMES = ["pass", "contra", "recontra", "Take", "small", "solo", ""]


def contra_somewhere(rng, record):
    """A contra or re-contra after any call, some of them with a reason why it stands."""
    calls = of_kind(record, "call")
    after = rng.choice(calls)
    before = calls[: calls.index(after) + 1]
    bids = [call["call"] for call in before if call["call"] in BIDS]
    at = record["actions"].index(after) + 1
    seat = after["seat"] if rng.random() < 0.1 else rng.randrange(6)
    if rng.random() < 0.6 and at < len(record["actions"]):
        seat = record["actions"][at].get("seat", seat)
    action = {"kind": "call", "seat": seat, "call": rng.choice(["contra", "contra", "recontra"])}
    action["of"] = rng.choice(bids[-1:] * 4 + bids[:1] + ["take"])
    if rng.random() < 0.4:
        action["irregular"] = "it stood"
    record["actions"].insert(at, action)


def other_of(rng, record):
    calls = [call for call in of_kind(record, "call") if "of" in call]
    rng.choice(calls)["of"] = rng.choice([*BIDS, *NAMES, None, 3])


def out_of_turn(rng, record):
    """A call by whoever comes next in the other direction."""
    call = rng.choice(of_kind(record, "call"))
    call["seat"] = (call["seat"] + rng.choice([1, -1, 3])) % 6


def other_option(rng, record):
    """The same actions under another option: other turns, duties, tiers or piles."""
    key = rng.choice([*OPTIONS, "overtrump_on_trump_lead", "abundance_fool"])
    record.setdefault("options", {})[key] = rng.choice(OPTIONS[key])


def other_half(rng, record):
    take = of_kind(record, "take")[0]
    take["half"] = {"first": "second", "second": "first"}[take["half"]]


def hide_discard(rng, record):
    """Nobody saw what was laid away, and something or nothing was shown."""
    action = rng.choice([each for each in of_kind(record, "discard") if each["cards"]])
    cards, action["cards"] = action["cards"], None
    action["shown"] = rng.choice([[], cards[:1], cards, action.get("shown", [])])


def odd_discard(rng, record):
    """A king, an honour or a trump laid away, seen or not, shown or not, perhaps let stand."""
    action = rng.choice([each for each in of_kind(record, "discard") if each["cards"]])
    plays = [play for play in of_kind(record, "play") if play["seat"] == action["seat"]]
    group = rng.choice([KINGS, HONOURS, set(TRUMPS) - HONOURS, set(TRUMPS) - HONOURS])
    play, at = rng.choice([play for play in plays if play["card"] in group]), rng.randrange(3)
    play["card"], action["cards"][at] = action["cards"][at], play["card"]
    action["shown"] = rng.choice([[], [action["cards"][at]]])
    if rng.random() < 0.3:
        action["cards"] = None
    if rng.random() < 0.2:
        action["irregular"] = "it stood"


def swap_trumps(rng, record):
    """A seat plays a lower trump first, the higher one later: too low, where it must go over."""
    trumps = [play for play in of_kind(record, "play") if play["card"] in TRUMPS]
    one = rng.choice(trumps)
    later = [play for play in trumps[trumps.index(one) :] if play["seat"] == one["seat"]]
    other = rng.choice([play for play in later if number(play["card"]) < number(one["card"])])
    one["card"], other["card"] = other["card"], one["card"]


def signal_somewhere(rng, record):
    """A pass before the first contract becomes a signal, with or without an honour."""
    calls = of_kind(record, "call")
    bids = [call["call"] in BIDS for call in calls]
    early = calls[: bids.index(True)] if True in bids else calls
    rng.choice(early)["call"] = rng.choice(SIGNALS)


def touch_abundance(rng, record):
    shows = [each for each in of_kind(record, "announce") if each["what"] == "abundance"]
    action = rng.choice(shows)
    cards = action["cards"]
    way = rng.randrange(9)
    if way == 0:
        cards.pop()
    elif way == 1:
        cards[0] = rng.choice(PLAIN)
    elif way == 2:
        cards[-1] = rng.choice(TRUMPS)
    elif way in (3, 4):
        cards.append(FOOL)
    elif way == 5:
        action["size"] = rng.choice([0, 5, 6, 7, 8, 10, 11, -1, 2])
    elif way == 6:
        del cards[rng.randint(0, len(cards)) :]
    elif way == 7:
        cards.append(cards[0])
    else:
        action["seat"] = rng.randrange(6)


MUTATIONS = {
    other_seat_early: 2,
    drop_early: 2,
    swap_early_neighbours: 2,
    touch_discard: 6,
    hide_discard: 4,
    odd_discard: 6,
    swap_trumps: 3,
    signal_somewhere: 3,
    touch_abundance: 4,
    contra_somewhere: 6,
    other_of: 2,
    out_of_turn: 2,
    other_option: 3,
    other_half: 1,
}

ODD_OPTIONS = [
    ("multipliers", [2, 4]),
    ("multipliers", [2, 4, 6.0]),
    ("multipliers", [True, 4, 6]),
    ("multipliers", [0, 4, 6]),
    ("multipliers", [6, 4, 2]),
    ("multipliers", [1, 1, 999999999999999]),
    ("multipliers", [2, 4, 10**15]),
    ("multipliers", "2/4/6"),
    ("multipliers", {}),
    ("abundance", []),
    ("abundance", [[6, 20], [6, 30]]),
    ("abundance", [[8, 20], [6, 30]]),
    ("abundance", [[6, 20, 1]]),
    ("abundance", [[6]]),
    ("abundance", [[0, 20]]),
    ("abundance", [[6, -1]]),
    ("abundance", [[1, 0]]),
    ("abundance", [[6, 30], [7, 20], [30, 7]]),
    ("abundance", [[6, 20.0]]),
    ("abundance", [[True, 20]]),
    ("abundance", [["6", 20]]),
    ("abundance", [6, 20]),
    ("abundance", {"6": 20}),
    ("passed_hand_counts", False),
]
