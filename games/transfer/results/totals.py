"""Tables that have names and totals, and no hands: brought forward for a period."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from math import nan
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Count, Min
from django.utils.translation import gettext as _

from games.access.pages import number_sent
from games.models import BroughtForward, Club, Player, User
from games.models.days import check_days
from games.models.folding import folded
from games.people.players import PlayerFacts, make_player, read_facts
from games.transfer.results import values
from games.transfer.results.cells import TableRow
from games.transfer.results.columns import TableColumns, days_in
from games.transfer.results.days import day_of
from games.transfer.results.headings import PLAYER
from games.transfer.results.people import NEW, NamedInTable
from games.transfer.results.row_reader import SUMS
from games.writing.durably import durably, require_admin
from games.writing.names import recorded_name

TOTALS = ("total", "score", "points", "paid")  # the first of them that a table has
MOST_POINTS = 5_000_000
NO_TOTALS = ("name", "forename", "number", "day", "remark")


class TotalsBatch(NamedTuple):
    """What the totals of one table have in common."""

    title: str
    variant: str
    first_day: date
    last_day: date


def is_of_totals(columns: TableColumns) -> bool:
    """Return whether each row is a player: somebody is named in one column alone."""
    return len(columns.at("name")) == 1 and not columns.at("taker", "contract", "bouts")


def totals_of(columns: TableColumns) -> dict[str, float]:
    """Return the points of each player that a table names, added up over its rows."""
    totals: dict[str, float] = {}
    for row in columns.rows:
        if any(folded(cell).startswith(SUMS) for cell in list(filter(None, row.cells))[:2]):
            continue
        for name, points in _of_row(columns, row):
            totals[name] = totals.get(name, 0) + points
    return totals


def is_kept(points: float) -> bool:
    """Return whether points can be brought forward: whole or half ones that somebody can have."""
    return abs(points) <= MOST_POINTS and float(round(2 * points, 6)).is_integer()


def _of_row(columns: TableColumns, row: TableRow) -> list[tuple[str, float]]:
    if not is_of_totals(columns):
        cells = columns.of_players(row, PLAYER)
        scores = [(name, values.amount_of(values.unmarked(text))) for name, text in cells]
        return [(name, score) for name, score in scores if score is not None]
    at = [column for meaning in TOTALS for column in columns.at(meaning)][:1]
    others = columns.at(*NO_TOTALS)
    only = len(at)
    at = at or [one for one in range(len(columns.headings)) if one not in others]
    amounts = [amount for one in at if (amount := values.amount_of(row.cell(one))) is not None]
    if only and not amounts and not values.is_no(row.cell(at[0])):
        amounts = [nan]
    name = " ".join(row.cell(one) for one in columns.at("forename") + columns.at("name"))
    return [(name.strip(), sum(amounts))] if name.strip() and amounts else []


def days_named(columns: TableColumns, texts: Sequence[str]) -> tuple[date | None, date | None]:
    """Return the first and last day of a table: of its rows, else as texts name them."""
    column, at = days_in(columns, texts), columns.at("day")[:1]
    days = [column.of(row.cell(one)) for row in columns.rows for one in at]
    known = [day for day in days if day] or [day for text in texts if (day := day_of(text))]
    if known:
        return min(known), max(known)
    years = column.years
    return (date(years[0], 1, 1), date(years[-1], 12, 31)) if years else (None, None)


def bring_forward(
    *,
    user: User,
    club: Club,
    batch: TotalsBatch,
    totals: dict[str, float],
    people: list[NamedInTable],
) -> None:
    """Keep totals for people of a club. Raises NotAllowed, and ValidationError if they are here."""
    require_admin(user, club)
    check_days(first_day=batch.first_day, last_day=batch.last_day)
    recorded_name(batch.title, "title")
    facts = {"club": club, **batch._asdict()}

    def write() -> None:
        if BroughtForward.objects.filter(**facts).exists():
            raise ValidationError(_("These totals are here already."))
        known = {player.public_id: player for player in Player.objects.filter(club=club)}
        for one in people:
            if one.means == NEW:
                player = make_player(club, read_facts(PlayerFacts(one.name)))
            else:
                player = known[one.means]
            halves = round(2 * totals[one.name])
            BroughtForward.objects.create(player=player, halves=halves, by=user, **facts)

    durably(write)


def batches_of(club: Club) -> list[dict[str, Any]]:
    """Return the tables of totals that a club has, newest first, with how many players each has."""
    batches = BroughtForward.objects.filter(club=club).order_by().values(*TotalsBatch._fields)
    return list(batches.annotate(key=Min("pk"), players=Count("pk")).order_by("-key"))


def take_back_totals(*, user: User, club: Club, key: str) -> None:
    """Delete the totals of the table that a row belongs to. Raises NotAllowed."""
    require_admin(user, club)
    rows = BroughtForward.objects.filter(club=club)
    row = rows.filter(pk=number_sent(key)).values(*TotalsBatch._fields).first()
    if row is not None:
        durably(rows.filter(**row).delete)
