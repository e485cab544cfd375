"""Totals that were brought forward, as they belong to the games and periods of a league."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import F, QuerySet

from games.models import BroughtForward, Club
from games.models.folding import sort_key
from games.statistics.periods import days_of, year_of


class CarriedLine(NamedTuple):
    """What a player brought forward in a period, and what that is with the hands of the period."""

    public_id: str
    name: str
    titles: tuple[str, ...]
    halves: int
    with_hands: int


def carried_in(club: Club, variant: str, period: str) -> QuerySet[BroughtForward]:
    """Return the totals of a game whose days lie in a period."""
    rows = BroughtForward.objects.filter(club=club, variant=variant)
    first, last = days_of(period)
    if first and last:
        rows = rows.filter(first_day__gte=first, last_day__lte=last)
    return rows


def carried_lines(
    club: Club, variant: str, period: str, hands: Mapping[str, int]
) -> list[CarriedLine]:
    """Return a line for each player, best first with `hands`, half points by id. One statement."""
    rows: dict[str, list[BroughtForward]] = {}
    for row in carried_in(club, variant, period).select_related("player"):
        rows.setdefault(row.player.public_id, []).append(row)
    lines = []
    for key, own in rows.items():
        halves = sum(row.halves for row in own)
        titles = tuple(row.title for row in own)
        lines.append(
            CarriedLine(key, own[0].player.name, titles, halves, halves + hands.get(key, 0))
        )
    return sorted(lines, key=lambda line: (-line.with_hands, sort_key(line.name)))


def years_carried(club: Club) -> dict[str, list[str]]:
    """Return the years in which totals end, by game. One statement."""
    rows = BroughtForward.objects.filter(club=club).order_by("variant", "last_day")
    years: dict[str, list[str]] = {}
    for variant, day in rows.values_list("variant", F("last_day")).distinct():
        years.setdefault(variant, []).append(year_of(day))
    return years
