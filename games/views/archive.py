"""The archive: the list of hands, and a sealed hand with its replay."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.careers import Filters
from games.headlines import headline
from games.history import Page, hands_of
from games.models import Club, Hand, Seal
from games.records import read_seal
from games.replays import film, view_of
from games.rules import format_record
from games.views import club_or_404
from games.views.hand_page import TABS, context_of, title_of
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


@require_safe
def hand(request: HttpRequest, club: str, hand: str, step: int | None = None) -> HttpResponse:
    """A sealed hand at a step of its replay; without a step at its end, where the score stands."""
    found_club, found, seal = sealed_or_404(request, club, hand)
    record = read_seal(seal)
    view = view_of(request.GET.get("seat", ""), len(record.players))
    tab = request.GET.get("tab", "")
    if view is None or (tab and tab not in TABS):
        raise Http404
    shown = film(record, view)
    here = shown.last if step is None else step
    if here > shown.last:
        raise Http404
    verdict = view.open or step is None
    context = context_of(found, record, shown, seal, step=here, tab=tab)
    context |= {"club": found_club, "section": "hands", "hand": found, "verdict": verdict}
    context["title"] = title_of(found, shown, verdict=verdict)
    return render(request, "archive/hand.html", context)


@require_safe
def hand_record(request: HttpRequest, club: str, hand: str) -> HttpResponse:
    """The record of a sealed hand as a file, in the public format."""
    _club, found, seal = sealed_or_404(request, club, hand)
    response = HttpResponse(format_record(read_seal(seal)) + b"\n", content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{found.public_id}.json"'
    return response


def sealed_or_404(request: HttpRequest, club: str, hand: str) -> tuple[Club, Hand, Seal]:
    """Club, hand and latest seal at an address; a 404 for strangers and for hands still open."""
    found_club = club_or_404(request, club)
    hands = Hand.objects.visible_to(request.user).sealed().select_related("match", "club")
    found = get_object_or_404(hands, club=found_club, public_id=hand)
    seals = Seal.objects.visible_to(request.user).prefetch_related("texts")
    return found_club, found, seals.filter(hand=found).latest("revision")
