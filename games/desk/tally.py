"""The points so far where everybody plays for himself, or the contract counts otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules import State


@dataclass(frozen=True, slots=True)
class Row:
    """What a seat has won: tricks, card points in half points as the cards lie."""

    name: str
    tricks: int
    halves: int


@dataclass(frozen=True, slots=True)
class Tally:
    """All seats; `out`: half points that nobody has won."""

    rows: tuple[Row, ...]
    out: int


def tally_of(state: State, names: Sequence[str]) -> Tally:
    """What each seat has won so far."""
    pack = state.variant.pack
    rows = tuple(
        Row(name, state.winners.count(seat), pack.points(state.taken[seat]))
        for seat, name in enumerate(names)
    )
    return Tally(rows, pack.total - sum(row.halves for row in rows))
