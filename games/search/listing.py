"""Hands as a list shows them: plain values in two statements, however many there are.

Model instances would cost a page of fifty hands as much as the rest of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import F, QuerySet

from games.models import Hand, HandSeat


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """Who sat there, and what the hand brought, in half points."""

    player: str
    score_halves: int


@dataclass(frozen=True, slots=True)
class Listed:
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
    seats: list[ListedSeat] = field(default_factory=list)


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


def listed_hands(hands: QuerySet[Hand]) -> list[Listed]:
    """These hands in their order, each with its seats. Two statements."""
    rows = hands.annotate(title=F("match__title")).values_list(*COLUMNS)
    found = {row[0]: Listed(*row) for row in rows}
    for hand, player, halves in _seats(found):
        found[hand].seats.append(ListedSeat(player, halves))
    return list(found.values())


def _seats(hands: Iterable[int]) -> Iterable[tuple[int, str, int]]:
    seats = HandSeat.objects.filter(hand__in=list(hands)).order_by("hand", "seat")
    return seats.values_list("hand_id", "player__name", "score_halves")
