"""The points so far where everybody plays for himself, or the contract counts otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules import State


@dataclass(frozen=True, slots=True)
class Row:
    """What a seat has won: card points in half points, as the cards lie."""

    name: str
    halves: int


@dataclass(frozen=True, slots=True)
class Tally:
    """All seats; `out`: half points that nobody has won; `pile`: cards left to be drawn, None where
    the game has no pile."""

    rows: tuple[Row, ...]
    out: int
    pile: int | None


def tally_of(state: State, names: Sequence[str]) -> Tally:
    """What each seat has won so far."""
    pack = state.pack
    rows = [Row(name, pack.points(state.taken[seat])) for seat, name in enumerate(names)]
    pile = None if state.pile is None else state.pile.left
    return Tally(tuple(rows), pack.total - sum(row.halves for row in rows), pile)
