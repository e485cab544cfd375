"""Entries from the tablet: JSON comes in, and the new state of the screen goes out.

See games/recording/README.md.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import book
from games.access.errors import Refused, StaleVersion, WriteError
from games.access.pages import user_of
from games.book import records
from games.display.reasons import sentence
from games.models import Hand
from games.recording.screen import refusal_of
from games.recording.screen_pages import answer, hand_or_404, panel_context
from games.rules import RecordError, replay, strict

MAX_BODY = 65_536  # bytes
VERSIONS = range(2**31)
MOST_AT_ONCE = 20  # entries in one request, as static/js/recording/outbox.js


def speaks_json(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A decorator: the view answers in JSON if it cannot read the request."""

    @wraps(view)
    def speaking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except BadRequest as error:
            return JsonResponse({"code": "malformed", "message": str(error)}, status=400)

    return speaking


def read_body(request: HttpRequest) -> dict[str, Any]:
    """The JSON object in a request. Raises BadRequest, with a sentence, for anything else."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BODY:
        raise BadRequest(_("The entry is larger than %(bytes)s bytes.") % {"bytes": MAX_BODY})
    try:
        body = strict.decode(request.body)
        strict.check_value(body, "entry")
    except RecordError as error:
        raise BadRequest(sentence(error.problem)) from None
    if not isinstance(body, dict):
        raise BadRequest(_("Send one JSON object."))
    return body


class SentEntry(NamedTuple):
    """One entry of a request: the version it was made against, its key, and its change."""

    version: int
    key: str
    change: Any


def read_entries(body: dict[str, Any]) -> list[SentEntry]:
    """The entries of a request: a single one, or several in `entries`. Raises BadRequest."""
    several = body.get("entries", [body])
    if not isinstance(several, list) or not 0 < len(several) <= MOST_AT_ONCE:
        raise BadRequest(_("Send from 1 to %(most)s entries.") % {"most": MOST_AT_ONCE})
    return [_read_entry(entry) for entry in several]


def _read_entry(entry: Any) -> SentEntry:
    if not isinstance(entry, dict):
        raise BadRequest(_("Send one JSON object."))
    version, key = entry.get("version"), entry.get("key")
    if type(version) is not int or version not in VERSIONS:
        raise BadRequest(_("An entry needs its “version”, a whole number from 0."))
    if not isinstance(key, str):
        raise BadRequest(_("An entry needs its “key”, a text."))
    return SentEntry(version, key, entry.get("change"))


@require_POST
@speaks_json
def entries(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Records one entry or several, and answers with the screen after them.

    They are recorded one by one, up to the first that fails. If others were recorded before it,
    `recorded` is their number, and the error is not sent: the tablet gets it when it sends that
    entry again as the first.
    """
    hand = hand_or_404(request, slug, hand_id)
    sent = read_entries(read_body(request))
    seen, recorded = hand.version, 0
    for entry in sent:
        try:
            done = book.append(
                user=user_of(request),
                hand=hand,
                **entry._asdict(),
                device=request.META.get("HTTP_X_DEVICE", ""),
            )
        except WriteError as error:
            if not recorded:
                return not_written(hand, error, entry.change)
            break
        recorded += 1
    hand.version = done.version  # the screen after this entry, also where others followed it
    change = done.change if recorded == 1 and not done.replayed else None
    body = answer(hand, done.replay, done.last, change)
    body |= {"behind": seen > done.version, "recorded": recorded}
    return JsonResponse(body, status=200 if done.replayed else 201)


def not_written(hand: Hand, error: WriteError, change: Any) -> HttpResponse:
    """Why an entry was not recorded: a code and a sentence, and the panel if the rules refuse
    it."""
    body: dict[str, Any] = {"code": error.code, "message": str(error)}
    if isinstance(error, StaleVersion):
        body["version"] = error.version
    if isinstance(error, Refused):
        body["message"] = sentence(error.problem)
        if error.status != 400:
            body |= _panel(hand, error, change)
    return JsonResponse(body, status=error.status)


def _panel(hand: Hand, error: Refused, change: dict[str, Any]) -> dict[str, Any]:
    before = replay(records.record_of(hand))
    refusal = refusal_of(before, error.problem, change)
    context = panel_context(hand, before, refusal=refusal)
    return {
        "side": render_to_string("recording/_refusal.html", context),
        "message": capfirst(context["voice"].say(refusal.text)),
        "refused": refusal.refused,
        "evidence": [proof.code for proof in refusal.proofs if proof.guilty],
    }
