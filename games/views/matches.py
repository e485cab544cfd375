"""Reading matches: the list, and one match with its running scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.careers import Filters, matches_of
from games.headlines import contract_name, verdict
from games.history import Page, Standing, Standings, match_standings
from games.models import Hand, Match, Player
from games.templatetags.charts import Chart, line_chart
from games.views import club_or_404, may_write
from games.views.lists import filtered_list, list_or_fragment


@require_safe
def matches(request: HttpRequest, club: str) -> HttpResponse:
    """The matches of a club, newest first, by player, game and days."""
    found = club_or_404(request, club)

    def read(filters: Filters, **page: Any) -> Page[Match]:
        return matches_of(found, filters, **page)

    context = filtered_list(request, found, read, without=("role",))
    context |= {"club": found, "section": "matches", "writes": may_write(found)}
    return list_or_fragment(request, "matches/list.html", "matches/_rows.html", context)


@require_safe
def match(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """A match: who is ahead, the running scores, the hands."""
    found_club = club_or_404(request, club)
    visible = Match.objects.visible_to(request.user).select_related("club")
    found = get_object_or_404(visible, club=found_club, public_id=match)
    standings = match_standings(found)
    context = {
        "club": found_club,
        "section": "matches",
        "match": found,
        "writes": may_write(found_club),
        "standings": standings,
        "ranking": ranking(standings),
        "lead": lead(standings),
        "chart": chart_of(found, standings),
        "rows": [hand_row(row, standings.players) for row in standings.rows],
        "last": standings.rows[-1].hand if standings.rows else None,
        "open_hand": found.hands.filter(state=Hand.State.OPEN).first(),
    }
    return render(request, "matches/match.html", context)


@dataclass(frozen=True, slots=True)
class Rank:
    """A player in the order of the scores, in half points: before the last hand, by it, in all.
    `style` is the number of his line in the chart."""

    player: Player
    style: int
    before: int
    last: int
    total: int


def ranking(standings: Standings) -> list[Rank]:
    """The players, best first."""
    last = standings.rows[-1].scores if standings.rows else (0,) * len(standings.players)
    ranks = [
        Rank(player, seat + 1, total - last[seat], last[seat], total)
        for seat, (player, total) in enumerate(
            zip(standings.players, standings.totals, strict=True)
        )
    ]
    return sorted(ranks, key=lambda rank: -rank.total)


def lead(standings: Standings) -> tuple[str, float] | None:
    """Who is ahead and by how many points; None before the first hand and while two share the
    lead."""
    order = sorted(standings.totals, reverse=True)
    if not standings.rows or order[0] == order[1]:
        return None
    player = standings.players[standings.totals.index(order[0])]
    return player.name, (order[0] - order[1]) / 2


def chart_of(match: Match, standings: Standings) -> Chart | None:
    """The running scores as lines, a hand a place; None before the second hand."""
    if len(standings.rows) < 2:
        return None
    series = [
        (player.name, [row.totals[seat] / 2 for row in standings.rows])
        for seat, player in enumerate(standings.players)
    ]
    places = [str(row.hand.number) for row in standings.rows]
    title = _("Running scores of %(match)s") % {"match": match.title}
    return line_chart(title, series, places, planned=match.hands_planned or 0)


def hand_row(row: Standing, players: Sequence[Player]) -> dict[str, Any]:
    """A hand of the match's list: what was bid, by whom, what came of it, the scores with the
    totals after it."""
    taker = players[row.hand.taker].name if row.hand.taker is not None else ""
    return {
        "hand": row.hand,
        "contract": contract_name(row.hand),
        "taker": taker,
        "verdict": verdict(row.hand),
        "scores": [
            {"score": score, "total": total, "taker": seat == row.hand.taker}
            for seat, (score, total) in enumerate(zip(row.scores, row.totals, strict=True))
        ],
    }
