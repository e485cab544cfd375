"""Two published hands of four, card by card, from `published_hands.json`."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.rules import Change

PLAYERS = 4


@cache
def hands() -> list[dict[str, Any]]:
    """Return the hands as they are written down: cards in seat order, one line a trick."""
    text = Path(__file__).with_name("published_hands.json").read_text()
    hands: list[dict[str, Any]] = json.loads(text)
    return hands


def changes(hand: dict[str, Any], dealer: int) -> list[Change]:
    """Return the entries that record a hand with another dealer, all seats moved on."""
    shift = dealer - hand["dealer"]
    holdings = [hand["hands"][(seat - shift) % PLAYERS].split() for seat in range(PLAYERS)]
    deal = {"hands": holdings, "stock": hand["stock"].split()}
    actions = [
        *({"kind": "call", "call": call} for call in hand["calls"].split()),
        {"kind": "discard", "cards": hand["discard"].split()},
        *({"kind": "play", "card": card} for trick in hand["tricks"] for card in trick.split()),
    ]
    return [{"op": "deal", "deal": deal}, *({"op": "act", "action": action} for action in actions)]
