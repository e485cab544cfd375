"""The league table as files: one for programs, and those for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404
from games.access.quota import HEAVY, limited
from games.archive.lists import SHEET, attached, sheet_file
from games.display.headlines import variant_name
from games.display.spreadsheets import MEDIA_TYPE, csv_lines
from games.display.workbooks import Table
from games.league.league_pages import chosen
from games.models import Club
from games.statistics.club_records import hides_losses
from games.statistics.leagues import Ranked, games_and_periods, league_table, rules_of
from games.statistics.seasons import seasons_of


@limited(HEAVY)
@require_safe
def league_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the same table as CSV, with numbers as numbers.

    With `spreadsheet`, as people open it: as a workbook (`xlsx`), or as CSV.
    """
    club = club_or_404(request, slug)
    game, period = chosen(request, games_and_periods(club), seasons_of(club))
    table = table_of(club, game, period)
    name = "-".join(filter(None, (club.slug, "league", game, period)))
    if SHEET in request.GET:
        return sheet_file(request, name, table)
    return attached(b"".join(csv_lines(list(COLUMNS), table.rows)), MEDIA_TYPE, f"{name}.csv")


# The columns of the file, with their names for people.
COLUMNS = {
    "rank": gettext_lazy("Rank"),
    "player": gettext_lazy("Player"),
    "hands": gettext_lazy("Hands"),
    "points": gettext_lazy("Points"),
    "hands_won": gettext_lazy("Hands won"),
    "hands_decided": gettext_lazy("Hands won or lost"),
    "contracts_taken": gettext_lazy("Contracts taken"),
    "contracts_made": gettext_lazy("Contracts made"),
    "best_hand": gettext_lazy("Best hand"),
    "worst_hand": gettext_lazy("Worst hand"),
    "rating": gettext_lazy("Rating"),
    "rating_deviation": gettext_lazy("Uncertainty of the rating"),
}


def table_of(club: Club, game: str, period: str) -> Table:
    """Return a league table for people; without the worst hands where the club hides losses."""
    hidden = ("worst_hand",) if hides_losses(club) else ()
    lines = league_table(club, game, period, rules_of(club))
    name = f"{_('League')}, {variant_name(game)}" if game else _("League")
    return Table(name, list(COLUMNS.values()), [file_line(line, hidden) for line in lines])


def file_line(line: Ranked, hidden: Sequence[str]) -> list[Any]:
    """Return a line of the file; points and ratings are decimal numbers.

    Cells are empty where a rating is not shown yet, and in the columns that are `hidden`.
    """
    sums = line.entry.sums
    mu, sigma = line.entry.rating if line.entry.is_rated else (None, None)
    cells = [
        line.rank,
        line.entry.name,
        sums.hands,
        sums.score_halves / 2,
        sums.won,
        sums.decided,
        sums.taken,
        sums.made,
        sums.best_halves / 2,
        sums.worst_halves / 2,
        mu and round(mu, 1),
        sigma and round(sigma, 1),
    ]
    return [None if name in hidden else cell for name, cell in zip(COLUMNS, cells, strict=True)]
