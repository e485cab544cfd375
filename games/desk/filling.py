"""The end of a hand that plays itself: everybody has one card left, and it is known."""

from __future__ import annotations

from typing import Any

from games.rules import State
from games.rules.cards import CODES, cards_of

# Marks an action that was filled in; a record keeps keys with an underscore, nobody judges them.
FILLED = "_inferred"


def last_cards(state: State) -> list[dict[str, Any]]:
    """The plays that must end the hand, in turn order: one known card for each seat that has not
    played to the last trick. Empty where that is not so, or only one is left.
    """
    if state.phase != "play" or state.turn is None or state.pile is not None:
        return []
    missing = state.last_play + 1 - len(state.cards)
    if not 1 < missing <= state.n:
        return []
    plays = []
    for seat in [(state.turn + step) % state.n for step in range(missing)]:
        cards = cards_of(state.possible(seat))
        if len(cards) != 1:
            return []
        plays.append({"kind": "play", "seat": seat, "card": CODES[cards[0]], FILLED: True})
    return plays
