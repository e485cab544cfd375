"""The championship of a season as a page and as files; the evenings of one player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404, looks_after, page_or_fragment, user_of
from games.access.quota import HEAVY, limited
from games.archive.lists import SHEET, sheet_of
from games.display.workbooks import WorkbookSheet
from games.evening.championship import SeasonLine, championship, evenings_of, set_counts
from games.evening.evening_pages import button
from games.evening.list_pages import list_pdf, list_picture
from games.evening.printing import on_paper
from games.league.league_pages import chosen, period_groups
from games.league.ranking import championship_of
from games.models import Club, Evening
from games.rules import number
from games.statistics.periods import month_of, year_of
from games.statistics.seasons import seasons_of


def season_asked_for(request: HttpRequest, club: Club) -> tuple[str, list[str]]:
    """Return the period of an address, else the last season begun, and those with evenings."""
    days = club.evenings.order_by("-played_on").values_list("played_on", flat=True)
    known = list(dict.fromkeys(part for day in days for part in (year_of(day), month_of(day))))
    begun = [one for one in known if one <= month_of(timezone.localdate())]
    periods = known if "period" in request.GET else begun
    return chosen(request, {"": periods}, seasons_of(club))[1], known


def season_facts(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Return what pages and files show: the period, its evenings, everybody in it."""
    period, known = season_asked_for(request, club)
    seasons, evenings = seasons_of(club), evenings_of(club, period)
    lines, counting = championship(club, evenings), [one for one in evenings if one.counts]
    return {
        "club": club,
        "section": "league",
        "period": period,
        "period_name": seasons.in_words(period),
        "periods": period_groups(known, seasons, period),
        "rules": championship_of(club),
        "evenings": counting,
        "left_out": [one for one in evenings if not one.counts],
        "lines": lines,
        "rows": [(line, line.on(counting)) for line in lines if line.place],
    }


@require_safe
def championship_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the championship of a season, or send it as a spreadsheet."""
    facts = season_facts(request, club_or_404(request, slug))
    if SHEET in request.GET:
        names = [
            f"{date_format(one.played_on, 'SHORT_DATE_FORMAT')} {one.title}"
            for one in facts["evenings"]
        ]
        rows = [_cells(line, mine, number, "") for line, mine in facts["rows"]]
        return sheet_of(
            request, "championship", WorkbookSheet(_("Championship"), _head(names), rows)
        )
    facts |= {"may_set": looks_after(facts["club"])}
    return render(request, "evening/championship.html", facts)


@limited(HEAVY)
@require_safe
def championship_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    return list_pdf(_on_paper(season_facts(request, club_or_404(request, slug))), "championship")


@limited(HEAVY)
@require_safe
def championship_png(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the first of a season as a picture to share: without what each evening was worth."""
    facts = season_facts(request, club_or_404(request, slug))
    facts |= {"evenings": [], "rows": [(line, ()) for line, _mine in facts["rows"]]}
    return list_picture(_on_paper(facts))


def _on_paper(facts: Mapping[str, Any]) -> dict[str, Any]:
    rules = " ".join(render_to_string("evening/championship_rules.html", facts).split())
    shown = facts["rules"].in_words
    days = [date_format(one.played_on, "MONTH_DAY_FORMAT") for one in facts["evenings"]]
    return on_paper(
        f"{_('Championship')}, {facts['period_name']}",
        f"{facts['club'].name}. {rules}",
        _head(days),
        [list(map(str, _cells(line, mine, shown, "–"))) for line, mine in facts["rows"]],
    )


def _head(evenings: Sequence[str]) -> list[str]:
    return [_("Place"), _("Player"), *evenings, _("Evenings"), _("Total")]


def _cells(
    line: SeasonLine, mine: Sequence[Any], shown: Callable[[int], Any], nothing: str
) -> list[Any]:
    """Return the cells of a line; what does not count is in brackets, and no number."""
    worth = [nothing if one is None else shown(one.worth) for one in mine]
    pairs = zip(mine, worth, strict=True)
    cells = [f"({cell})" if one and not one.counts else cell for one, cell in pairs]
    return [line.place, line.player.name, *cells, line.came, shown(line.total)]


@require_safe
def player_evenings(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """Show the evenings of a player in a season: their places, what counts, and the total."""
    club = club_or_404(request, slug)
    player = get_object_or_404(club.players, public_id=player_id)
    facts = season_facts(request, club) | {"player": player, "section": "players"}
    facts["line"] = next((one for one in facts["lines"] if one.player == player), None)
    page, fragment = "evening/player_evenings.html", "evening/_player_evenings.html"
    return page_or_fragment(request, page, fragment, facts)


@button("evening-list")
def evening_counts(request: HttpRequest, evening: Evening) -> None:
    """Count an evening in the championship, or leave it out."""
    set_counts(user=user_of(request), evening=evening, counts="counts" in request.POST)
