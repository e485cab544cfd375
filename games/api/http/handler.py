"""Turns exceptions into answers: the EXCEPTION_HANDLER of all views."""

import logging
from typing import Any

from django.core.exceptions import ValidationError as FieldErrors
from django.http import JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.exceptions import ValidationError as BodyErrors
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler as default_handler
from rest_framework.views import set_rollback

from games.api.http.errors import ApiError, problem, request_id
from games.api.http.fallback import note_outage
from games.api.http.refusals import (
    pointer_of,
    refused_body,
    refused_by_rules,
    refused_fields,
    refused_write,
)
from games.rules import RecordError
from games.writing.errors import Refused, WriteError
from games.writing.outages import SECONDS_TO_WAIT, outage_of

log = logging.getLogger(__name__)

_CODE_OF_STATUS = {
    400: "malformed",
    401: "login-required",
    403: "role-required",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    415: "unsupported-media-type",
    429: "too-fast",
    503: "busy",
}


def exception_handler(exc: Exception, context: dict[str, Any]) -> HttpResponseBase:
    """Answer any exception of a view; an unexpected one is logged with its traceback."""
    request = context["request"]
    if outage_of(exc) is not None:
        exc = unavailable(request, exc)
    exc = as_api_error(exc, request)
    response = default_handler(exc, context)
    if response is None:
        set_rollback()
        return _unforeseen(exc, request)
    if isinstance(exc, ApiError):
        answer = problem(request, exc.code, str(exc.detail), exc.faults, exc.facts)
    elif isinstance(exc, AuthenticationFailed):
        answer = problem(request, "token-invalid", str(exc.detail))
    else:
        code = _CODE_OF_STATUS.get(response.status_code, "server-error")
        answer = problem(request, code, _detail(code, response))
    for name, value in response.headers.items():
        answer.headers.setdefault(name, value)
    return answer


def as_api_error(exc: Exception, request: Request) -> Exception:
    """Return an exception of the services, the rules or the readers of bodies as an ApiError."""
    match exc:
        case Refused():  # the body has been read by now
            return refused_by_rules(exc.problem, pointer_of(request.data))
        case WriteError():
            return refused_write(exc)
        case RecordError():
            return refused_by_rules(exc.problem)
        case FieldErrors():
            return refused_fields(exc)
        case BodyErrors():
            return refused_body(exc)
    return exc


def _detail(code: str, response: Response) -> str:
    if code == "not-found":
        return _("There is nothing at this address, or your clubs do not show it to you.")
    if code == "too-fast":
        seconds = int(response.headers["Retry-After"])
        sentence = ngettext("Wait %(count)s second.", "Wait %(count)s seconds.", seconds)
        return sentence % {"count": seconds}
    return str(response.data["detail"])


def unavailable(request: Request, exc: Exception) -> ApiError:
    """Return the ApiError for a database that is unavailable."""
    set_rollback()
    return ApiError(*note_outage(request._request, exc), wait=SECONDS_TO_WAIT)


def _unforeseen(exc: Exception, request: Request) -> JsonResponse:
    log.error("%s %s, request %s", request.method, request.path, request_id(request), exc_info=exc)
    return problem(
        request,
        "server-error",
        _("This is our fault. Tell the people who run the site the number of this request."),
    )
