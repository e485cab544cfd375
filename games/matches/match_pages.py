"""Reading matches: the list, and one match with its running scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404, may_write
from games.archive.filters import players_of
from games.archive.lists import files_from, list_context, list_or_fragment
from games.display.endings import end_in_words
from games.display.headlines import contract_name, is_shared, verdict, winner
from games.matches.agreements import agreements
from games.matches.history import ScoredHand, Standings
from games.matches.listing import MatchSearch, with_hands_played
from games.matches.standings import chart_of, ranked, stand_of
from games.models import Hand, Match, Player
from games.models.paging import Cursor
from games.rules import find_variant, rotation


@require_safe
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """The matches of a club, newest first, by player, game and days."""
    club = club_or_404(request, slug)

    search = MatchSearch(request.GET, club.matches.all(), players=players_of(club))

    def read(cursor: Cursor, limit: int) -> list[Match]:
        return search.hits.own(with_hands_played, cursor, limit)

    context = list_context(request, search, read)
    context |= {"club": club, "section": "matches", "writes": may_write(club)}
    context |= {"fields": list(search.form), "files": files_from(request, club, "matches")}
    return list_or_fragment(request, "matches/list.html", "matches/_rows.html", context)


@require_safe
def match(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """A match: who is ahead, the running scores, the hands."""
    club = club_or_404(request, slug)
    visible = Match.objects.visible_to(request.user).select_related("club")
    match = get_object_or_404(visible, club=club, public_id=match_id)
    stand, variant = stand_of(match), find_variant(match.variant)
    standings = stand.standings
    open_hand = match.hands.filter(state=Hand.State.OPEN).first()
    context = {
        "club": club,
        "section": "matches",
        "match": match,
        "writes": may_write(club),
        "standings": standings,
        "ranking": [(rank, stand.members(rank)) for rank in ranked(stand)],
        "teams": stand.paired,
        "headline": stand.headline(),
        "progress": stand.progress(),
        "end": stand.end,
        "chart": chart_of(stand),
        "rows": [hand_row(row, standings.players) for row in standings.rows],
        "auction": bool(variant and variant.bids),
        "last": standings.rows[-1].hand if standings.rows else None,
        "open_hand": open_hand,
        "given_up": given_up(match),
        "ending": end_in_words(stand.ending),
        "agreements": agreements(match, variant),
        "sits_out": sits_out(match, standings, open_hand),
    }
    return render(request, "matches/match.html", context)


def given_up(match: Match) -> QuerySet[Hand]:
    """The hands that were begun and count for nothing; their comment says why."""
    begun = Q(version__gt=0) | ~Q(comment="")
    return match.hands.filter(begun, state=Hand.State.VOID).order_by("number")


def sits_out(match: Match, standings: Standings, open_hand: Hand | None) -> Player | None:
    """Who sits out the hand that is played now, or comes next; nobody once the match is closed."""
    if match.closed_at or not match.dealer_sits_out:
        return None
    if open_hand is not None:
        chair = open_hand.sits_out
    else:
        _number, deal = match.coming(len(standings.players))
        chair = deal.sits_out
    return None if chair is None else standings.players[chair]


def hand_row(row: ScoredHand, players: Sequence[Player]) -> dict[str, Any]:
    """A hand of the match's list: what was bid, or who has the most; by whom, what came of it, the
    scores with the totals after it."""
    hand, out = row.hand, row.hand.sits_out
    names = [player.name for player in rotation.seated(players, out)]
    taker = None if hand.taker is None else rotation.chair_of(hand.taker, out)
    shared = is_shared(hand)
    return {
        "hand": hand,
        "title": winner(names, rotation.seated(row.scores, out)) if shared else contract_name(hand),
        "taker": "" if taker is None else players[taker].name,
        "verdict": verdict(hand),
        "scores": [
            {"score": score, "total": total, "taker": chair == taker, "out": chair == out}
            for chair, (score, total) in enumerate(zip(row.scores, row.totals, strict=True))
        ],
    }
