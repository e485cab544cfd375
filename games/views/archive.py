"""The archive: the list of sealed hands. Each leads to its replay, `games.views.replays`."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.careers import Filters
from games.headlines import headline
from games.history import Page, hands_of
from games.models import Hand
from games.views import club_or_404
from games.views.lists import filtered_list, list_or_fragment


@require_safe
def hands(request: HttpRequest, club: str) -> HttpResponse:
    """The sealed hands of a club, newest first, by player, game and days."""
    found = club_or_404(request, club)

    def read(filters: Filters, **page: Any) -> Page[Hand]:
        return hands_of(found, **filters.narrow, **page)

    context = filtered_list(request, found, read, without=("role",))
    context |= {"club": found, "section": "hands"}
    context["lines"] = [hand_line(hand) for hand in context["items"]]
    return list_or_fragment(request, "archive/hands.html", "archive/_rows.html", context)


def hand_line(hand: Hand) -> dict[str, Any]:
    """A hand of a list: its title, who sat there with what score."""
    seats = list(hand.seats.all())
    return {
        "hand": hand,
        "title": headline(
            hand, [seat.player.name for seat in seats], [seat.score_halves for seat in seats]
        ),
        "seats": seats,
    }
