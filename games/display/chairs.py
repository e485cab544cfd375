"""The table of a hand as it is drawn: who has which chair, who sits out, which way round it goes.

The record has this in texts of its `meta`: `sits_out`, the name of the dealer
who sits out, and `direction` where the match goes the other way round than its game.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules import COUNTER_CLOCKWISE, DIRECTION, TURNS, Record, rotation

SITS_OUT = "sits_out"


class Chairs(NamedTuple):
    """The chairs round a table, numbered in turn order.

    `runs` is 1 counter-clockwise and -1 clockwise. `empty` is the chair of the person who sits out
    and `out` is their name; None and "" where nobody does.
    """

    number: int
    runs: int
    empty: int | None = None
    out: str = ""

    def slot(self, seat: int, first: int = 0) -> int:
        """Return where a seat is drawn, counted counter-clockwise from the chair `first`."""
        return self.slot_of(rotation.chair_of(seat, self.empty), first)

    def slot_of(self, chair: int, first: int = 0) -> int:
        """Return where a chair is drawn."""
        return self.runs * (chair - first) % self.number


def chairs_of(record: Record, empty: int | None = None) -> Chairs:
    """Return the chairs of a record.

    `empty` is the chair that sits out, if the match is at hand. Otherwise it is the chair after the
    record's dealer, since the seat after it speaks first.
    """
    players = len(record.players)
    direction = record.meta.get(DIRECTION, "")
    if direction not in TURNS:
        direction = record.variant.direction
    runs = 1 if direction == COUNTER_CLOCKWISE else -1
    out = record.meta.get(SITS_OUT, "")
    if not out:
        return Chairs(players, runs)
    return Chairs(players + 1, runs, (record.dealer or 0) + 1 if empty is None else empty, out)
