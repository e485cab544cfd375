"""The end of a hand that plays itself: nothing else can be played by anybody."""

from __future__ import annotations

from typing import Any

from games.rules import State
from games.rules.cards import CODES
from games.rules.hand.foresight import FILLED, rest


def last_cards(state: State) -> list[dict[str, Any]]:
    """The plays that must end the hand, in turn order, marked as filled in. Empty where it may end
    in several ways, and where only one card is left, which its key offers."""
    plays = rest(state)
    if len(plays) < 2:
        return []
    return [
        {"kind": "play", "seat": seat, "card": CODES[card], FILLED: True} for seat, card, _ in plays
    ]
