"""The championship of a season as a page and a spreadsheet; the evenings of one player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.access.pages import club_or_404, looks_after, page_or_fragment, user_of
from games.archive.lists import SHEET, sheet_of
from games.display.workbooks import Table
from games.evening.championship import SeasonLine, championship, evenings_of, set_counts
from games.evening.evening_pages import written
from games.league.league_pages import chosen, period_groups
from games.league.ranking import championship_of
from games.models import Club, Evening
from games.rules import number
from games.statistics.periods import month_of, period_name, year_of
from games.statistics.seasons import seasons_of


def season_asked_for(request: HttpRequest, club: Club) -> tuple[str, list[str]]:
    """Return the period of an address, else the last season begun, and those with evenings."""
    days = club.evenings.order_by("-played_on").values_list("played_on", flat=True)
    known = list(dict.fromkeys(part for day in days for part in (year_of(day), month_of(day))))
    begun = [one for one in known if one <= month_of(timezone.localdate())]
    periods = known if "period" in request.GET else begun
    return chosen(request, {"": periods}, seasons_of(club))[1], known


def season_facts(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Return what both pages show: the period, its evenings, everybody in it."""
    period, known = season_asked_for(request, club)
    seasons, evenings = seasons_of(club), evenings_of(club, period)
    return {
        "club": club,
        "section": "league",
        "period": period,
        "period_name": seasons.name_of(period) or period_name(period),
        "periods": period_groups(known, seasons, period),
        "rules": championship_of(club),
        "evenings": [one for one in evenings if one.counts],
        "left_out": [one for one in evenings if not one.counts],
        "lines": championship(club, evenings),
    }


@require_safe
def championship_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the championship of a season, or send it as a spreadsheet."""
    club = club_or_404(request, slug)
    facts = season_facts(request, club)
    evenings, rows = facts["evenings"], []
    for line in facts["lines"]:
        mine = {one.evening: one for one in line.evenings}
        rows += [(line, [mine.get(one) for one in evenings])] if line.place else []
    if SHEET in request.GET:
        names = [
            f"{date_format(one.played_on, 'SHORT_DATE_FORMAT')} {one.title}" for one in evenings
        ]
        head = [_("Place"), _("Player"), *names, _("Evenings"), _("Total")]
        table = Table(_("Championship"), head, [_cells(*row) for row in rows])
        return sheet_of(request, "championship", table)
    return render(
        request, "evening/championship.html", facts | {"rows": rows, "may_set": looks_after(club)}
    )


def _cells(line: SeasonLine, mine: Sequence[Any]) -> list[Any]:
    """Return the cells of a line; what does not count is in brackets, and no number."""
    worth = ["" if one is None else number(one.worth) for one in mine]
    pairs = zip(mine, worth, strict=True)
    shown = [f"({cell})" if one and not one.counts else cell for one, cell in pairs]
    return [line.place, line.player.name, *shown, line.came, number(line.total)]


@require_safe
def player_evenings(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """Show the evenings of a player in a season: their places, what counts, and the total."""
    club = club_or_404(request, slug)
    player = get_object_or_404(club.players, public_id=player_id)
    facts = season_facts(request, club) | {"player": player, "section": "players"}
    facts["line"] = next((one for one in facts["lines"] if one.player == player), None)
    page, fragment = "evening/player_evenings.html", "evening/_player_evenings.html"
    return page_or_fragment(request, page, fragment, facts)


@require_POST
def evening_counts(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Count an evening in the championship, or leave it out."""

    def write(_club: Club, evening: Evening) -> None:
        set_counts(user=user_of(request), evening=evening, counts="counts" in request.POST)

    return written(request, slug, evening_id, write, lambda _evening: "evening-list")
