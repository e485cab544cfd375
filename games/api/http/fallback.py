"""Errors outside of views, or that a view cannot answer: in a form that programs can read."""

import sys

from django.contrib.messages.constants import ERROR
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from games.access.sign_in_forms import too_many
from games.api.http.errors import KINDS, problem, request_id
from games.writing.errors import Busy, StorageFull
from games.writing.outages import cause_of, outage_of

PREFIX = "/api/"
JSON = "application/json"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django itself refuses, for example one for a foreign host."""
    if outage_of(exception) is not None:
        return unavailable(request, exception)
    if not request.path.startswith(PREFIX):
        return defaults.bad_request(request, exception)
    return problem(request, "malformed", _("The request is not meant for this site."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer after an error that no view or middleware has caught; Django logs it."""
    error = sys.exception()
    if error is not None and outage_of(error) is not None:
        return unavailable(request, error)
    if not request.path.startswith(PREFIX):
        facts = {"request_id": request_id(request)}
        return HttpResponseServerError(render_to_string("500.html", facts))
    return problem(request, "server-error", _("This is our fault, and it has been logged."))


def unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    """Answer that the database is unavailable, busy or full: 503."""
    return in_the_form_of(request, *note_outage(request, error))


def note_outage(request: HttpRequest, error: BaseException) -> tuple[str, str]:
    """Log the reason in one line. Returns the code and the sentence for the answer."""
    line = f"request {request_id(request)}, {cause_of(error)}"
    request.outage = line  # type: ignore[attr-defined]  # read by clubtarot.logs
    kind = outage_of(error) or Busy
    if issubclass(kind, StorageFull) or isinstance(error, Busy):
        return kind.code, str(kind.sentence)
    return Busy.code, _("The database does not answer. Try again soon.")


def too_large(request: HttpRequest, limit: int) -> HttpResponse:
    """Answer that the body is larger than the `limit` of its address, in bytes."""
    sentence = _("At most {limit} bytes at once.").format(limit=f"{limit:,}")
    return in_the_form_of(request, "too-large", sentence)


def too_fast(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer that the next request has to wait that many seconds."""
    response = in_the_form_of(request, "too-fast", too_many(seconds))
    response.headers["Retry-After"] = str(seconds)
    return response


def length_required(request: HttpRequest) -> HttpResponse:
    """Answer that the length of the body must be sent with it."""
    sentence = _("Send a Content-Length header with the length of the body.")
    return in_the_form_of(request, "length-required", sentence)


def in_the_form_of(request: HttpRequest, code: str, sentence: str) -> HttpResponse:
    """Return an error in the form that the client reads. Needs no database.

    That is a problem for programs, JSON for the recording screen, a message for a part of a page,
    otherwise a page.
    """
    status = KINDS[code].status
    if request.path.startswith(PREFIX):
        return problem(request, code, sentence)
    if speaks_json(request):
        return JsonResponse({"code": code, "message": sentence}, status=status)
    if "HX-Request" in request.headers:
        place = {"HX-Retarget": "#messages", "HX-Reswap": "outerHTML show:window:top"}
        part = render_to_string("_messages.html", {"messages": [Message(ERROR, sentence)]})
        return HttpResponse(part, status=status, headers=place)
    facts = {"what": KINDS[code].title, "why": sentence, "again": request.method in ("GET", "HEAD")}
    facts["address"] = request.get_full_path()
    return HttpResponse(render_to_string("refused.html", facts), status=status)


def speaks_json(request: HttpRequest) -> bool:
    """Return whether JSON was sent, or is preferred to a page."""
    liked = request.get_preferred_type(["text/html", JSON])
    return JSON in (request.content_type, liked)
