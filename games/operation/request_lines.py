"""One JSON line for each request, and the id by which it is found again."""

import json
import logging
import re
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject, empty

from games.operation.incidents import held_of, note_request

Handler = Callable[[HttpRequest], HttpResponse]

log = logging.getLogger(__name__)

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
STATIC, UNKNOWN, OTHER = "static", "unknown", "OTHER"


class RequestLinesMiddleware:
    """Gives every request its id, sends it with the answer and writes the line.

    What the line says of the address is the name of its route: the address itself may hold the
    token of an invitation, and what follows the question mark may hold anything.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        request.request_id = id_for(request)  # type: ignore[attr-defined]  # read by games.api.http
        response = self.get_response(request)
        response.headers[HEADER] = request.request_id  # type: ignore[attr-defined]
        seconds = time.perf_counter() - begin
        if log.isEnabledFor(logging.INFO):
            log.info(line_of(request, response.status_code, seconds))
        held = held_of(request) if user_of(request) is not None else None
        note_request(request.request_id, route_of(request), response.status_code, held)  # type: ignore[attr-defined]
        return response


def id_for(request: HttpRequest) -> str:
    """Return the proxy's id of this request, where the settings name its header. Else a new id."""
    header = settings.REQUEST_ID_HEADER
    given = request.headers.get(header, "") if header else ""
    return given if WELL_FORMED.fullmatch(given) else secrets.token_hex(8)


def line_of(request: HttpRequest, status: int, seconds: float) -> str:
    """Return the line: ASCII, so that nothing in it can end it or steer a terminal."""
    facts = {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "id": request.request_id,  # type: ignore[attr-defined]
        "route": route_of(request),
        "method": request.method if request.method in METHODS else OTHER,
        "status": status,
        "ms": round(seconds * 1_000, 1),
        "user": user_of(request),
    }
    return json.dumps(facts, separators=(",", ":"))


def route_of(request: HttpRequest) -> str:
    """Return the name of the route; "static" for a file, "unknown" for no address of ours."""
    match = request.resolver_match
    if match is not None:
        return match.view_name
    return STATIC if request.path_info.startswith(settings.STATIC_URL) else UNKNOWN


def user_of(request: HttpRequest) -> Any:
    """Return the number of the account that asked, where it has been looked up already."""
    user = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject) and user.__dict__["_wrapped"] is empty:
        return None
    return getattr(user, "pk", None)
