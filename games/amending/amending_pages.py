"""Amending a sealed hand: a draft is corrected by entry or as text, judged, and sealed again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import book
from games.access.forms import new_key
from games.access.pages import scorers_club_or_404, user_of
from games.amending.amending_forms import AmendForm
from games.amending.drafts import (
    Draft,
    draft_of,
    groups_of,
    refused_words,
    superfluous,
    swap_of,
)
from games.amending.raising import line_in, stated_at, with_before
from games.amending.taps import Opened, after_tap, opened_before
from games.book import records
from games.display.reasons import Voice, sentence
from games.models import Hand
from games.models.running import readable_by
from games.rules import notation
from games.writing.errors import WriteError


@require_http_methods(["GET", "POST"])
def amend(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Show the draft of an amendment; nothing is saved before it is sent with its reason."""
    club = scorers_club_or_404(request, slug)
    hands = readable_by(request.user, Hand.objects.visible_to(request.user)).with_table().sealed()
    hand = get_object_or_404(hands, club=club, public_id=hand_id)
    if request.method == "GET":
        draft = draft_of(user_of(request), hand, notation.format_text(records.sealed_record(hand)))
        raising = draft.stated and "raise" in request.GET
        opened = opened_before(draft, stated_at(draft.actions)) if raising else None
        return page(request, hand, draft, AmendForm(initial=start_of(hand)), opened=opened)
    draft = draft_of(user_of(request), hand, request.POST.get("text", ""))
    if "add" in request.POST and draft.stated:
        return raised(request, hand, draft)
    if "amend" in request.POST and draft.fits:
        return send(request, hand, draft)
    text, opening = after_tap(draft, request.POST)
    if text == draft.text:
        return page(request, hand, draft, kept(request), opened=opening(draft))
    changed = draft_of(user_of(request), hand, text)
    if changed.raw is None:  # what was tapped cannot stand anywhere: the draft stays as it was
        return page(request, hand, draft, kept(request), opened=opening(draft), why=changed.why)
    return page(request, hand, changed, kept(request), opened=opening(changed))


def raised(request: HttpRequest, hand: Hand, draft: Draft) -> HttpResponse:
    """Show the draft with the lines that were added; as it was, where these do not fit."""
    text = request.POST.get("before", "")
    try:
        longer = draft_of(user_of(request), hand, with_before(draft.raw or {}, text))
    except notation.NotationError as error:
        refused = {"text": text, "line": error.line, "why": sentence(error.problem)}
        return page(request, hand, draft, kept(request), unreadable=refused)
    if longer.why:
        line = line_in(text, draft.raw or {}, longer.refused)
        refused = {"text": text, "line": line, "why": longer.why}
        return page(request, hand, draft, kept(request), unreadable=refused)
    return page(request, hand, longer, kept(request))


def start_of(hand: Hand) -> dict[str, Any]:
    """Return what goes with an amendment of the hand as it is sealed now."""
    return {"version": hand.version, "key": new_key()}


def kept(request: HttpRequest) -> AmendForm:
    """Return the form as it was filled in, not judged yet."""
    return AmendForm(initial={name: request.POST.get(name, "") for name in AmendForm.base_fields})


def send(request: HttpRequest, hand: Hand, draft: Draft) -> HttpResponse:
    """Seal the amendment and show the hand; the draft again where that was refused."""
    form = AmendForm(request.POST)
    if not form.is_valid():
        return page(request, hand, draft, form, status=422)
    wanted = book.Wanted(record=draft.raw)
    try:
        book.amend(user=user_of(request), hand=hand, wanted=wanted, **form.cleaned_data)
    except ValidationError as error:
        form.add_error(None, error)
        return page(request, hand, draft, form, status=422)
    except WriteError as error:
        # Where somebody else was first: it is judged against what is sealed now, and may be sent.
        again = AmendForm(initial={**kept(request).initial, **start_of(hand)})
        return page(request, hand, draft, again, error=error)
    messages.success(
        request, _("The hand is amended. What was sealed before stays in the archive.")
    )
    return redirect("hand-place", hand.club.slug, hand.public_id, "score")


def page(
    request: HttpRequest,
    hand: Hand,
    draft: Draft,
    form: AmendForm,
    status: int = 200,
    error: WriteError | None = None,
    opened: Opened | None = None,
    why: str = "",
    unreadable: dict[str, Any] | None = None,
) -> HttpResponse:
    """Draw the page with a draft.

    `opened`: what is asked about one of its entries; `why`: the reason for which an answer was not
    taken. `error`: why the draft was not sealed; `unreadable`: what was to be added before the
    result, and why it was not.
    """
    context: dict[str, Any] = {
        "club": hand.club,
        "section": "hands",
        "hand": hand,
        "draft": draft,
        "form": form,
        "groups": groups_of(draft),
        "refused": refused_words(draft),
        "opened": opened,
        "not_taken": why,
        "changes": draft.differences,
        # The facts of a result have no words in the notation: they are changed in their form.
        "in_words": "{" not in draft.text,
        "swap": swap_of(draft),
        "superfluous": superfluous(draft),
        "result_at": stated_at(draft.actions),
        "voice": Voice(tuple(records.seat_names(hand)), hand.variant),
        "game_key": hand.variant,
        "scores": scores_of(draft),
        "unreadable": unreadable,
        "seats": list(zip("ABCDEFGH", records.seat_names(hand), strict=False)),
        "error": error,
    }
    status = error.status if error else status
    return render(request, "amending/amend.html", context, status=status)


def scores_of(draft: Draft) -> list[tuple[str, Any, Any]]:
    """Return each player's score before and after, for a draft that fits; else nothing."""
    if not draft.fits or draft.corrected is None:
        return []
    before, after = draft.corrected.before, draft.corrected.after
    scores = zip(before.outcome.scores or (), after.outcome.scores or (), strict=True)
    names = after.record.players
    return [(name, *both) for name, both in zip(names, scores, strict=True)]
