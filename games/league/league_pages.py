"""League tables and records of a club, and how everything is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404, looks_after, page_or_fragment
from games.club.career_lines import SURE
from games.display.headlines import margin_in_points, variant_name
from games.league.brought_forward import carried_lines, years_carried
from games.league.league_forms import DaysForm
from games.models import Club, ClubRecord, RecordKind
from games.models.statistics import ALL_TIME
from games.rules import find_variant
from games.statistics.club_records import LOSSES, hides_losses
from games.statistics.leagues import (
    CRITERIA,
    Ranked,
    Rules,
    games_and_periods,
    league_table,
    rules_of,
)
from games.statistics.periods import MONTH, YEAR, NotAPeriod, days_of, period_name, period_of
from games.statistics.rating import DEVIATION, DRIFT, LUCK, RATED_FROM, RATING
from games.statistics.seasons import Seasons, seasons_of
from games.statistics.shares import share_of


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the players of a club in one game and period, best first, and that game's records."""
    club = club_or_404(request, slug)
    known, seasons = known_of(club), seasons_of(club)
    game, period = chosen(request, known, seasons)
    days = DaysForm(request.GET if "since" in request.GET else None)
    if days.is_valid():
        period = period_of(days.cleaned_data["since"], days.cleaned_data["until"])
    rules = rules_of(club)
    table = league_table(club, game, period, rules)
    sums = {line.entry.public_id: line.entry.sums.score_halves for line in table}
    context = {
        "club": club,
        "section": "league",
        "carried": carried_lines(club, game, period, sums),
        "game": game,
        "period": period,
        "period_name": seasons.in_words(period),
        "period_days": period_name(period) if seasons.name_of(period) else "",
        "games": game_links(request, known, game),
        "periods": period_groups(known.get(game, ()), seasons, period),
        "days": days,
        "rules": rules,
        "ranked_by": criteria_of(rules),
        "may_set": looks_after(club),
        "lines": [table_line(line, rules) for line in table],
        "rated_from": RATED_FROM,
        "records": records_of(club, game),
    }
    return page_or_fragment(request, "league/league.html", "league/_league.html", context)


def known_of(club: Club) -> dict[str, list[str]]:
    """Return the games of a club and their periods, also those of totals brought forward."""
    known = games_and_periods(club)
    for game, years in years_carried(club).items():
        known[game] = sorted({*known.get(game, ()), *years}, reverse=True)
    return known


def chosen(
    request: HttpRequest, known: Mapping[str, Sequence[str]], seasons: Seasons
) -> tuple[str, str]:
    """Return game and period of the address.

    Else the game most played, and its last season: the one with a name that goes on today, or the
    newest in which it was played. Any two days make a period; a year or a month without hands is a
    404.
    """
    game = request.GET.get("variant") or next(iter(known), "")
    if game and find_variant(game) is None:
        raise Http404
    periods = known.get(game, ())
    period = request.GET.get("period")
    if period is None:
        last = [*seasons.of(months_of(periods)[:1]), ALL_TIME]
        return game, seasons.now(timezone.localdate()) or last[0]
    try:
        days_of(period)
    except NotAPeriod:
        raise Http404 from None
    if len(period) <= MONTH and period not in (ALL_TIME, *periods):
        raise Http404
    return game, period


def months_of(periods: Sequence[str]) -> list[str]:
    """Return the months among some periods."""
    return [period for period in periods if len(period) == MONTH]


def period_groups(
    known: Sequence[str], seasons: Seasons, chosen: str
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the periods to choose from, in groups with names: seasons, years, months."""
    years = [period for period in known if len(period) == YEAR]
    counted = [] if seasons.are_years else seasons.of(months_of(known))
    of_the_club = [one.period for one in seasons.named] + counted
    groups = [
        (_("Seasons"), list(dict.fromkeys(of_the_club))),
        (_("Years"), years),
        (_("Months"), months_of(known)),
        ("", [ALL_TIME]),
    ]
    if not any(chosen in periods for _name, periods in groups):
        groups.insert(0, ("", [chosen]))
    return [
        (name, [(one, seasons.in_words(one)) for one in periods])
        for name, periods in groups
        if periods
    ]


def game_links(
    request: HttpRequest, known: Mapping[str, Sequence[str]], game: str
) -> list[dict[str, Any]]:
    """Return the links to the games; none where there is one."""
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
    """Return what a club ranks by, in words."""
    return [CRITERIA[name].label for name in rules.order]


def table_line(line: Ranked, rules: Rules) -> dict[str, Any]:
    """Return a line of the table, and what `decided` between two who were level."""
    sums = line.entry.sums
    won, made = share_of(sums.won, sums.decided), share_of(sums.made, sums.taken)
    return {
        "rank": line.rank,
        "entry": line.entry,
        "average": line.entry.average / 2,
        "won": None if won is None else round(100 * won.share),
        "made": None if made is None else round(100 * made.share),
        "rating": round(line.entry.rating.mu),
        "range": round(SURE * line.entry.rating.sigma),
        "decided": CRITERIA[rules.order[line.decided_by]].label if line.decided_by else "",
    }


RECORDS = {
    RecordKind.HIGHEST_WIN: gettext_lazy("Most won in a hand"),
    RecordKind.HEAVIEST_LOSS: gettext_lazy("Most lost in a hand"),
    RecordKind.MADE_BY: gettext_lazy("Contract made by most"),
    RecordKind.LOST_BY: gettext_lazy("Contract missed by most"),
    RecordKind.BEST_SLAM: gettext_lazy("Best slam"),
    RecordKind.BEST_HANDFUL: gettext_lazy("%(handful)s with the most trumps"),
    RecordKind.BEST_LAST_TRICK: gettext_lazy("Best hand with trump 1 in the last trick"),
    RecordKind.MATCH_TOTAL: gettext_lazy("Most points in a match"),
    RecordKind.WON_IN_A_ROW: gettext_lazy("Most hands won in a row"),
    RecordKind.LOST_IN_A_ROW: gettext_lazy("Most hands lost in a row"),
}
NUMBERS = (RecordKind.WON_IN_A_ROW, RecordKind.LOST_IN_A_ROW, RecordKind.BEST_HANDFUL)
IN_CARD_POINTS = (RecordKind.MADE_BY, RecordKind.LOST_BY)


def records_of(club: Club, game: str) -> list[dict[str, Any]]:
    """Return the records of a club in a game that it shows, in their order. One statement."""
    rows = ClubRecord.objects.filter(club=club, variant=game)
    handful = handful_name(game)
    hidden = LOSSES if hides_losses(club) else ()
    records = {record.kind: record for record in rows.select_related("player", "hand__match")}
    return [
        {
            "record": records[kind],
            "name": name % {"handful": handful},
            "is_number": kind in NUMBERS,
            "card_points": margin_in_points(records[kind].value)
            if kind in IN_CARD_POINTS
            else None,
        }
        for kind, name in RECORDS.items()
        if kind in records and kind not in hidden
    ]


def handful_name(game: str) -> str:
    """Return what a game calls trumps that are shown; "" where none are."""
    variant = find_variant(game)
    kinds = variant.announcements if variant else ()
    return next((_(kind.label) for kind in kinds if kind.shows_cards), "")


@require_safe
def how_we_count(request: HttpRequest, slug: str) -> HttpResponse:
    """Explain how shares, ratings, streaks, league tables and records are computed."""
    club = club_or_404(request, slug)
    rules = rules_of(club)
    context = {
        "club": club,
        "section": "league",
        "rating": round(RATING),
        "deviation": round(SURE * DEVIATION),
        "sigma": round(DEVIATION),
        "luck": round(LUCK),
        "drift": round(DRIFT),
        "rules": rules,
        "ranked_by": criteria_of(rules),
        "rated_from": RATED_FROM,
        "hides_losses": hides_losses(club),
    }
    return render(request, "league/how-we-count.html", context)
