"""Reading players: the list, and what one of them has done."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.careers import (
    Balance,
    Filters,
    Part,
    Played,
    balance_of,
    games_of,
    parts_of,
    players_of,
)
from games.headlines import bid_name, contract_name, is_shared, verdict, winner
from games.history import Page, player_history
from games.models import Hand, HandSeat, Player
from games.templatetags.charts import Chart, Range, line_chart
from games.views import club_or_404, may_write, wants_fragment
from games.views.lists import address_with, filtered_list, list_or_fragment

# A chart of fewer hands would say more than there is to say.
ENOUGH = 10


@require_safe
def players(request: HttpRequest, club: str) -> HttpResponse:
    """The players of a club by name, with hands and balance."""
    found = club_or_404(request, club)
    context = {
        "club": found,
        "section": "players",
        "writes": may_write(found),
        "players": players_of(found),
    }
    return render(request, "players/list.html", context)


@require_safe
def player(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """What a player has done: balance, totals by role and contract, the hands."""
    found_club = club_or_404(request, club)
    visible = Player.objects.visible_to(request.user)
    found = get_object_or_404(visible, club=found_club, public_id=player)

    def read(filters: Filters, **page: Any) -> Page[HandSeat]:
        return player_history(found, **filters.narrow, **page)

    context = filtered_list(request, found_club, read, without=("player",))
    filters = context["filters"]
    games = games_of(found, filters)
    several = len(games) > 1  # points of different games do not add up
    balance = Balance((), ()) if several else balance_of(found, filters)
    parts = [] if several else parts_of(found, filters)
    context |= {
        "club": found_club,
        "section": "players",
        "writes": may_write(found_club),
        "player": found,
        "games": [game_line(request, game) for game in games] if several else [],
        "game": games[0].variant if games and not several else "",
        "hands": sum(game.hands for game in games),
        "balance": balance,
        "total": balance.totals[-1] if balance.totals else 0,
        "parts": [part_line(part) for part in parts],
        "as_taker": next((part for part in parts if part.role == HandSeat.Role.TAKER), None),
        "chart": chart_of(found, balance, games),
        "table": table_of(balance),
        "alone": wants_fragment(request),
        "lines": [seat_line(seat) for seat in context["items"]],
    }
    return list_or_fragment(request, "players/player.html", "players/_career.html", context)


def game_line(request: HttpRequest, game: Played) -> dict[str, Any]:
    """A line of the table of games: the way to what was done in this one, the share won."""
    percent = round(100 * game.won / game.decided) if game.decided else None
    return {
        "game": game,
        "percent": percent,
        "address": address_with(request, variant=game.variant, after=""),
    }


def chart_of(player: Player, balance: Balance, games: Sequence[Played]) -> Chart | None:
    """The balance after each hand of one game as a line; None for fewer than ten hands."""
    if len(balance.totals) < ENOUGH:
        return None
    title = _("Balance of %(player)s") % {"player": player.name}
    series = [(player.name, [total / 2 for total in balance.totals])]
    return line_chart(title, series, day_names(balance.dates), game=games[0].variant)


def day_names(dates: Sequence[datetime]) -> list[str]:
    """The name of the day for its first hand, "" for the others; the last day at the last hand."""
    days = [date_format(timezone.localtime(when), "j M") for when in dates]
    before = ["", *days]
    return [
        day if index == len(days) - 1 or day not in (before[index], days[-1]) else ""
        for index, day in enumerate(days)
    ]


def table_of(balance: Balance) -> list[dict[str, Any]]:
    """The numbers of the chart: a line for each day, with the balance at its end."""
    days = {
        timezone.localtime(when).date(): total
        for when, total in zip(balance.dates, balance.totals, strict=True)
    }
    return [{"day": day, "total": total} for day, total in days.items()]


def seat_line(seat: HandSeat) -> dict[str, Any]:
    """A hand of a player's list: what was bid and by whom, what came of it, with whom, for what
    score."""
    hand = seat.hand
    seats: Sequence[HandSeat] = list(hand.seats.all())
    contract = contract_name(hand)
    if hand.taker is not None and hand.taker != seat.seat:
        facts = {"contract": contract, "player": seats[hand.taker].player.name}
        contract = _("%(contract)s by %(player)s") % facts
    others = ", ".join(
        other.player.name for other in seats if other.seat not in (seat.seat, hand.taker)
    )
    return {
        "seat": seat,
        "hand": hand,
        "title": contract,
        "verdict": outcome_of(hand, seats),
        "others": others,
    }


def outcome_of(hand: Hand, seats: Sequence[HandSeat]) -> str:
    """What came of a hand: whether the contract was made, or who has the most."""
    if is_shared(hand):
        names = [seat.player.name for seat in seats]
        return winner(names, [seat.score_halves for seat in seats])
    return verdict(hand)


def part_line(part: Part) -> dict[str, Any]:
    """A line of the table of roles: its name, the share won in per cent, the drawing of its
    range."""
    return {
        "part": part,
        "name": bid_name(part.contract) if part.contract else role_name(part.role),
        "percent": None if part.share is None else round(100 * part.share),
        "range": None if part.likely is None else Range(part.share or 0, *part.likely),
    }


def role_name(role: str) -> str:
    """A role in words; hands in which nobody declared have none."""
    return str(HandSeat.Role(role).label) if role else _("without a taker")
