"""The league table as files: one for programs, those for people, and what one player did in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404
from games.access.quota import HEAVY, limited
from games.archive.lists import SHEET, attached, sheet_file
from games.display import paper
from games.display.charts import bare_svg, line_chart
from games.display.headlines import game_score, variant_name
from games.display.numbers import points
from games.display.phrases import listed
from games.display.spreadsheets import MEDIA_TYPE, csv_lines
from games.display.workbooks import WorkbookSheet
from games.league.league_pages import chosen, criteria_of, known_of
from games.models import Club, Player
from games.statistics.club_records import hides_losses
from games.statistics.leagues import Ranked, league_table, rules_of
from games.statistics.player_totals import balance_by_hand
from games.statistics.scope import HandScope
from games.statistics.seasons import seasons_of


def asked_for(request: HttpRequest, club: Club) -> tuple[str, str]:
    """Return game and period of an address, as the page of the league reads them. Or a 404."""
    return chosen(request, known_of(club), seasons_of(club))


@limited(HEAVY)
@require_safe
def league_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the same table as CSV; with `spreadsheet` as people open it, maybe as `xlsx`."""
    club = club_or_404(request, slug)
    game, period = asked_for(request, club)
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


def table_of(club: Club, game: str, period: str) -> WorkbookSheet:
    """Return a league table for people."""
    name = f"{_('League')}, {variant_name(game)}" if game else _("League")
    rows = [cells for _player, cells in lines_of(club, game, period)]
    return WorkbookSheet(name, list(COLUMNS.values()), rows)


def lines_of(club: Club, game: str, period: str) -> list[tuple[str, list[Any]]]:
    """Return the cells of each player with their id; no worst hands where the club hides losses."""
    hidden = ("worst_hand",) if hides_losses(club) else ()
    lines = league_table(club, game, period, rules_of(club))
    return [(line.entry.public_id, file_line(line, hidden)) for line in lines]


def file_line(line: Ranked, hidden: Sequence[str]) -> list[Any]:
    """Return a line of the file; cells not shown, or in columns that are `hidden`, are empty."""
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


SIGNED = ("points", "best_hand", "worst_hand")


def on_paper(cells: Sequence[Any], game: str) -> dict[str, str]:
    """Return the cells of a line in words, by column; those that are empty are left out."""
    return {
        name: cell
        if isinstance(cell, str)
        else game_score(cell, game)
        if name in SIGNED
        else points(cell)
        for name, cell in zip(COLUMNS, cells, strict=True)
        if cell is not None
    }


def league_pdf_of(club: Club, game: str, period: str, table: WorkbookSheet) -> bytes:
    """Return a league table, that of `table_of`, as a PDF without the columns that nobody has."""
    rules = rules_of(club)
    lines = [on_paper(cells, game) for cells in table.rows]
    names = [name for name in COLUMNS if any(name in line for line in lines)]
    order = _("ranked by %(order)s") % {"order": listed([str(one) for one in criteria_of(rules)])}
    facts = {
        "title": f"{variant_name(game)}, {seasons_of(club).in_words(period)}",
        "second": f"{club.name}, {order}",
        "header": [str(COLUMNS[name]) for name in names],
        "rows": [[line.get(name, "") for name in names] for line in lines],
    }
    return paper.pdf_of("league/league.typ", facts)


@limited(HEAVY)
@require_safe
def league_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the league table as a PDF."""
    club = club_or_404(request, slug)
    game, period = asked_for(request, club)
    if not game:
        raise Http404
    name = "-".join(filter(None, (club.slug, "league", game, period)))
    return paper.pdf_answer(league_pdf_of(club, game, period, table_of(club, game, period)), name)


@limited(HEAVY)
@require_safe
def season(request: HttpRequest, slug: str, player_id: str, form: str) -> HttpResponse:
    """Send what a player did in one game and period: as a PDF, or as a picture to share."""
    club = club_or_404(request, slug)
    player = get_object_or_404(club.players, public_id=player_id)
    game, period = asked_for(request, club)
    table = league_table(club, game, period, rules_of(club))
    line = {line.entry.player: line for line in table}.get(player.pk)
    if line is None:
        raise Http404
    facts = season_facts(club, player, line, HandScope(game, period))
    if form == "png":
        return HttpResponse(paper.picture_of("league/season.typ", facts), "image/png")
    return paper.pdf_answer(paper.pdf_of("league/season.typ", facts), f"{club.slug}-{period}")


def season_facts(club: Club, player: Player, line: Ranked, scope: HandScope) -> dict[str, Any]:
    """Return what stands on the page of a player's season: their line of the league, a chart."""
    hidden = ("worst_hand",) if hides_losses(club) else ()
    figures = on_paper(file_line(line, hidden), scope.variant)
    figures.pop("player")
    totals = [point.total / 2 for point in balance_by_hand(player, scope)]
    title = _("Balance of %(player)s") % {"player": player.name}
    chart = line_chart(title, [(player.name, totals)], [""] * len(totals))
    facts = [club.name, variant_name(scope.variant), seasons_of(club).in_words(scope.period)]
    return {
        "title": player.name,
        "second": ", ".join(facts),
        "figures": [(str(COLUMNS[name]), words) for name, words in figures.items()],
        "chart": bare_svg(chart) if len(totals) > 1 else "",
        "alt": title,
    }
