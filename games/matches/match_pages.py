"""Reading matches: the list, and one match with its running scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access.live import watch
from games.access.pages import club_or_404, may_write, row_or_404, user_of
from games.archive.filters import players_of
from games.archive.lists import (
    FIRST_PAGE,
    SHEET,
    address_with,
    files_from,
    list_context,
    list_or_fragment,
    sheet_of,
)
from games.book.table_changes import table_log
from games.confirming.asking import asked_of
from games.confirming.disputed import disputes_in_words
from games.display.endings import end_in_words
from games.display.headlines import contract_name, is_shared, variant_name, verdict, winner
from games.display.workbooks import WorkbookSheet
from games.matches.agreements import agreements
from games.matches.history import ScoredHand, Standings
from games.matches.listing import MatchSearch, with_hands_played
from games.matches.match_rows import hands_of, match_so_far, void_hands
from games.matches.match_so_far import MatchPlayer, MatchSoFar
from games.matches.standings import chart_of, ranked, stand_of
from games.models import Hand, Match, RunningSeenBy
from games.models.paging import Cursor
from games.models.running import readable_by


@require_safe
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the matches of a club, newest first, by player, game and days."""
    club = club_or_404(request, slug)

    players = players_of(club, request.GET)
    search = MatchSearch(request.GET, club.matches.all(), players=players, folded=club.not_played)

    if SHEET in request.GET and search.is_valid():
        everything = with_hands_played(search.hits.rows.order_by("-played_on", "-pk"))
        return sheet_of(request, "matches", table_of(everything))

    def read(cursor: Cursor, limit: int) -> list[Match]:
        return search.hits.own(with_hands_played, cursor, limit)

    context = list_context(request, search, read)
    context |= {"club": club, "section": "matches", "writes": may_write(club)}
    if not context["lines"]:
        context["nobody"] = not club.players.exists()
    query = address_with(request, **FIRST_PAGE).partition("?")[2]
    sheets = (_("Score sheets (PDF)"), f"{reverse('sheets-pdf', args=[club.slug])}?{query}")
    context["files"] = [sheets, *files_from(request, club, "matches")]
    context["fields"] = list(search.form)
    return list_or_fragment(request, "matches/list.html", "matches/_rows.html", context)


def table_of(matches: Iterable[Match]) -> WorkbookSheet:
    """Return matches, read by `with_hands_played`, as a table for people."""
    head = [_("Day"), _("Title"), _("Table"), _("Game"), _("Players"), _("Hands")]
    return WorkbookSheet(_("Matches"), head, map(_cells_of, matches))


def _cells_of(match: Match) -> list[Any]:
    names = ", ".join(player.name for player in match.people)
    game = variant_name(match.variant)
    day, played = match.played_on, match.played  # type: ignore[attr-defined]
    return [day, match.title, match.table, game, names, played]


@require_safe
def match(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Show a match: who is ahead, the running scores, the hands."""
    club = club_or_404(request, slug)
    match = row_or_404(request, club, Match, match_id)
    live = watch(match, user_of(request))
    hands = hands_of(match)
    so_far = match_so_far(match, hands)
    stand, open_hand = stand_of(so_far), so_far.open_hand
    standings = stand.standings
    context = {
        "club": club,
        "section": "matches",
        "match": match,
        "live": live,
        "writes": may_write(club),
        "standings": standings,
        "ranking": [(rank, stand.members(rank)) for rank in ranked(stand)],
        "teams": stand.paired,
        "headline": stand.headline(),
        "progress": stand.progress(),
        "end": stand.end,
        "chart": chart_of(stand),
        "rows": hand_rows(standings, hands),
        "auction": bool(so_far.game and so_far.game.bids),
        "last": standings.rows[-1].hand if standings.rows else None,
        "open_hand": open_hand,
        "watched": watched_hand(request, match),
        "void": void_hands(hands),
        "asked": asked_of(user_of(request), club, match) if open_hand else [],
        "ending": end_in_words(stand.ending),
        "agreements": agreements(so_far),
        "sits_out": sits_out(so_far),
        "table_log": table_log(match),
    }
    return render(request, "matches/match.html", context)


def watched_hand(request: HttpRequest, match: Match) -> Hand | None:
    """Return the running hand of a match for somebody who may watch it and does not record."""
    if match.club.running_seen_by == RunningSeenBy.RECORDERS or match.may_record:  # type: ignore[attr-defined]
        return None
    running = match.hands.filter(state=Hand.State.OPEN)
    hands = Hand.objects.visible_to(request.user).filter(pk__in=running)
    return readable_by(request.user, hands).first()


def sits_out(match: MatchSoFar) -> MatchPlayer | None:
    """Return who sits out this hand, or the next; None once the match is closed."""
    if match.closed or not match.dealer_sits_out:
        return None
    if match.open_hand is not None:
        number, chair = match.open_hand.number, match.open_hand.sits_out
    else:
        number, deal = match.coming()
        chair = deal.sits_out
    return None if chair is None else match.seats.at(number)[chair]


def hand_rows(standings: Standings, hands: Sequence[Hand]) -> list[dict[str, Any]]:
    """Return the sealed hands of a match for its list, each with what is disputed about it."""
    by_number = {hand.number: hand for hand in hands}
    both = [(row, by_number[row.hand.number]) for row in standings.rows]
    disputes = disputes_in_words([hand.pk for _row, hand in both if hand.disputed])
    return [hand_row(row, hand, standings, disputes.get(hand.pk, ())) for row, hand in both]


def hand_row(
    row: ScoredHand, hand: Hand, standings: Standings, disputes: Sequence[str]
) -> dict[str, Any]:
    """Return a hand of the match's list.

    What was bid, or who has the most; by whom, and the result; the scores with the totals after it
    by column, with a name where more than one person had the column; `disputes` in words.
    """
    names, scores = zip(*row.by_seat, strict=True)
    return {
        "hand": hand,
        "title": winner(names, scores) if is_shared(hand) else contract_name(hand),
        "taker": "" if hand.taker is None else names[hand.taker],
        "verdict": verdict(hand),
        "disputes": disputes,
        "scores": [
            {
                "score": score,
                "total": total,
                "taker": seat is not None and seat == hand.taker,
                "out": seat is None,
                "player": player.name if shared else "",
            }
            for score, total, seat, player, shared in zip(
                row.scores, row.totals, row.seats, row.people, standings.shared, strict=True
            )
        ],
    }
