"""Entries from the tablet: JSON comes in, and the new state of the screen goes out.

See games/recording/README.md.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple
from urllib.parse import unquote

import orjson
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import book
from games.access.pages import user_of
from games.book import records
from games.display.reasons import sentence
from games.engine.engine_files import made_digest
from games.models import Hand, User
from games.recording import answers
from games.recording.screen_pages import hand_or_404, sitting_of
from games.rules import Change, RecordError, position_digest, strict
from games.writing.errors import AnotherAccount, Refused, StaleVersion, WriteError

logger = logging.getLogger(__name__)

MOST_OF_A_REPORT = 4_000  # characters
MAX_BODY = 65_536  # bytes
VERSIONS = range(2**31)
MOST_AT_ONCE = 20  # entries in one request, as static/js/recording/outbox.js


def speaks_json(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A decorator: the view answers in JSON if it cannot read the request, or not from this
    account."""

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


def device_of(request: HttpRequest) -> str:
    """The name of the tablet that sends."""
    return unquote(request.META.get("HTTP_X_DEVICE", ""))


def sender_of(request: HttpRequest) -> User:
    """Return who sends what a tablet has kept. Raises AnotherAccount if it was kept for somebody
    else than who is signed in; tablets of before say nothing of it."""
    user = user_of(request)
    if request.headers.get("X-Account", str(user.pk)) != str(user.pk):
        raise AnotherAccount
    return user


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


def read_version(body: dict[str, Any]) -> int:
    """The number of the last entry that the sender has seen. Raises BadRequest."""
    version = body.get("version")
    if type(version) is not int or version not in VERSIONS:
        raise BadRequest(_("An entry needs its “version”, a whole number from 0."))
    return version


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
    """Records one entry or several, and answers with the screen after them.

    They are recorded one by one, up to the first that fails. If others were recorded before it,
    `recorded` is their number, and the error is not sent: the tablet gets it when it sends that
    entry again as the first.
    """
    user, hand = sender_of(request), hand_or_404(request, slug, hand_id)
    sent = read_entries(read_body(request))
    seen, recorded = hand.version, list[Change]()
    for entry in sent:
        try:
            done = book.append(
                user=user,
                hand=hand,
                **entry._asdict(),
                device=device_of(request),
            )
        except WriteError as error:
            if not recorded:
                return not_written(hand, error, entry.change)
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
    told, status = orjson.dumps(body), 200 if done.replayed else 201
    return HttpResponse(told, content_type="application/json", status=status)


@require_POST
@speaks_json
def difference(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """A tablet reports that its engine has said something else than the server, or has broken down:
    kept in the log."""
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    version = read_version(body)
    why, engine = str(body.get("why"))[:MOST_OF_A_REPORT], str(body.get("engine"))[:64]
    facts = [hand.public_id, version + 1, engine, why]
    logger.error("Hand %s, entry %s: the engine %r of a tablet differs: %r", *facts)
    return HttpResponse(status=204)


def not_written(hand: Hand, error: WriteError, change: Any) -> HttpResponse:
    """Why an entry was not recorded: a code and a sentence, and the panel if the rules refuse
    it."""
    if isinstance(error, Refused):
        status, told = answers.refused(
            sitting_of(hand), records.changes_of(hand), error.problem, change
        )
        return JsonResponse(told, status=status)
    return not_taken(error)


def not_taken(error: WriteError) -> HttpResponse:
    """Why something that a tablet sent was not taken: a code and a sentence, and where others wrote
    meanwhile the version that the hand has by now."""
    body: dict[str, Any] = {"code": error.code, "message": str(error)}
    if isinstance(error, StaleVersion):
        body["version"] = error.version
    return JsonResponse(body, status=error.status)
