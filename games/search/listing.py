"""Hands as a list shows them: plain values in one statement, however many there are.

Model instances would cost a page of fifty hands as much as the rest of it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Aggregate, F, JSONField, OuterRef, QuerySet, Subquery

from games.models import Hand, HandSeat


class Together(Aggregate):
    """Some columns of several rows as one JSON array of arrays, in any order.

    Written as text: PostgreSQL needs half as long for it as for its own kind of JSON.
    """

    output_field = JSONField()

    def as_sqlite(self, *args: Any, **kwargs: Any) -> Any:
        template = "json_group_array(json_array(%(expressions)s))"
        return super().as_sql(*args, template=template, **kwargs)

    def as_postgresql(self, *args: Any, **kwargs: Any) -> Any:
        template = "json_agg(json_build_array(%(expressions)s))::text"
        return super().as_sql(*args, template=template, **kwargs)


class ListedSeat(NamedTuple):
    """Who sat there, and what the hand brought, in half points."""

    seat: int
    player: str
    score_halves: int


class Listed(NamedTuple):
    """A sealed hand with what its line shows; the names are those of the model."""

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
    seats: list[ListedSeat]


COLUMNS = Listed._fields[1:-1]


def listed_hands(hands: QuerySet[Hand]) -> list[Listed]:
    """These hands in their order, each with its seats. One statement."""
    return _listed(hands, "pk", "")


def listed_seats(seats: QuerySet[HandSeat]) -> list[Listed]:
    """The hands of these seats, likewise: of a list that is found by a player's seats nothing then
    stands between the index and the hands."""
    return _listed(seats, "hand_id", "hand__")


def _listed(rows: QuerySet[Any], key: str, at: str) -> list[Listed]:
    others = (
        HandSeat.objects.filter(hand=OuterRef(key))
        .order_by()
        .values("hand")
        .annotate(together=Together("seat", "player__name", "score_halves"))
        .values("together")
    )
    found = {"title": F(f"{at}match__title"), "together": Subquery(others)}
    columns = (name if name == "title" else f"{at}{name}" for name in COLUMNS)
    return [
        Listed._make([*row, sorted(ListedSeat(*seat) for seat in seats or ())])
        for *row, seats in rows.annotate(**found).values_list(key, *columns, "together")
    ]
