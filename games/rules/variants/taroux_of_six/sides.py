"""Taroux of Six: three fixed pairs, two sides (sheet B1, B17)."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.hand.state import State

# B1: partners sit opposite each other.
PAIRS = ((0, 3), (1, 4), (2, 5))


class Sides(NamedTuple):
    """B17: the two Declarers, the four Defenders."""

    declarers: tuple[int, ...]
    defenders: tuple[int, ...]

    def of(self, seat: int) -> tuple[int, ...]:
        """The side of a seat."""
        return self.declarers if seat in self.declarers else self.defenders

    def other(self, seat: int) -> tuple[int, ...]:
        """The side against a seat."""
        return self.defenders if seat in self.declarers else self.declarers

    def sign(self, seat: int) -> int:
        """1 for a Declarer, -1 for a Defender: scores are told as the Declarers see them."""
        return 1 if seat in self.declarers else -1


def partner_of(state: State, seat: int) -> int:
    """The seat opposite."""
    return next(other for other in state.variant.team(state.n, seat) if other != seat)


def sides_of(state: State, bidder: int) -> Sides:
    """The sides of a hand that this seat plays."""
    declarers = state.variant.team(state.n, bidder)
    return Sides(declarers, tuple(seat for seat in range(state.n) if seat not in declarers))
