"""The list of an evening as a page, a spreadsheet, a picture and on paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.access.pages import may_write, page_or_fragment, user_of
from games.access.quota import HEAVY, limited
from games.archive.lists import SHEET, sheet_of
from games.display import paper
from games.display.workbooks import WorkbookSheet
from games.evening import printing
from games.evening.evening_pages import evening_or_404, points_by_director, scorers_evening_or_404
from games.evening.prizes import prizes_of
from games.evening.tables_shown import tables_of_round
from games.evening.totals import ListLine, games_of, list_of, teams_of
from games.models import Evening
from games.rules import number
from games.statistics.seasons import seasons_of

SHARED = 10  # lines of the picture to share


@require_safe
def evening_list(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Show the list by rounds, of one `game` or all, or by tables or teams; send a spreadsheet."""
    evening = evening_or_404(request, slug, evening_id)
    game, games = request.GET.get("game", ""), games_of(evening)
    if game and game not in games:
        raise Http404
    announced = evening.drawn.filter(announced_at__isnull=False)
    lines = list_of(evening, game=game)
    if SHEET in request.GET:
        head, rows = [*_head(evening), _("Remarks")], [_cells(line) for line in lines]
        return sheet_of(request, "evening", WorkbookSheet(evening.title, head, rows))
    by, seasons = request.GET.get("by", ""), seasons_of(evening.club)
    context = {
        "club": evening.club,
        "evening": evening,
        "lines": lines,
        "announced": announced,
        "game": game,
        "games": games,
        "points": [] if game else points_by_director(evening),
        **({} if game else printing.changed_since(evening)),
        "section": "matches",
        "writes": may_write(evening.club),
        "by": by,
        "season": seasons.now(evening.played_on) or seasons.holding(evening.played_on),
        "teams": teams_of(evening, lines),
        "tables": [(one, tables_of_round(one)) for one in announced if by == "tables"],
        "prizes": [] if game else prizes_of(evening, lines),
    }
    return page_or_fragment(request, "evening/list.html", "evening/_list.html", context)


@limited(HEAVY)
@require_safe
def evening_list_pdf(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    evening = evening_or_404(request, slug, evening_id)
    return list_pdf(_facts(evening, list_of(evening)), _name(evening))


@limited(HEAVY)
@require_POST
def evening_printed(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Keep the list as the one that is hung out, and send it as a PDF."""
    evening = scorers_evening_or_404(request, slug, evening_id)
    lines = list_of(evening)
    printing.keep_printed(user=user_of(request), evening=evening, lines=lines)
    return list_pdf(_facts(evening, lines), _name(evening))


def list_pdf(facts: Mapping[str, Any], name: str) -> HttpResponse:
    return paper.pdf_answer(paper.pdf_of("evening/list.typ", facts), name)


def list_picture(facts: Mapping[str, Any]) -> HttpResponse:
    """Return the first of a list as a picture to share."""
    facts = {**facts, "rows": facts["rows"][:SHARED]}
    return HttpResponse(paper.picture_of("evening/list.typ", facts), "image/png")


@limited(HEAVY)
@require_safe
def evening_list_png(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    evening = evening_or_404(request, slug, evening_id)
    return list_picture(_facts(evening, list_of(evening)))


@limited(HEAVY)
@require_safe
def evening_paper(request: HttpRequest, slug: str, evening_id: str, what: str) -> HttpResponse:
    """Send the draw, the sheets of the tables or the slips of the newest round as a PDF."""
    evening = evening_or_404(request, slug, evening_id)
    drawn = evening.drawn.last()
    if drawn is None or what not in printing.OF_A_ROUND:
        raise Http404
    data = printing.OF_A_ROUND[what](drawn, request.build_absolute_uri)
    return paper.pdf_answer(data, f"{_name(evening)}-{what}")


def _name(evening: Evening) -> str:
    return slugify(f"{evening.played_on} {evening.title}") or evening.public_id


def _facts(evening: Evening, lines: list[ListLine]) -> dict[str, Any]:
    return printing.list_facts(evening, _head(evening), lines, prizes_of(evening, lines))


def _head(evening: Evening) -> list[str]:
    numbers = evening.drawn.filter(announced_at__isnull=False).values_list("number", flat=True)
    rounds = [_("Round %(number)s") % {"number": number} for number in numbers]
    return [_("Place"), _("Player"), *rounds, _("Director"), _("Total")]


def _cells(line: ListLine) -> list[Any]:
    rounds = ("" if one is None else number(one) for one in line.by_round)
    points = [number(line.director), number(line.total)]
    return [line.place or "", line.player.name, *rounds, *points, ", ".join(line.marks)]
