"""Hands as a list shows them: plain values in one statement, however many there are.

Model instances would cost a page of fifty hands as much as the rest of it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Aggregate, F, JSONField, OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONArray

from games.models import Hand, HandSeat


class Together(Aggregate):
    """JSON values of several rows as one JSON array, in any order."""

    arity = 1
    output_field = JSONField()

    def as_sqlite(self, *args: Any, **kwargs: Any) -> Any:
        return super().as_sql(*args, function="json_group_array", **kwargs)

    def as_postgresql(self, *args: Any, **kwargs: Any) -> Any:
        return super().as_sql(*args, function="jsonb_agg", **kwargs)


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


COLUMNS = (
    "pk",
    "public_id",
    "played_at",
    "title",
    "number",
    "variant",
    "status",
    "contract",
    "taker",
    "won",
    "margin_halves",
    "irregular",
)


SEATS = (
    HandSeat.objects.filter(hand=OuterRef("pk"))
    .order_by()
    .values("hand")
    .annotate(together=Together(JSONArray("seat", "player__name", "score_halves")))
    .values("together")
)


def listed_hands(hands: QuerySet[Hand]) -> list[Listed]:
    """These hands in their order, each with its seats. One statement."""
    whole = hands.annotate(title=F("match__title"), together=Subquery(SEATS))
    return [
        Listed._make([*row, sorted(ListedSeat(*seat) for seat in seats or ())])
        for *row, seats in whole.values_list(*COLUMNS, "together")
    ]
