"""*Type in a sheet*: the page with the lines of an evening on paper."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest, ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.access.forms import new_key
from games.access.pages import user_of, version_sent
from games.display.reasons import Voice
from games.models import Confirms, Match
from games.recording.http import (
    device_of,
    not_taken,
    read_body,
    read_version,
    sender_of,
    speaks_json,
)
from games.recording.sitting_rows import match_or_404
from games.recording.typed_lines import read_lines
from games.recording.typed_sheets import SheetNow, change_sheet, save_lines, seal_sheet, sheet_now
from games.writing.errors import WriteError
from games.writing.once import Once


@require_http_methods(["GET", "HEAD", "POST"])
def typed_sheet(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Show the sheet of a match; keep lines that are sent as JSON, and answer with it judged."""
    if request.method == "POST":
        return keep(request, slug, match_id)
    _club, match = match_or_404(request, slug, match_id)
    now = sheet_now(user_of(request), match)
    if match.closed_at is not None:
        messages.info(request, _("This match is closed: no hand can be added to it."))
        return redirect("match", slug, match.public_id)
    return render(request, "recording/typed-sheet.html", context_of(match, now))


@speaks_json
def keep(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Keep lines that were typed; 409 with those of another window where these are newer."""
    _club, match = match_or_404(request, slug, match_id)
    try:
        user, body = sender_of(request), read_body(request)
        lines = read_lines(body.get("lines"))
        if lines is None:
            raise BadRequest(_("Send the “lines”."))
        saved = save_lines(user, match, read_version(body), lines)
    except WriteError as error:
        return not_taken(error)
    now = sheet_now(user, match)
    answer: dict[str, Any] = {"lines": [one["line"] for one in now.mine.lines]}
    page = render(request, "recording/_typed_sheet.html", context_of(match, now))
    answer["sheet"] = page.content.decode()
    return JsonResponse(answer, status=200 if saved else 409)


def context_of(match: Match, now: SheetNow) -> dict[str, Any]:
    """Return the context of the page, and of what is drawn of it after each line."""
    tables = {one.table: one for one in now.lines}
    chairs = now.lines[0].chairs
    return {
        "club": match.club,
        "section": "matches",
        "match": match,
        "sheet": now,
        "tablet": True,
        "names": chairs,
        "tables": tables.values(),
        "totals": [sum(one.scores[at] or 0 for one in now.right) for at in range(len(chairs))],
        "twice": match.club.types_twice,
        "asks": match.club.confirms != Confirms.NO,
        "voice": Voice(now.lines[0].who, match.variant),
        "key": new_key(),
    }


@require_POST
def typed_sheet_do(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Do what a button below the sheet says.

    `seal` it, or `seal-right` lines alone; say that it is `done`; `renumber` it behind the hands
    that the match has got since, or `drop` it.
    """
    _club, match = match_or_404(request, slug, match_id)
    user, sent = user_of(request), request.POST
    try:
        match sent.get("do", "").split("-"):
            case ["seal", *right]:
                return sealed(request, match, besides_wrong=bool(right))
            case ["done"]:
                change_sheet(user, match, done=True)
            case ["renumber"]:
                change_sheet(user, match, first=sheet_now(user, match).number)
            case ["drop"]:
                change_sheet(user, match, lines=[], done=False)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    except WriteError as error:
        messages.error(request, str(error))
    return redirect("typed-sheet", slug, match.public_id)


def sealed(request: HttpRequest, match: Match, *, besides_wrong: bool) -> HttpResponse:
    """Seal the sheet; go on to the match, or back to the lines that were left."""
    user, sent = user_of(request), request.POST
    before = match.hands.filter(state="sealed").count()
    seal_sheet(
        user=user,
        match=match,
        version=version_sent(sent),
        once=Once(sent.get("key", "")),
        unconfirmed=sent.get("unconfirmed", ""),
        device=device_of(request),
        besides_wrong=besides_wrong,
    )
    count = match.hands.filter(state="sealed").count() - before
    if count:
        words = ngettext("%(count)s hand sealed.", "%(count)s hands sealed.", count)
        messages.success(request, words % {"count": count})
    left = match.typed_sheets.filter(by=user).exists()
    if match.round and not left:  # the leader of an evening types the next sheet
        return redirect("evening", match.club.slug, match.round.evening.public_id)
    return redirect("typed-sheet" if left else "match", match.club.slug, match.public_id)
