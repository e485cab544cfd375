"""A hand with its replay: each step at its own address, and the record as a file."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import Club, Hand, Seal
from games.records import read_seal, record_of
from games.replays import Film, film, view_of
from games.rules import Record, format_record
from games.views import club_or_404, may_write
from games.views.hand_page import TABS, context_of, title_of


@require_safe
def hand(
    request: HttpRequest, club: str, hand: str, place: str = "", step: int | None = None
) -> HttpResponse:
    """A hand at a step of its replay, named by `place` or, in older addresses, by its number;
    without either at its end, where the score stands."""
    found_club, found, seal = readable_or_404(request, club, hand)
    record = read_seal(seal) if seal else record_of(found)
    shown, tab = asked_for(request.GET, record)
    here = step_of(shown, place, step)
    verdict = shown.view.open or here == shown.last
    context = context_of(found, record, shown, seal, step=here, tab=tab)
    context |= {"club": found_club, "section": "hands", "hand": found, "verdict": verdict}
    context["title"] = title_of(found, shown, verdict=verdict)
    return render(request, "archive/hand.html", context)


def asked_for(asked: Mapping[str, str], record: Record) -> tuple[Film, str]:
    """The film in the view that an address asks for, and the tab it asks for ("" for none)."""
    view = view_of(asked.get("seat", ""), len(record.players), asked.get("bottom", ""))
    tab = asked.get("tab", "")
    if view is None or (tab and tab not in TABS):
        raise Http404
    return film(record, view), tab


def step_of(shown: Film, place: str, step: int | None = None) -> int:
    """The step that an address names; the last one where it names none."""
    found = shown.step_of(place) if place else shown.last if step is None else step
    if found is None or found > shown.last:
        raise Http404
    return found


@require_safe
def hand_record(request: HttpRequest, club: str, hand: str) -> HttpResponse:
    """The record of a sealed hand as a file, in the public format."""
    _club, found, seal = readable_or_404(request, club, hand)
    if seal is None:
        raise Http404
    response = HttpResponse(format_record(read_seal(seal)) + b"\n", content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{found.public_id}.json"'
    return response


def readable_or_404(request: HttpRequest, club: str, hand: str) -> tuple[Club, Hand, Seal | None]:
    """Club, hand and latest seal at an address; a 404 for strangers.

    A hand that is still open has no seal: those who record hands may replay what is written so
    far, for everybody else it is not there, since its cards are still in the players' hands.
    """
    found_club = club_or_404(request, club)
    hands = Hand.objects.visible_to(request.user).select_related("match", "club")
    found = get_object_or_404(hands, club=found_club, public_id=hand)
    if found.is_open and may_write(found_club):
        return found_club, found, None
    if found.state != Hand.State.SEALED:
        raise Http404
    seals = Seal.objects.visible_to(request.user).prefetch_related("texts")
    return found_club, found, seals.filter(hand=found).latest("revision")
