"""Mutations of calls, halves, discards and announcements that only Taroux of Six knows."""

from ..breaking_plays import any_card, of_kind, place
from ..cards import FOOL, HONOURS, KINGS, PACK, PLAIN, TRUMPS, number
from .sheet import BIDS, OPTIONS, SIGNALS

NAMES = ["pass", "contra", "recontra", "Take", "small", "solo", ""]


def early(rng, record):
    return rng.randint(0, min(16, len(record["actions"])))


def insert(rng, record):
    seat = rng.randrange(6)
    cards = rng.sample(PACK, 3)
    action = rng.choice(
        [
            {"kind": "claim", "seat": seat},
            {"kind": "announce", "seat": seat, "what": rng.choice(["slam", "sparrow"])},
            {"kind": "announce", "seat": seat, "what": "abundance", "cards": rng.sample(TRUMPS, 6)},
            {"kind": "announce", "seat": seat, "what": "handful", "cards": ["X"]},
            {"kind": "king", "seat": seat, "card": any_card(rng)},
            {"kind": "stock", "cards": rng.sample(PACK, rng.choice([5, 6, 6, 6]))},
            {"kind": "take", "seat": seat, "half": rng.choice(["first", "second", "third"])},
            {"kind": "discard", "seat": seat, "cards": cards, "shown": cards[:1]},
            {"kind": "discard", "seat": seat, "cards": None, "shown": rng.sample(PACK, 4)},
            {"kind": "call", "seat": seat, "call": rng.choice(BIDS), "of": rng.choice(NAMES)},
            {"kind": "call", "seat": seat, "call": rng.choice(NAMES)},
            {"kind": "play", "seat": seat, "card": any_card(rng)},
            {"kind": "buy", "seat": seat, "card": any_card(rng)},
        ]
    )
    record["actions"].insert(rng.choice([early(rng, record), place(rng, record)]), action)


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


def contract_up(rng, record):
    """The highest bid becomes another one: stock and discards may not fit."""
    bids = [call for call in of_kind(record, "call") if call["call"] in BIDS]
    bids[-1]["call"] = rng.choice(BIDS)


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


def late_announcement(rng, record):
    """A Slam, Sparrow or abundance somewhere around the exchange and the first tricks."""
    at = rng.randint(6, min(len(record["actions"]), 26))
    seat = rng.randrange(6)
    what = rng.choice(["slam", "sparrow", "abundance"])
    action = {"kind": "announce", "seat": seat, "what": what}
    if what == "abundance":
        mine = [play["card"] for play in of_kind(record, "play") if play["seat"] == seat]
        action["cards"] = [card for card in mine if card in TRUMPS]
    record["actions"].insert(at, action)
