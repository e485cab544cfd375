"""The draw pile of a hand, where the game has one (sca-tarok C9, C11)."""

from __future__ import annotations


class Pile:
    """The draw pile of a hand.

    `left`: how many cards it holds; with fewer than `least` nobody draws any more. `rounds`: how often
    everybody has drawn; `late`: the seats that have drawn once more, from a rest too small for all. `slack[s]`, once
    nobody will draw any more of cards unknown: the suits that seat s once did not follow, each with the number of
    cards of it that may still have been drawn since.
    """

    __slots__ = ("late", "least", "left", "rounds", "slack")

    def __init__(self, left: int, least: int) -> None:
        self.left = left
        self.least = least
        self.rounds = 0
        self.late: list[int] = []
        self.slack: list[dict[int, int]] = []

    def fork(self) -> Pile:
        """Return a copy of the pile, to be drawn from independently."""
        other = Pile(self.left, self.least)
        other.rounds, other.late = self.rounds, list(self.late)
        other.slack = [dict(own) for own in self.slack]
        return other

    def drawn(self, seat: int) -> int:
        """Return how many cards a seat has drawn: one after each trick from the first on."""
        return self.rounds + (seat in self.late)
