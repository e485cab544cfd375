"""The recording screen's requests over HTTP.

JSON comes in, and what `requests` and `answers` say goes out. What only the server can do is here
as well: writing entries, comparing two tablets.

See games/recording/README.md.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NamedTuple
from urllib.parse import unquote

import orjson
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games import book
from games.access.pages import number_sent, user_of, wants_fragment
from games.book import records
from games.display.reasons import sentence
from games.engine.engine_files import made_digest
from games.matches.match_so_far import match_as_json
from games.models import Hand, User
from games.recording import answers, requests
from games.recording.answers import Panel
from games.recording.sitting_rows import hand_or_404, sitting_of, table_of
from games.recording.tablets import conflict_of, writers_of
from games.rules import Change, RecordError, position_digest, strict
from games.writing.errors import AnotherAccount, OtherCards, Refused, StaleVersion, WriteError

logger = logging.getLogger(__name__)

MOST_OF_A_REPORT = 4_000  # characters
MAX_BODY = 65_536  # bytes
VERSIONS = range(2**31)
MOST_AT_ONCE = 20  # entries in one request, as static/js/recording/outbox.js

View = Callable[..., HttpResponse]


# --- what is sent --------------------------------------------------------------------------------


def speaks_json(view: View) -> View:
    """Decorate a view to answer in JSON if it cannot read the request, or not from this account."""

    @wraps(view)
    def speaking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except BadRequest as error:
            return JsonResponse({"code": "malformed", "message": str(error)}, status=400)
        except AnotherAccount as error:
            return not_taken(error)

    return speaking


def read_body(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object in a request. Raises BadRequest, with a sentence, for all else."""
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


def read_version(body: Mapping[str, Any]) -> int:
    """Return the number of the last entry that the sender has seen. Raises BadRequest."""
    version = body.get("version")
    if type(version) is not int or version not in VERSIONS:
        raise BadRequest(_("An entry needs its “version”, a whole number from 0."))
    return version


def device_of(request: HttpRequest) -> str:
    """Return the name of the tablet that sends."""
    return unquote(request.META.get("HTTP_X_DEVICE", ""))


def sender_of(request: HttpRequest) -> User:
    """Return who sends what a tablet has kept.

    Raises AnotherAccount if it was kept for somebody other than the user who is signed in; older
    tablets do not say for whom.
    """
    user = user_of(request)
    if request.headers.get("X-Account", str(user.pk)) != str(user.pk):
        raise AnotherAccount
    return user


# --- what a tablet could ask its engine ----------------------------------------------------------


def _answered(name: str) -> View:
    """Return the view of a request of the table: its address and query, or its JSON object."""
    answer_to = requests.REQUESTS[name]

    @speaks_json
    def view(request: HttpRequest, slug: str, hand_id: str, **named: Any) -> HttpResponse:
        hand = hand_or_404(request, slug, hand_id)
        query = {"card": request.GET.get("card", ""), "cards": request.GET.getlist("card")}
        sent = read_body(request) if request.method == "POST" else {**query, **named}
        answer = answer_to(table_of(request, hand), records.changes_of(hand), sent)
        if isinstance(answer.body, Panel):
            return _shown(request, answer.body)
        if answer.status == 404:
            raise Http404
        return JsonResponse(answer.body, status=answer.status)

    return view


def _shown(request: HttpRequest, panel: Panel) -> HttpResponse:
    if wants_fragment(request):
        return render(request, panel.template, panel.context)
    context = {**panel.context, "fragment": panel.template}
    return render(request, "recording/panel.html", context)


panel, entry = require_GET(_answered("panel")), require_GET(_answered("entry"))
choosing = require_GET(_answered("choosing"))
preview, paste = require_POST(_answered("preview")), require_POST(_answered("paste"))


@require_GET
def recording(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Answer with the current screen, for a tablet that has missed something.

    The answer also has who records, the changes after `since`, and of a hand that is over the
    match.
    """
    hand = hand_or_404(request, slug, hand_id)
    table, changes = table_of(request, hand), records.changes_of(hand)
    body: Any = requests.recording(table, changes, {}).body
    if not hand.is_open:
        body["match"] = match_as_json(table.match())  # for a tablet that has dealt the next hand
    since = number_sent(request.GET.get("since", ""))
    seen = None if since < 0 else since
    body["writers"] = writers_of(hand, seen)
    body["changes"] = changes[seen or 0 :]
    return JsonResponse(body)


# --- what only the server can do -----------------------------------------------------------------


class SentEntry(NamedTuple):
    """One entry of a request: the version it was made against, its key, and its change."""

    version: int
    key: str
    change: Any


def read_entries(body: dict[str, Any]) -> list[SentEntry]:
    """Return the entries of a request: a single one, or several in `entries`. Raises BadRequest."""
    several = body.get("entries", [body])
    if not isinstance(several, list) or not 0 < len(several) <= MOST_AT_ONCE:
        raise BadRequest(_("Send from 1 to %(most)s entries.") % {"most": MOST_AT_ONCE})
    return [_read_entry(entry) for entry in several]


def _read_entry(entry: Any) -> SentEntry:
    if not isinstance(entry, dict):
        raise BadRequest(_("Send one JSON object."))
    version, key = read_version(entry), entry.get("key")
    if not isinstance(key, str):
        raise BadRequest(_("An entry needs its “key”, a text."))
    return SentEntry(version, key, entry.get("change"))


@require_POST
@speaks_json
def entries(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Record one entry or several, and answer with the screen after them.

    They are recorded one by one, up to the first that fails. If others were recorded before it,
    `recorded` is their number, and the error is not sent: the tablet gets it when it sends that
    entry again as the first.
    """
    user, hand = sender_of(request), hand_or_404(request, slug, hand_id)
    sent, device = read_entries(read_body(request)), device_of(request)
    seen, recorded = hand.version, list[Change]()
    for one in sent:
        try:
            done = book.append(user=user, hand=hand, **one._asdict(), device=device)
        except WriteError as error:
            if not recorded:
                return _not_written(hand, error, one.change)
            break
        recorded.append(done.change)
    hand.version = done.version  # the screen after this entry, also where others followed it
    change = done.change if len(recorded) == 1 and not done.replayed else None
    body = {"version": hand.version, "digest": position_digest(done.replay)}
    engine = made_digest()
    if not engine or request.META.get("HTTP_X_ENGINE") != engine:  # the tablet has not drawn it
        drawn = answers.answer(sitting_of(hand), done.replay, done.last, change)
        body |= {"engine": engine, **drawn}
    body |= {"behind": seen > done.version, "recorded": len(recorded), "changes": recorded}
    # The answer to every card: orjson writes it in an eighth of the time.
    text, status = orjson.dumps(body), 200 if done.replayed else 201
    return HttpResponse(text, content_type="application/json", status=status)


def _not_written(hand: Hand, error: WriteError, change: Any) -> HttpResponse:
    """Say why an entry was not recorded.

    Return a code and a sentence, and the panel if the rules refuse it. `hidden`: the tablet could
    not know, so that its engine is not wrong.
    """
    if not isinstance(error, Refused):
        return not_taken(error)
    here, changes = sitting_of(hand), records.changes_of(hand)
    answer = answers.refused(here, changes, error.problem, change)
    body: Any = answer.body
    if isinstance(error, OtherCards):
        body = {**body, "hidden": True}
    return JsonResponse(body, status=answer.status)


def not_taken(error: WriteError) -> HttpResponse:
    """Say why something was not taken: code, sentence, and the version if others have written."""
    body: dict[str, Any] = {"code": error.code, "message": str(error)}
    if isinstance(error, StaleVersion):
        body["version"] = error.version
    return JsonResponse(body, status=error.status)


@require_POST
@speaks_json
def conflict(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Compare what others recorded after the last entry that a tablet knew with what waits there.

    That is the `side`, and the `changes` that wait with the seats for which they were tapped.
    """
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    version, waiting = read_version(body), body.get("changes")
    if not isinstance(waiting, list):
        raise BadRequest(_("Send the “changes” that wait."))
    try:
        both = conflict_of(hand, version, waiting)
    except RecordError as error:
        raise BadRequest(sentence(error.problem)) from None
    here = sitting_of(hand)
    replayed = here.replay_of(records.changes_of(hand))
    context = answers.panel_context(here, replayed, conflict=both)
    side = Panel("recording/_conflict.html", context).draw()
    return JsonResponse({"side": side, "changes": both.waiting})


@require_POST
@speaks_json
def difference(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Log that a tablet's engine has disagreed with the server, or has broken down."""
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    version = read_version(body)
    why, engine = str(body.get("why"))[:MOST_OF_A_REPORT], str(body.get("engine"))[:64]
    facts = [hand.public_id, version + 1, engine, why]
    logger.error("Hand %s, entry %s: the engine %r of a tablet differs: %r", *facts)
    return HttpResponse(status=204)
