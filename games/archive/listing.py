"""Hands as a list shows them: plain values, read in one statement however many there are.

Model instances for a page of fifty hands would take as long as the rest of the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Func, JSONField, QuerySet

from games.models import Hand, HandSeat


class Seats(Func):
    """The seats of a hand as one JSON array, in any order: seat, player, half points.

    It is written out as SQL because the ORM needs as long to build it as a database needs to answer
    it. It is sent as text because PostgreSQL needs half as long for that as for its own kind of
    JSON.
    """

    output_field = JSONField()
    template = (
        "(SELECT {} FROM games_handseat s JOIN games_player p ON p.id = s.player_id"
        " WHERE s.hand_id = %(expressions)s)"
    )

    def as_sqlite(self, compiler: Any, connection: Any, **kwargs: Any) -> Any:
        array = "json_group_array(json_array(s.seat, p.name, s.score_halves))"
        return self.as_sql(compiler, connection, template=self.template.format(array), **kwargs)

    def as_postgresql(self, compiler: Any, connection: Any, **kwargs: Any) -> Any:
        array = "json_agg(json_build_array(s.seat, p.name, s.score_halves))::text"
        return self.as_sql(compiler, connection, template=self.template.format(array), **kwargs)


class ListedSeat(NamedTuple):
    """Who sat on a seat, and their score in half points."""

    seat: int
    player: str
    score_halves: int


class Listed(NamedTuple):
    """A sealed hand with everything that its line shows, under the names of the model."""

    pk: int
    public_id: str
    played_at: datetime
    title: str
    number: int
    variant: str
    status: str
    contract: str
    taker: int | None
    won: bool | None
    margin_halves: int | None
    irregular: bool
    level: str
    tricks_written: int | None
    disputed: bool
    seats: list[ListedSeat]

    @property
    def names(self) -> list[str]:
        """Return who played, by seat."""
        return [seat.player for seat in self.seats]

    @property
    def halves(self) -> list[int]:
        """Return the scores in half points, by seat."""
        return [seat.score_halves for seat in self.seats]


COLUMNS = ["match__title" if name == "title" else name for name in Listed._fields[1:-1]]


def listed_hands(hands: QuerySet[Hand]) -> list[Listed]:
    """Return these hands in their order, each with its seats. One statement."""
    return _listed(hands.values_list("pk", *COLUMNS, Seats("pk")))


def listed_seats(seats: QuerySet[HandSeat]) -> list[Listed]:
    """Return the same for the hands of these seats, read straight from the index."""
    columns = (f"hand__{name}" for name in COLUMNS)
    return _listed(seats.values_list("hand_id", *columns, Seats("hand_id")))


def _listed(rows: Iterable[tuple[Any, ...]]) -> list[Listed]:
    return [
        Listed._make([*row, sorted(ListedSeat._make(seat) for seat in seats or ())])
        for *row, seats in rows
    ]
