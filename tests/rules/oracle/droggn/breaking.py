"""What breaks a record of Droggn."""

from functools import partial

from ..breaking_deal import forget, touch_deal, touch_discard
from ..breaking_plays import (
    any_card,
    claim_now,
    double,
    double_early,
    drop,
    drop_early,
    excuse,
    excuse_last,
    move_announcement,
    no_excuse,
    of_kind,
    other_call,
    other_card,
    other_dealer,
    other_seat,
    other_seat_early,
    place,
    swap_early_neighbours,
    swap_last_plays,
    swap_neighbours,
    swap_own_plays,
    swap_plays,
    unbalance,
)
from ..cards import TRUMPS
from .sheet import BIDS, DROGGN_PACK


def card_of_the_discard(rng, record):
    """A play or a purchase of a card that nobody played."""
    played = {play["card"] for play in of_kind(record, "play")}
    action = rng.choice([*of_kind(record, "play"), *of_kind(record, "buy") * 20])
    action["card"] = rng.choice(sorted(set(DROGGN_PACK) - played))


def foreign_discard(rng, record):
    """One of the cards laid away is a card that somebody else plays."""
    action = of_kind(record, "discard")[0]
    others = [play for play in of_kind(record, "play") if play["seat"] != action["seat"]]
    cards = action["cards"] or []
    play = rng.choice(others)
    cards[0], play["card"] = play["card"], cards[0]


def early_pagat(rng, record):
    """The pagat, announced perhaps, goes in another trick than it did."""
    pagats = [play for play in of_kind(record, "play") if play["card"] == "T1"]
    pagat = rng.choice(pagats)
    leader = of_kind(record, "play")[0]
    if pagat["seat"] == leader["seat"] and not of_kind(record, "announce"):
        action = {"kind": "announce", "seat": leader["seat"], "what": "pagat-ultimo"}
        record["actions"].insert(record["actions"].index(leader), action)
    if rng.random() < 0.7:
        record["deal"] = None
    mine = [play for play in of_kind(record, "play") if play["seat"] == pagat["seat"]]
    trumps = [play for play in mine if play["card"] in TRUMPS]
    other = rng.choice(rng.choice([mine, trumps]))
    pagat["card"], other["card"] = other["card"], "T1"


def touch_purchase(rng, record):
    action = of_kind(record, "buy")[0]
    way = rng.randrange(8)
    mine = [play["card"] for play in of_kind(record, "play") if play["seat"] == action["seat"]]
    if way == 0:
        action["from"] = rng.randrange(3)
    elif way == 1:
        action.pop("from", None)
    elif way == 2:
        action["pay"] = None
    elif way == 3:
        action["pay"] = rng.choice([*mine, *DROGGN_PACK])
    elif way == 4:
        action["pay"] = action["card"]
    elif way == 5:
        action["card"] = rng.choice(mine)
        action.pop(rng.choice(["from", "pay"]), None)
    elif way == 6:
        action["card"] = rng.choice([*DROGGN_PACK, None, "S1", "D8"])
    else:
        discard = of_kind(record, "discard")[0]["cards"]
        action[rng.choice(["card", "pay"])] = rng.choice(discard)
        action.pop(rng.choice(["from", "pay", "none"]), None)


def insert(rng, record):
    seat = rng.randrange(3)
    cards = rng.sample(DROGGN_PACK, 3)
    action = rng.choice(
        [
            {"kind": "claim", "seat": seat},
            {"kind": "announce", "seat": seat, "what": "pagat-ultimo"},
            {"kind": "announce", "seat": seat, "what": "fool-last"},
            {"kind": "announce", "seat": seat, "what": "slam"},
            {"kind": "king", "seat": seat, "card": any_card(rng)},
            {"kind": "stock", "cards": rng.choice([cards, cards[:1]])},
            {"kind": "discard", "seat": seat, "cards": cards},
            {"kind": "discard", "seat": seat, "cards": None},
            {"kind": "call", "seat": seat, "call": rng.choice(["pass", *BIDS])},
            {"kind": "play", "seat": seat, "card": any_card(rng)},
            {"kind": "take", "seat": seat, "half": "first"},
            {"kind": "buy", "seat": seat, "card": rng.choice([None, any_card(rng)])},
        ]
    )
    at = rng.choice([rng.randint(0, min(8, len(record["actions"]))), place(rng, record)])
    record["actions"].insert(at, action)


def announce(rng, record):
    """The declarer's announcement, just before the first card or a little later."""
    first = of_kind(record, "play")[0]
    what = rng.choice(["pagat-ultimo", "pagat-ultimo", "fool-last"])
    action = {"kind": "announce", "seat": first["seat"], "what": what}
    at = record["actions"].index(first) + rng.choice([0, 0, 0, 0, 1, -1])
    record["actions"].insert(at, action)


def contract(rng, record):
    """The declarer's bid becomes another one: exchange, purchase and end may not fit."""
    bids = [call for call in of_kind(record, "call") if call["call"] != "pass"]
    bids[-1]["call"] = rng.choice(BIDS)


def card_of_the_payment(rng, record):
    """The seller plays other cards of the declarer's: one may be the payment, two may not."""
    declarer = of_kind(record, "buy")[0]["seat"]
    plays = of_kind(record, "play")
    mine = [play for play in plays if play["seat"] == declarer]
    theirs = [play for play in plays if play["seat"] != declarer]
    for _ in range(rng.choice([1, 1, 2])):
        one, other = rng.choice(mine), rng.choice(theirs)
        one["card"], other["card"] = other["card"], one["card"]


MUTATIONS = [
    *[swap_own_plays] * 4,
    swap_plays,
    other_card,
    *[card_of_the_discard] * 2,
    other_seat,
    other_seat_early,
    drop,
    drop_early,
    double,
    double_early,
    swap_neighbours,
    swap_early_neighbours,
    move_announcement,
    partial(other_call, ["pass", *BIDS]),
    excuse,
    no_excuse,
    *[insert] * 4,
    *[claim_now] * 5,
    *[touch_discard] * 4,
    *[touch_purchase] * 14,
    *[foreign_discard] * 2,
    *[early_pagat] * 6,
    *[card_of_the_payment] * 2,
    *[announce] * 4,
    excuse_last,
    swap_last_plays,
    *[touch_deal] * 2,
    forget,
    other_dealer,
    unbalance,
    *[contract] * 2,
]
ODD_OPTIONS = [
    ("points_to_win", 37.0),
    ("points_to_win", "38"),
    ("points_to_win", 39),
    ("early_pagat", False),
    ("early_pagat", 5),
    ("matsch", 37),
    ("matsch", True),
    ("slam_display_bonus", 20.0),
    ("stock_unexchanged", "defender"),
    ("ultimo_failed", "Never"),
    ("ultimo_by", ["anyone"]),
    ("king_discard", "one-each"),
    ("fool_last", None),
    ("_own", 1),
    ("direction", "clockwise"),
    ("petit", "taker"),
]
