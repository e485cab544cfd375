"""What breaks a record of Droggn alone."""

from ..breaking_deal import touch_discard
from ..breaking_plays import card_of_the_hidden, claim_now, move_announcement, of_kind
from ..cards import TRUMPS
from .sheet import DROGGN_PACK


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


def card_of_the_payment(rng, record):
    """The seller plays other cards of the declarer's: one may be the payment, two may not."""
    declarer = of_kind(record, "buy")[0]["seat"]
    plays = of_kind(record, "play")
    mine = [play for play in plays if play["seat"] == declarer]
    theirs = [play for play in plays if play["seat"] != declarer]
    for _ in range(rng.choice([1, 1, 2])):
        one, other = rng.choice(mine), rng.choice(theirs)
        one["card"], other["card"] = other["card"], one["card"]


def announce(rng, record):
    """The declarer's announcement, just before the first card or a little later."""
    first = of_kind(record, "play")[0]
    what = rng.choice(["pagat-ultimo", "pagat-ultimo", "fool-last"])
    action = {"kind": "announce", "seat": first["seat"], "what": what}
    at = record["actions"].index(first) + rng.choice([0, 0, 0, 0, 1, -1])
    record["actions"].insert(at, action)


MUTATIONS = {
    claim_now: 5,
    card_of_the_hidden: 0,
    card_of_the_discard: 2,
    move_announcement: 1,
    touch_discard: 4,
    touch_purchase: 14,
    foreign_discard: 2,
    early_pagat: 6,
    card_of_the_payment: 2,
    announce: 4,
}
