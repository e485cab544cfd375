"""The panels beside the table: looking at an entry and changing it, claims, comments,
announcements, and the cards of whole hands."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games import book
from games.access.errors import WriteError
from games.access.pages import user_of, wants_fragment
from games.book import records
from games.models import Hand
from games.recording.entry_pages import not_written, read_body, speaks_json
from games.recording.pasting import judged
from games.recording.screen import (
    bought_of,
    entries_beside,
    entry_of,
    keys_of,
    parts_of,
    preview_of,
    refusal_of,
    result_form,
    screen_of,
    stated_of,
)
from games.recording.screen_pages import hand_or_404, panel_context
from games.rules import Replay, card_id, mask_of, replay

PANELS = (
    *("claim", "comment", "announce", "deal", "entries"),
    *("ruling", "bought", "give_up", "result"),
)


@require_GET
def panel(request: HttpRequest, slug: str, hand_id: str, name: str) -> HttpResponse:
    """One of the panels with which an entry is made."""
    if name not in PANELS:
        raise Http404
    hand = hand_or_404(request, slug, hand_id)
    replayed = replay(records.record_of(hand))
    context = panel_context(hand, replayed, screen=screen_of(replayed))
    if name == "deal":
        context["parts"] = parts_of(replayed)
    if name == "bought":
        bought = bought_of(replayed.state, replayed.record.players, request.GET.get("card", ""))
        if bought is None:
            raise Http404
        context["bought"] = bought
    if name == "result":
        context["form"] = result_form(replayed)
    if name == "entries":
        context["entries"] = entries_beside(replayed)
    return _panel(request, f"recording/_{name}.html", context)


def _panel(request: HttpRequest, fragment: str, context: dict[str, Any]) -> HttpResponse:
    if wants_fragment(request):
        return render(request, fragment, context)
    return render(request, "recording/panel.html", {**context, "fragment": fragment})


@require_GET
def entry(request: HttpRequest, slug: str, hand_id: str, index: int) -> HttpResponse:
    """An entry of the hand, to look at or to change."""
    hand = hand_or_404(request, slug, hand_id)
    replayed = replay(records.record_of(hand))
    if index >= replayed.count:
        raise Http404
    context = panel_context(hand, replayed, entry=entry_of(replayed, index))
    return _panel(request, "recording/_entry.html", context)


@require_GET
@speaks_json
def choosing(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """The keys while cards to lay away are being chosen: which cards may be added to those
    chosen."""
    hand = hand_or_404(request, slug, hand_id)
    try:
        chosen = mask_of([card_id(code) for code in request.GET.getlist("card")])
    except KeyError:
        raise BadRequest(_("This is not a tarot card.")) from None
    state = replay(records.record_of(hand)).state
    return JsonResponse({"keys": keys_of(state, {}, chosen)})


@require_POST
@speaks_json
def preview(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """What would follow from a change, before anything is saved: whether it fits, or the first
    conflict."""
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    change: Any = body.get("change")
    try:
        follows = book.preview(user=user_of(request), hand=hand, change=change)
    except WriteError as error:
        return not_written(hand, error, change)
    before = replay(records.record_of(hand))
    if change.get("op") == "act" and change["action"]["kind"] == "result":
        return _stated(hand, before, follows, change)
    if body.get("refusal") is True and follows.problem is not None:
        refusal = refusal_of(before, follows.problem, change)
        context = panel_context(hand, before, refusal=refusal)
        return JsonResponse({"side": render_to_string("recording/_refusal.html", context)})
    context = panel_context(hand, before, preview=preview_of(before, follows, change))
    html = render_to_string("recording/_preview.html", context)
    return JsonResponse({"fits": follows.problem is None, "side": html})


def _stated(hand: Hand, before: Replay, follows: Replay, change: dict[str, Any]) -> HttpResponse:
    """What the facts that were stated score; or the form again, with why they cannot be."""
    problem = follows.problem
    if problem is None:
        context = panel_context(hand, follows, stated=stated_of(follows, change))
        html = render_to_string("recording/_stated.html", context)
    else:
        form = result_form(before, change["action"].get("facts"), problem)
        html = render_to_string("recording/_result.html", panel_context(hand, before, form=form))
    return JsonResponse({"fits": problem is None, "side": html})


@require_POST
@speaks_json
def paste(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """What a pasted text would record, before anything is saved."""
    hand = hand_or_404(request, slug, hand_id)
    text = read_body(request).get("text")
    if not isinstance(text, str):
        raise BadRequest(_("Send the “text” that was pasted."))
    context = {"club": hand.club, "hand": hand, **judged(hand, text)}
    return JsonResponse({"side": render_to_string("recording/_pasted.html", context)})
