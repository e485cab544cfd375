"""The panels beside the table: looking at an entry and changing it, claims, comments,
announcements, and the cards of whole hands."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.access.pages import wants_fragment
from games.book import records
from games.display.reasons import sentence
from games.models import Hand
from games.recording import answers
from games.recording.entry_pages import not_written, read_body, read_version, speaks_json
from games.recording.screen_pages import hand_or_404, sitting_of
from games.recording.tablets import conflict_of
from games.rules import NoLiveAction, RecordError, Replay, replay
from games.writing.errors import Refused


@require_GET
def panel(request: HttpRequest, slug: str, hand_id: str, name: str) -> HttpResponse:
    """One of the panels with which an entry is made."""
    hand = hand_or_404(request, slug, hand_id)
    card = request.GET.get("card", "")
    return _panel(request, answers.panel_of(sitting_of(hand), _replay_of(hand), name, card))


@require_GET
def entry(request: HttpRequest, slug: str, hand_id: str, index: int) -> HttpResponse:
    """An entry of the hand, to look at or to change."""
    hand = hand_or_404(request, slug, hand_id)
    return _panel(request, answers.entry_panel(sitting_of(hand), _replay_of(hand), index))


def _replay_of(hand: Hand) -> Replay:
    return replay(records.record_of(hand))


def _panel(request: HttpRequest, panel: answers.Fragment | None) -> HttpResponse:
    if panel is None:
        raise Http404
    if wants_fragment(request):
        return render(request, panel.template, panel.context)
    context = {**panel.context, "fragment": panel.template}
    return render(request, "recording/panel.html", context)


@require_GET
@speaks_json
def choosing(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """The keys while cards to lay away are being chosen: which cards may be added to those
    chosen."""
    hand = hand_or_404(request, slug, hand_id)
    try:
        return JsonResponse(answers.choosing(_replay_of(hand), request.GET.getlist("card")))
    except ValueError as error:
        raise BadRequest(str(error)) from None


@require_POST
@speaks_json
def preview(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """What would follow from a change, before anything is saved: whether it fits, or the first
    conflict."""
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    try:
        told = answers.preview(sitting_of(hand), records.changes_of(hand), body)
    except RecordError as error:
        return not_written(hand, Refused(error.problem), body.get("change"))
    except NoLiveAction:
        status, told = answers.nothing_to_undo()
        return JsonResponse(told, status=status)
    return JsonResponse(told)


@require_POST
@speaks_json
def paste(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """What a pasted text would record, before anything is saved."""
    hand = hand_or_404(request, slug, hand_id)
    text = read_body(request).get("text")
    if not isinstance(text, str):
        raise BadRequest(_("Send the “text” that was pasted."))
    return JsonResponse(answers.pasted(sitting_of(hand), records.changes_of(hand), text))


@require_POST
@speaks_json
def conflict(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """What others recorded after the entry that a tablet knew last, beside what waits there: the
    `side`, and the `changes` that wait with the seats for which they were tapped."""
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    version, waiting = read_version(body), body.get("changes")
    if not isinstance(waiting, list):
        raise BadRequest(_("Send the “changes” that wait."))
    try:
        both = conflict_of(hand, version, waiting)
    except RecordError as error:
        raise BadRequest(sentence(error.problem)) from None
    context = answers.panel_context(sitting_of(hand), _replay_of(hand), conflict=both)
    side = answers.Fragment("recording/_conflict.html", context).draw()
    return JsonResponse({"side": side, "changes": both.waiting})
