"""Errors of the interface: problem details (RFC 9457), the same form for every one of them."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypedDict

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException
from rest_framework.request import Request

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Kind:
    """One kind of error: its HTTP status and the title that all errors of the kind share."""

    status: int
    title: Any


# The register: every code that an answer of the interface can carry.
KINDS = {
    "malformed": Kind(400, gettext_lazy("The request cannot be read")),
    "bad-parameter": Kind(400, gettext_lazy("A parameter of the address cannot be used")),
    "token-in-url": Kind(400, gettext_lazy("A token does not belong into an address")),
    "login-required": Kind(401, gettext_lazy("Sign in first")),
    "token-invalid": Kind(401, gettext_lazy("The token is not valid")),
    "csrf-refresh": Kind(403, gettext_lazy("The page is too old to send this")),
    "role-required": Kind(403, gettext_lazy("Your role in the club does not allow this")),
    "not-found": Kind(404, gettext_lazy("There is nothing here")),
    "method-not-allowed": Kind(405, gettext_lazy("This cannot be done with this address")),
    "not-acceptable": Kind(406, gettext_lazy("This form of the answer does not exist")),
    "too-large": Kind(413, gettext_lazy("The request is too large")),
    "unsupported-media-type": Kind(415, gettext_lazy("This type of content is not understood")),
    "too-fast": Kind(429, gettext_lazy("Too many requests")),
    "server-error": Kind(500, gettext_lazy("Something went wrong on the server")),
    "busy": Kind(503, gettext_lazy("The server cannot answer right now")),
}


class Fault(TypedDict):
    """Which part of the request is wrong: `pointer` is a JSON Pointer into `location`."""

    location: str
    pointer: str
    detail: str


class ApiError(APIException):
    """A refusal with one of the codes of the register.

    `detail` is a translated sentence about this very request; `faults` name its wrong parts.
    """

    def __init__(self, code: str, detail: str, faults: Iterable[Fault] = ()) -> None:
        super().__init__(detail, code)
        self.code = code
        self.status_code = KINDS[code].status
        self.faults = list(faults)


def bad_parameters(details: dict[str, str]) -> ApiError:
    """Build the refusal of query parameters from a sentence for each of them."""
    faults: list[Fault] = [
        {"location": "query", "pointer": f"/{name}", "detail": detail}
        for name, detail in details.items()
    ]
    said = " ".join(f"{name}: {detail}" for name, detail in details.items())
    return ApiError("bad-parameter", said, faults)


def request_id(request: HttpRequest | Request) -> str:
    """Return the name under which the log knows this request, made when first asked for."""
    underlying = request._request if isinstance(request, Request) else request
    if not hasattr(underlying, "request_id"):
        underlying.request_id = secrets.token_hex(8)  # type: ignore[attr-defined]
    return str(underlying.request_id)  # type: ignore[attr-defined]


def problem(
    request: HttpRequest | Request, code: str, detail: str, faults: Iterable[Fault] = ()
) -> JsonResponse:
    """Build the answer for an error, in JSON whatever form the client asked for."""
    kind = KINDS[code]
    body: dict[str, Any] = {
        "type": reverse("api:problem", args=[code]),
        "title": str(kind.title),
        "status": kind.status,
        "detail": detail,
        "code": code,
        "request_id": request_id(request),
    }
    if listed := list(faults):
        body["errors"] = listed
    return JsonResponse(body, status=kind.status, content_type=MEDIA_TYPE)
