"""Mutations of calls, announcements and kings that only French Tarot knows."""

from ..breaking_plays import any_card, of_kind, place
from ..cards import FOOL, PACK, PLAIN, TRUMPS
from .pack import CALLS


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


def contract_up(rng, record):
    """The taker's bid becomes another one: stock and discard may not fit."""
    bids = [call for call in of_kind(record, "call") if call["call"] != "pass"]
    bids[-1]["call"] = rng.choice(CALLS[1:])


def other_king(rng, record):
    rng.choice(of_kind(record, "king"))["card"] = rng.choice("SHDC") + rng.choice("KQNJ1")


def hidden_handful(rng, record):
    """A handful with a trump that nobody plays: one of the discard or of the stock."""
    action = rng.choice([each for each in of_kind(record, "announce") if "cards" in each])
    played = {play["card"] for play in of_kind(record, "play")}
    hidden = [card for card in [*TRUMPS, FOOL] if card not in played]
    action["cards"][0] = rng.choice([card for card in hidden if card not in action["cards"]])


def touch_handful(rng, record):
    action = rng.choice([each for each in of_kind(record, "announce") if "cards" in each])
    cards = action["cards"]
    way = rng.randrange(7)
    if way == 0:
        cards.pop()
    elif way == 1:
        cards[0] = rng.choice(PLAIN)
    elif way == 2:
        cards[-1] = rng.choice(TRUMPS)
    elif way == 3:
        cards.append(FOOL)
    elif way == 4:
        action["size"] = rng.choice([0, 8, 10, 11, 13, 15, 18, -1])
    elif way == 5:
        del cards[rng.randint(0, len(cards)) :]
    else:
        cards.append(cards[0])
