"""Mutations of the deal, the stock and the discard, fit for every game."""

from .breaking_plays import any_card, of_kind
from .cards import FOOL, KINGS, PACK, TRUMPS


def touch_discard(rng, record):
    action = rng.choice(of_kind(record, "discard"))
    cards = action["cards"]
    played = [play["card"] for play in of_kind(record, "play") if play["seat"] == action["seat"]]
    trumps = [card for card in played if card in TRUMPS]
    way = rng.randrange(8)
    if way == 0:
        action["cards"] = None
        action.setdefault("shown", [])
    elif way == 1:
        action["shown"] = rng.sample(cards or PACK, rng.randint(0, 3))
    elif way == 2:
        action.pop("shown", None)
    elif way == 3:
        action["shown"] = [*action.get("shown", []), rng.choice(played)]
    elif way == 4:
        exchange(rng, record, action, rng.choice(trumps))
    elif way == 5:
        kings = [card for card in played if card in KINGS or card in (FOOL, "T1", "T21")]
        exchange(rng, record, action, rng.choice(kings))
    elif way == 6:
        cards.pop()
    else:
        cards.append(rng.choice(PACK))


def exchange(rng, record, action, card):
    """Lay away a card that was played, and play one that was laid away."""
    play = next(play for play in of_kind(record, "play") if play["card"] == card)
    at = rng.randrange(len(action["cards"]))
    play["card"], action["cards"][at] = action["cards"][at], card
    if card in TRUMPS and rng.random() < 0.7:
        action["shown"] = [card]


def touch_stock(rng, record):
    cards = of_kind(record, "stock")[0]["cards"]
    cards[rng.randrange(len(cards))] = any_card(rng)


def touch_deal(rng, record):
    deal = record["deal"]
    parts = [part for part in [*deal.get("hands", []), deal.get("stock")] if part]
    one, other = rng.choice(parts), rng.choice(parts)
    way = rng.randrange(4)
    if way == 0:
        here, there = rng.randrange(len(one)), rng.randrange(len(other))
        one[here], other[there] = other[there], one[here]
    elif way == 1:
        one[0] = any_card(rng)
    elif way == 2:
        one.pop()
    else:
        one.append(any_card(rng))


def forget(rng, record):
    """One part of the deal less than before."""
    hands = record["deal"]["hands"]
    if rng.random() < 0.4:
        record["deal"]["stock"] = None
    else:
        hands[rng.randrange(len(hands))] = None
