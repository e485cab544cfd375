"""Reading matches: the list, and one match with its running scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.careers import Filters, matches_of
from games.headlines import contract_name, is_shared, verdict, winner
from games.history import Page, Standing, Standings, match_standings
from games.models import Hand, Match, Player
from games.rules import Variant, find_variant
from games.templatetags.charts import Chart, line_chart
from games.templatetags.numbers import points
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
    standings, variant = match_standings(found), find_variant(found.variant)
    sides = sides_of(variant, len(standings.players))
    ranks = ranking(standings, sides)
    context = {
        "club": found_club,
        "section": "matches",
        "match": found,
        "writes": may_write(found_club),
        "standings": standings,
        "ranking": ranks,
        "teams": len(ranks) < len(standings.players),
        "lead": lead(standings, ranks),
        "chart": chart_of(found, standings, sides),
        "rows": [hand_row(row, standings.players) for row in standings.rows],
        "auction": bool(variant and variant.bids),
        "last": standings.rows[-1].hand if standings.rows else None,
        "open_hand": found.hands.filter(state=Hand.State.OPEN).first(),
    }
    return render(request, "matches/match.html", context)


Sides = tuple[tuple[int, ...], ...]


def sides_of(variant: Variant | None, players: int) -> Sides:
    """The seats that win and lose together for the whole match: each alone, or the game's teams."""
    teams = variant.teams.get(players, ()) if variant else ()
    return teams or tuple((seat,) for seat in range(players))


@dataclass(frozen=True, slots=True)
class Rank:
    """A player, or a team, in the order of the scores, in half points: before the last hand, by it,
    in all. `style` is the number of the line in the chart."""

    players: tuple[Player, ...]
    style: int
    before: int
    last: int
    total: int

    @property
    def name(self) -> str:
        """The names of the players."""
        return names_of(self.players)


def names_of(players: Sequence[Player]) -> str:
    """Players in a row: "Anna and Dario"."""
    return get_text_list([player.name for player in players], _("and"))


def ranking(standings: Standings, sides: Sides) -> list[Rank]:
    """The players or teams, best first."""
    last = standings.rows[-1].scores if standings.rows else (0,) * len(standings.players)
    ranks = []
    for style, side in enumerate(sides, 1):
        total, won = (sum(scores[seat] for seat in side) for scores in (standings.totals, last))
        players = tuple(standings.players[seat] for seat in side)
        ranks.append(Rank(players, style, total - won, won, total))
    return sorted(ranks, key=lambda rank: -rank.total)


def lead(standings: Standings, ranks: Sequence[Rank]) -> str:
    """Who is ahead and by how many points; nobody before the first hand and while two share the
    lead."""
    ahead = ranks[0].total - ranks[1].total
    if not standings.rows or not ahead:
        return _("Nobody is ahead")
    sentence = ngettext(
        "%(players)s leads by %(points)s",
        "%(players)s lead by %(points)s",
        len(ranks[0].players),
    )
    return sentence % {"players": ranks[0].name, "points": points(ahead / 2)}


def chart_of(match: Match, standings: Standings, sides: Sides) -> Chart | None:
    """The running scores as lines, a hand a place; None before the second hand."""
    if len(standings.rows) < 2:
        return None
    series = [
        (
            names_of([standings.players[seat] for seat in side]),
            [sum(row.totals[seat] for seat in side) / 2 for row in standings.rows],
        )
        for side in sides
    ]
    places = [str(row.hand.number) for row in standings.rows]
    title = _("Running scores of %(match)s") % {"match": match.title}
    return line_chart(title, series, places, planned=match.hands_planned or 0)


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
