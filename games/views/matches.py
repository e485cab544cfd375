"""Reading matches: the list, and one match with its running scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.careers import Filters, matches_of
from games.headlines import contract_name, is_shared, verdict, winner
from games.history import Page, Standing, match_standings
from games.models import Hand, Match, Player
from games.rules import find_variant
from games.views import club_or_404, may_write
from games.views.lists import filtered_list, list_or_fragment
from games.views.standings import (
    chart_of,
    ending_of,
    finish_of,
    headline,
    progress,
    ranking,
    sides_of,
)


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
    standings, variant = match_standings(found), find_variant(found.variant)
    sides = sides_of(variant, len(standings.players))
    ranks, ending = ranking(standings, sides), ending_of(found, variant)
    end = finish_of(standings, sides, ending)
    context = {
        "club": found_club,
        "section": "matches",
        "match": found,
        "writes": may_write(found_club),
        "standings": standings,
        "ranking": ranks,
        "teams": len(ranks) < len(standings.players),
        "headline": headline(standings, sides, ranks, end),
        "progress": progress(standings, ending),
        "end": end,
        "chart": chart_of(found, standings, sides),
        "rows": [hand_row(row, standings.players) for row in standings.rows],
        "auction": bool(variant and variant.bids),
        "last": standings.rows[-1].hand if standings.rows else None,
        "open_hand": found.hands.filter(state=Hand.State.OPEN).first(),
    }
    return render(request, "matches/match.html", context)


def hand_row(row: Standing, players: Sequence[Player]) -> dict[str, Any]:
    """A hand of the match's list: what was bid, or who has the most; by whom, what came of it, the
    scores with the totals after it."""
    taker = players[row.hand.taker].name if row.hand.taker is not None else ""
    names = [player.name for player in players]
    return {
        "hand": row.hand,
        "title": winner(names, row.scores) if is_shared(row.hand) else contract_name(row.hand),
        "taker": taker,
        "verdict": verdict(row.hand),
        "scores": [
            {"score": score, "total": total, "taker": seat == row.hand.taker}
            for seat, (score, total) in enumerate(zip(row.scores, row.totals, strict=True))
        ],
    }
