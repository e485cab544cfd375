"""The errors of the interface, all in the same form: problem details (RFC 9457)."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from games.display.reasons import REASONS, http_status
from games.writing.errors import ALL as WRITE_ERRORS

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True)
class ErrorKind:
    """One kind of error: its HTTP status and the title that all errors of the kind share."""

    status: int
    title: Any


# Faults of the request itself, whatever it asks for.
OF_REQUESTS = {
    "malformed": ErrorKind(400, gettext_lazy("The request cannot be read")),
    "unknown-field": ErrorKind(400, gettext_lazy("The request has a field that is not known")),
    "bad-parameter": ErrorKind(400, gettext_lazy("A URL parameter cannot be used")),
    "token-in-url": ErrorKind(400, gettext_lazy("Never put a token in a URL")),
    "key-missing": ErrorKind(400, gettext_lazy("The request needs a random key")),
    "login-required": ErrorKind(401, gettext_lazy("Sign in first")),
    "token-invalid": ErrorKind(401, gettext_lazy("The token is not valid")),
    "csrf-refresh": ErrorKind(403, gettext_lazy("The page is too old to send this")),
    "role-required": ErrorKind(403, gettext_lazy("Your role in the club does not allow this")),
    "scope-required": ErrorKind(403, gettext_lazy("The token does not allow this")),
    "not-found": ErrorKind(404, gettext_lazy("There is nothing here")),
    "method-not-allowed": ErrorKind(405, gettext_lazy("This address does not allow this method")),
    "not-acceptable": ErrorKind(406, gettext_lazy("The answer is not available in this format")),
    "length-required": ErrorKind(411, gettext_lazy("The length of the request is missing")),
    "too-large": ErrorKind(413, gettext_lazy("The request is too large")),
    "unsupported-media-type": ErrorKind(415, gettext_lazy("This type of content is not supported")),
    "too-fast": ErrorKind(429, gettext_lazy("Too many requests")),
    "server-error": ErrorKind(500, gettext_lazy("Something went wrong on the server")),
    "busy": ErrorKind(503, gettext_lazy("The server cannot answer right now")),
}
# Faults that the services find in single fields.
OF_FIELDS = {
    "unknown-choice": ErrorKind(400, gettext_lazy("There is no such choice")),
    "out-of-range": ErrorKind(400, gettext_lazy("A number is too small or too large")),
    "duplicate-player": ErrorKind(409, gettext_lazy("This player is there already")),
    "unknown-player": ErrorKind(422, gettext_lazy("There is no such player in the club")),
    "name-invalid": ErrorKind(422, gettext_lazy("A name is too long or not allowed")),
    "already-recorded": ErrorKind(
        409, gettext_lazy("Someone else has recorded the same in the meantime")
    ),
}
OF_WRITES = {
    error.code: ErrorKind(error.status, error.sentence)
    for error in WRITE_ERRORS
    if hasattr(error, "code")
}
OF_RULES = {code: ErrorKind(http_status(code), meaning) for code, meaning in REASONS.items()}

# The register: every code that an answer of the interface can carry, by status.
KINDS: Mapping[str, ErrorKind] = dict(
    sorted(
        {**OF_RULES, **OF_WRITES, **OF_FIELDS, **OF_REQUESTS}.items(),
        key=lambda item: (item[1].status, item[0]),
    )
)


class FaultyPart(NamedTuple):
    """Which part of the request is wrong: `pointer` is a JSON Pointer into `location`."""

    location: str
    pointer: str
    detail: str


class ApiError(APIException):
    """A refusal with one of the codes of the register.

    `detail` is a translated sentence about this very request; `faults` name its wrong parts;
    `facts` are further members of the problem; `wait` the seconds after which to try again.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        faults: Iterable[FaultyPart] = (),
        facts: Mapping[str, Any] | None = None,
        wait: int | None = None,
    ) -> None:
        super().__init__(detail, code)
        self.code = code
        self.status_code = KINDS[code].status
        self.faults = list(faults)
        self.facts = dict(facts or {})
        self.wait = wait


def bad_parameters(details: dict[str, str]) -> ApiError:
    """Build the refusal of query parameters from a sentence for each of them."""
    faults = [FaultyPart("query", f"/{name}", detail) for name, detail in details.items()]
    sentence = " ".join(f"{name}: {detail}" for name, detail in details.items())
    return ApiError("bad-parameter", sentence, faults)


def request_id(request: HttpRequest | Request) -> str:
    """Return the id of this request in the log; it is made when it is first asked for."""
    underlying = request._request if isinstance(request, Request) else request
    if not hasattr(underlying, "request_id"):
        underlying.request_id = secrets.token_hex(8)  # type: ignore[attr-defined]
    return str(underlying.request_id)  # type: ignore[attr-defined]


def problem(
    request: HttpRequest | Request,
    code: str,
    detail: str,
    faults: Iterable[FaultyPart] = (),
    facts: Mapping[str, Any] | None = None,
) -> JsonResponse:
    """Build the answer for an error, in JSON whatever form the client asked for.

    `field` repeats the first pointer into the body, for programs that show a single message.
    """
    kind = KINDS[code]
    body: dict[str, Any] = {
        "type": reverse("api:problem", args=[code]),
        "title": str(kind.title),
        "status": kind.status,
        "detail": detail,
        "code": code,
        "request_id": request_id(request),
    }
    listed = list(faults)
    in_body = [fault.pointer for fault in listed if fault.location == "body"]
    if in_body:
        body["field"] = in_body[0]
    body |= facts or {}
    if listed:
        body["errors"] = [fault._asdict() for fault in listed]
    return JsonResponse(body, status=kind.status, content_type=MEDIA_TYPE)
