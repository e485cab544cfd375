"""The score sheet of a match on paper: a page to print, and the same as a PDF."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404
from games.display.endings import end_in_words
from games.display.headlines import half_score, variant_name
from games.matches.match_pages import hand_row
from games.matches.standings import Stand, stand_of
from games.models import Club, Match, Seal

TEMPLATE = Path(settings.BASE_DIR, "templates", "matches", "sheet.typ")
# So much of a digest is enough to compare by eye.
SHOWN = 16


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand brought somebody, and the total after it, as written."""

    score: str
    total: str


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A hand of the sheet."""

    number: str
    title: str
    second: str
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """Everything that stands on the sheet, in the reader's language."""

    title: str
    second: str
    agreed: str
    headline: str
    progress: str
    players: tuple[str, ...]
    rows: tuple[PaperRow, ...]
    totals: tuple[str, ...]
    seal: str


def sheet_of(club: Club, match: Match, stand: Stand) -> PaperSheet:
    """The score sheet of a match. One statement."""
    standings = stand.standings
    facts = [club.name, date_format(match.played_on), variant_name(match.variant)]
    if match.table:
        facts.append(_("table %(table)s") % {"table": match.table})
    return PaperSheet(
        title=match.title,
        second=", ".join(facts),
        agreed=end_in_words(stand.ending),
        headline=stand.headline(),
        progress=stand.progress(),
        players=tuple(player.name for player in standings.players),
        rows=tuple(row_of(hand_row(row, standings.players)) for row in standings.rows),
        totals=tuple(half_score(total, match.variant) for total in standings.totals),
        seal=seal_in_words(stand),
    )


def row_of(row: dict[str, Any]) -> PaperRow:
    """A line of the page of the match, as words."""
    hand = row["hand"]
    second = [row["verdict"]] if row["verdict"] else []
    if hand.irregular:
        second.append(_("irregular"))
    title = row["title"]
    if row["taker"]:
        title = _("%(contract)s by %(player)s") % {"contract": title, "player": row["taker"]}
    scores = (
        Score(
            _("sits out") if one["out"] else half_score(one["score"], hand.variant),
            half_score(one["total"], hand.variant),
        )
        for one in row["scores"]
    )
    return PaperRow(str(hand.number), title, ", ".join(second), tuple(scores))


def seal_in_words(stand: Stand) -> str:
    """Where the last hand stands in the chain of its club: what is on paper can be held against it
    later. One statement."""
    if not stand.standings.rows:
        return ""
    last = stand.standings.rows[-1].hand
    rows = Seal.objects.filter(hand=last).order_by("-revision").values_list("number", "link")[:1]
    for number, link in rows:
        facts = {"hand": last.number, "number": number, "link": link[:SHOWN]}
        return _("Hand %(hand)s is number %(number)s of the club’s chain, %(link)s…") % facts
    return ""


def _read(request: HttpRequest, slug: str, match_id: str) -> tuple[Club, Match, PaperSheet]:
    club = club_or_404(request, slug)
    visible = Match.objects.visible_to(request.user).select_related("club")
    match = get_object_or_404(visible, club=club, public_id=match_id)
    return club, match, sheet_of(club, match, stand_of(match))


@require_safe
def sheet(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """The score sheet as a page that prints well."""
    club, match, sheet = _read(request, slug, match_id)
    context = {"club": club, "section": "matches", "match": match, "sheet": sheet}
    return render(request, "matches/sheet.html", context)


@require_safe
def sheet_pdf(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """The score sheet as a PDF."""
    _club, match, sheet = _read(request, slug, match_id)
    response = HttpResponse(pdf_of(sheet), content_type="application/pdf")
    name = slugify(f"{match.played_on} {match.title}") or match.public_id
    response.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


def pdf_of(sheet: PaperSheet) -> bytes:
    """The sheet as a PDF that assistive technology can read (PDF/UA)."""
    # Only here: it is large, and few processes ever make a PDF.
    import typst

    words = {
        "hand": _("Hand"),
        "result": _("Result"),
        "total": _("Total"),
        "signed": _("Read and checked:"),
    }
    facts = asdict(sheet) | {"words": words, "language": (get_language() or "en")[:2]}
    made = typst.compile(
        TEMPLATE,
        root=TEMPLATE.parent,
        ignore_system_fonts=False,
        sys_inputs={"sheet": json.dumps(facts)},
        format="pdf",
        pdf_standards=["ua-1"],
    )
    return bytes(made)
