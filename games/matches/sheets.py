"""Score sheets on paper: of a match as a page to print and as a PDF, of many as one PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404, row_or_404
from games.access.qr_codes import qr_code
from games.access.quota import HEAVY, limited
from games.archive.filters import players_of
from games.display import paper
from games.display.endings import end_in_words
from games.display.headlines import half_score, variant_name
from games.display.phrases import labelled
from games.matches.listing import MatchSearch
from games.matches.match_pages import hand_rows
from games.matches.match_rows import hands_of, match_so_far, void_hands
from games.matches.standings import Stand, stand_of
from games.models import Club, Hand, Match, Seal

# A sheet is two pages or so; more of them make a file that takes a server's memory.
MOST_SHEETS = 150
# So much of a digest is enough to compare by eye.
SHOWN = 16
MOST_BLANK = 20


@dataclass(frozen=True, slots=True)
class Score:
    """What a column scored in a hand, the total after it, and who played if several have."""

    score: str
    total: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A hand of the sheet."""

    number: str
    title: str
    second: str
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """All that is on the sheet, in the reader's language.

    `people` below the totals: who has what of a column that more than one person had, nothing where
    nobody was replaced. While the match is open, the numbers of `blank` lines for hands to come,
    and the `code` (SVG) that leads to where they are typed in.
    """

    title: str
    second: str
    agreed: str
    headline: str
    progress: str
    players: tuple[str, ...]
    rows: tuple[PaperRow, ...]
    totals: tuple[str, ...]
    void: tuple[str, ...]
    seal: str
    people: tuple[tuple[str, ...], ...] = ()
    blank: tuple[str, ...] = ()
    code: str = ""


def sheet_of(club: Club, match: Match, address: str = "") -> PaperSheet:
    """Return the score sheet of a match; `address`: where further hands are typed in."""
    hands = hands_of(match)
    stand = stand_of(match_so_far(match, hands))
    standings = stand.standings
    facts = [club.name, date_format(match.played_on), variant_name(match.variant)]
    goes_on = bool(address) and match.closed_at is None
    if match.table:
        facts.append(_("table %(table)s") % {"table": match.table})
    return PaperSheet(
        title=match.title,
        second=", ".join(facts),
        agreed=end_in_words(stand.ending),
        headline=stand.headline(),
        progress=stand.progress(),
        players=standings.names,
        rows=tuple(map(row_of, hand_rows(standings, hands))),
        totals=tuple(half_score(total, match.variant) for total in standings.totals),
        void=tuple(map(str, void_hands(hands))),
        seal=seal_in_words(hands),
        people=people_in_words(stand) if standings.any_shared else (),
        blank=blank_lines(match, hands) if goes_on else (),
        code=qr_code(address) if goes_on else "",
    )


def blank_lines(match: Match, hands: Sequence[Hand]) -> tuple[str, ...]:
    """Return the numbers of the hands to come: those planned, or as many as fill a page."""
    sealed = [hand for hand in hands if hand.state == Hand.State.SEALED]
    first = max((hand.number for hand in sealed), default=0) + 1
    count = (match.hands_planned or MOST_BLANK) - len(sealed)
    return tuple(map(str, range(first, first + max(0, min(count, MOST_BLANK)))))


def people_in_words(stand: Stand) -> tuple[tuple[str, ...], ...]:
    """Return who has what of each column that more than one person had, in words."""
    return tuple(
        tuple(f"{one.player.name} {half_score(one.total, stand.match.variant)}" for one in people)
        for people in stand.standings.shared
    )


def row_of(row: dict[str, Any]) -> PaperRow:
    """Return a line of the page of the match, as words."""
    hand = row["hand"]
    second = [row["verdict"]] if row["verdict"] else []
    if hand.irregular:
        second.append(_("irregular"))
    second += row["disputes"]
    title = row["title"]
    if row["taker"]:
        title = _("%(contract)s by %(player)s") % {"contract": title, "player": row["taker"]}
    scores = (
        Score(
            _("sits out") if one["out"] else half_score(one["score"], hand.variant),
            half_score(one["total"], hand.variant),
            one["player"],
        )
        for one in row["scores"]
    )
    return PaperRow(str(hand.number), title, ", ".join(second), tuple(scores))


def seal_in_words(hands: Sequence[Hand]) -> str:
    """Return the place of the last sealed hand in the chain, in words. One statement."""
    sealed = [hand for hand in hands if hand.state == Hand.State.SEALED]
    if not sealed:
        return ""
    last = sealed[-1]
    rows = Seal.objects.filter(hand=last).order_by("-revision").values_list("number", "link")[:1]
    for number, link in rows:
        facts = {"hand": last.number, "number": number, "link": link[:SHOWN]}
        return _("Hand %(hand)s is number %(number)s of the club’s chain, %(link)s…") % facts
    return ""


def _read(request: HttpRequest, slug: str, match_id: str) -> tuple[Club, Match, PaperSheet]:
    club = club_or_404(request, slug)
    match = row_or_404(request, club, Match, match_id)
    way = reverse("typed-sheet", args=[club.slug, match.public_id])
    return club, match, sheet_of(club, match, request.build_absolute_uri(way))


@require_safe
def sheet(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Show the score sheet as a page that prints well."""
    club, match, sheet = _read(request, slug, match_id)
    context = {"club": club, "section": "matches", "match": match, "sheet": sheet}
    return render(request, "matches/sheet.html", context)


@limited(HEAVY)
@require_safe
def sheet_pdf(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    _club, match, sheet = _read(request, slug, match_id)
    name = slugify(f"{match.played_on} {match.title}") or match.public_id
    return paper.pdf_answer(pdf_of(sheet.title, [sheet]), name)


def pdf_of(title: str, sheets: Sequence[PaperSheet]) -> bytes:
    """Return score sheets as one PDF, each from a page of its own on."""
    words = {
        "hand": _("Hand"),
        "result": _("Result"),
        "total": _("Total"),
        "people": _("Of it"),
        "signed": _("Read and checked:"),
        "type": _("Type in this sheet:"),
    }
    facts = {"title": title, "words": words, "sheets": [asdict(sheet) for sheet in sheets]}
    return paper.pdf_of("matches/sheet.typ", facts)


def played_sheets(club: Club, matches: QuerySet[Match]) -> list[PaperSheet]:
    """Return the sheets of those matches in which a hand was sealed, the first one first."""
    played = Hand.objects.filter(match=OuterRef("pk")).sealed()
    chosen = matches.filter(Exists(played)).order_by("played_on", "pk")
    return [sheet_of(club, match) for match in chosen.select_related("club")]


@limited(HEAVY)
@require_safe
def sheets_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the score sheets of a list of matches as one PDF."""
    club = club_or_404(request, slug)
    search = MatchSearch(request.GET, club.matches.all(), players=players_of(club, request.GET))
    if not search.is_valid():
        raise Http404
    matches = search.hits.rows
    if matches.count() > MOST_SHEETS:
        words = _("A file has at most %(most)s score sheets: choose fewer days.")
        text = words % {"most": MOST_SHEETS}
        return HttpResponse(text, "text/plain; charset=utf-8", status=422)
    title = labelled(club.name, _("Score sheets"))
    return paper.pdf_answer(pdf_of(title, played_sheets(club, matches)), f"{club.slug}-sheets")
