"""League tables and records of a club, how it ranks, and how everything is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games import services
from games.forms.careers import period_name
from games.forms.leagues import RankingForm
from games.headlines import variant_name
from games.models import Club, ClubRecord, Role
from games.models.statistics import ALL_TIME
from games.rules import find_variant
from games.spreadsheets import MEDIA_TYPE, csv_lines
from games.statistics.leagues import (
    CRITERIA,
    Ranked,
    Rules,
    games_and_periods,
    league_table,
    rules_of,
)
from games.statistics.rating import DEVIATION, DRIFT, LUCK, RATING
from games.statistics.shares import share_of
from games.views import club_or_404, page_or_fragment, user_of, write_or_blame
from games.views.careers import SURE


@require_safe
def league(request: HttpRequest, club: str) -> HttpResponse:
    """The players of a club in one game and period, best first, and the records in that game."""
    found = club_or_404(request, club)
    known = games_and_periods(found)
    game, period = chosen(request, known)
    rules = rules_of(found)
    periods = [ALL_TIME, *known.get(game, ())]
    context = {
        "club": found,
        "section": "league",
        "game": game,
        "period": period,
        "period_name": period_name(period),
        "games": game_links(request, known, game),
        "periods": [(one, period_name(one)) for one in periods],
        "rules": rules,
        "ranked_by": criteria_of(rules),
        "may_set": looks_after(found),
        "lines": [table_line(line, rules) for line in league_table(found, game, period, rules)],
        "records": records_of(found, game),
    }
    return page_or_fragment(request, "leagues/league.html", "leagues/_league.html", context)


@require_safe
def league_file(request: HttpRequest, club: str) -> HttpResponse:
    """The same table as CSV, with numbers as numbers."""
    found = club_or_404(request, club)
    game, period = chosen(request, games_and_periods(found))
    table = league_table(found, game, period, rules_of(found))
    lines = csv_lines(FILE, (file_line(line) for line in table))
    response = HttpResponse(b"".join(lines), content_type=MEDIA_TYPE)
    name = "-".join(filter(None, (found.slug, "league", game, period)))
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


FILE = (
    *"rank player hands points hands_won hands_decided contracts_taken contracts_made".split(),
    *"best_hand worst_hand rating rating_deviation".split(),
)


def file_line(line: Ranked) -> list[Any]:
    """A line of the file; points and ratings are decimal numbers."""
    sums, rating = line.entry.sums, line.entry.rating
    return [
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
        round(rating.value, 1),
        round(rating.deviation, 1),
    ]


def chosen(request: HttpRequest, known: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    """Game and period of the address; else the game most played, and the last year of it."""
    game = request.GET.get("variant") or next(iter(known), "")
    if game and find_variant(game) is None:
        raise Http404
    years = [period for period in known.get(game, ()) if len(period) == len("2026")]
    period = request.GET.get("period", years[0] if years else ALL_TIME)
    if period and period not in known.get(game, ()):
        raise Http404
    return game, period


def game_links(
    request: HttpRequest, known: Mapping[str, Sequence[str]], game: str
) -> list[dict[str, Any]]:
    """The ways to the games; none where there is one."""
    if len(known) < 2:
        return []
    return [
        {
            "name": variant_name(one),
            "current": one == game,
            "address": f"{request.path}?variant={one}",
        }
        for one in known
    ]


def criteria_of(rules: Rules) -> list[Any]:
    """What a club ranks by, in words."""
    return [CRITERIA[name].label for name in rules.order]


def table_line(line: Ranked, rules: Rules) -> dict[str, Any]:
    """A line of the table: shares in per cent, and what decided between two who were level."""
    sums = line.entry.sums
    won, made = share_of(sums.won, sums.decided), share_of(sums.made, sums.taken)
    return {
        "rank": line.rank,
        "entry": line.entry,
        "average": line.entry.average / 2,
        "won": None if won is None else round(100 * won.share),
        "made": None if made is None else round(100 * made.share),
        "rating": round(line.entry.rating.value),
        "range": round(SURE * line.entry.rating.deviation),
        "decided": CRITERIA[rules.order[line.decided_by]].label if line.decided_by else "",
    }


Kind = ClubRecord.Kind
RECORDS = {
    Kind.HIGHEST_WIN: gettext_lazy("Most won in a hand"),
    Kind.HEAVIEST_LOSS: gettext_lazy("Most lost in a hand"),
    Kind.MADE_BY: gettext_lazy("Contract made by most"),
    Kind.LOST_BY: gettext_lazy("Contract missed by most"),
    Kind.MATCH_TOTAL: gettext_lazy("Most points in a match"),
    Kind.WON_IN_A_ROW: gettext_lazy("Most hands won in a row"),
    Kind.LOST_IN_A_ROW: gettext_lazy("Most hands lost in a row"),
}
IN_HANDS = (Kind.WON_IN_A_ROW, Kind.LOST_IN_A_ROW)
IN_CARD_POINTS = (Kind.MADE_BY, Kind.LOST_BY)


def records_of(club: Club, game: str) -> list[dict[str, Any]]:
    """The records of a club in a game, in their order. One statement."""
    rows = ClubRecord.objects.filter(club=club, variant=game)
    found = {record.kind: record for record in rows.select_related("player", "hand__match")}
    return [
        {
            "record": found[kind],
            "name": name,
            "hands": kind in IN_HANDS,
            "card_points": abs(found[kind].value) if kind in IN_CARD_POINTS else None,
        }
        for kind, name in RECORDS.items()
        if kind in found
    ]


def looks_after(club: Club) -> bool:
    """Whether the user for whom `club` was looked up is its administrator."""
    return bool(club.my_role == Role.ADMIN)  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
def ranking(request: HttpRequest, club: str) -> HttpResponse:
    """Say how the league tables rank: for who looks after the club."""
    found = club_or_404(request, club)
    if not looks_after(found):
        raise PermissionDenied(_("Only who looks after the club says how it ranks."))
    form = RankingForm(request.POST or None, rules=rules_of(found))

    def write() -> Club:
        return services.set_league(
            user=user_of(request), club=found, order=form.order, least=form.cleaned_data["least"]
        )

    written = write_or_blame(form, write) if form.is_valid() else None
    if written:
        messages.success(request, _("The league tables rank like that now."))
        return redirect("league", found.slug)
    context = {"club": found, "section": "league", "form": form}
    return render(request, "leagues/ranking.html", context, status=422 if form.errors else 200)


@require_safe
def how_we_count(request: HttpRequest, club: str) -> HttpResponse:
    """How shares, ratings, streaks, league tables and records come about."""
    found = club_or_404(request, club)
    rules = rules_of(found)
    context = {
        "club": found,
        "section": "league",
        "rating": round(RATING),
        "deviation": round(SURE * DEVIATION),
        "sigma": round(DEVIATION),
        "luck": round(LUCK),
        "drift": round(DRIFT),
        "rules": rules,
        "ranked_by": criteria_of(rules),
    }
    return render(request, "leagues/how-we-count.html", context)
