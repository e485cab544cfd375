"""What every address of the interface has in common: parameters, limits, headers, ETags."""

import hashlib
from collections.abc import Iterable
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.http.errors import ApiError, bad_parameters
from games.api.http.limits import Limit, Requests, Writing, limit_headers
from games.models import ApiToken

EVERYWHERE = ("format",)
# The headers of a public answer that pages of other sites may read, and those they may send.
EXPOSED = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After"
# The headers that an answer without a body has too.
OF_EVERY_ANSWER = ("RateLimit", "Access-Control-", "Link")
ALLOWED = "Accept, Accept-Language, If-None-Match"


class MayAsk(IsAuthenticated):
    """Everybody who is signed in; a token can write only if it was made for that."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return whether the request is allowed. Raises ApiError `scope-required`."""
        if not super().has_permission(request, view):
            return False
        token = request.auth if isinstance(request.auth, ApiToken) else None
        if token is not None and not token.may_write and view.changes_something():
            raise ApiError(
                "scope-required",
                _("This token may only read. Make one that may also record hands."),
            )
        return True


class Endpoint(APIView):
    """An address. Refuses unknown parameters: a filter with a typo must not show all rows."""

    permission_classes = [MayAsk]
    throttle_classes: list[type[Limit]] = [Requests]
    # The query parameters of this view, for reading them and for the description.
    parameters: ClassVar[tuple[OpenApiParameter, ...]] = ()
    # Whether requests with a body change something.
    writes: ClassVar[bool] = True

    def known_parameters(self) -> Iterable[str]:
        """Return the query parameters that this view knows."""
        return EVERYWHERE

    def dispatch(self, request: Any, *args: Any, format: str = "", **kwargs: Any) -> Any:
        """Take the form from the end of the address; the handlers do not need it."""
        self.suffix = format
        return super().dispatch(request, *args, **kwargs)

    def get_format_suffix(self, **kwargs: Any) -> str | None:
        """Return that form for the negotiation."""
        return self.suffix or None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the query parameters, after signing in."""
        super().initial(request, *args, **kwargs)
        known = (*(one.name for one in self.parameters), *self.known_parameters())
        given = [name for name, values in request.query_params.lists() for _value in values]
        given += ["format"] if self.suffix else []
        unknown = [name for name in given if name not in known]
        if unknown:
            sentence = _("There is no such parameter here. Known parameters: {known}.")
            sentence = sentence.format(known=", ".join(known) or "-")
            raise bad_parameters({name[:50]: sentence for name in unknown})
        twice = [name for name in given if given.count(name) > 1]
        if twice:
            raise bad_parameters(
                dict.fromkeys(twice, _("Give it only once: only one value can count."))
            )
        empty = [name for name, value in request.query_params.items() if not value]
        if empty:
            raise bad_parameters(dict.fromkeys(empty, _("Leave it out, or give it a value.")))

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the headers about limits, and to the answer of a reading request its ETag."""
        response = super().finalize_response(request, response, *args, **kwargs)
        for name, value in limit_headers(getattr(request, "_request", request)).items():
            response.headers[name] = value
        if isinstance(response, Response) and request.method in ("GET", "HEAD"):
            response.add_post_render_callback(lambda done: conditional(request, done))
        return response

    def get_throttles(self) -> list[Any]:
        """Count requests that write separately as well."""
        kinds = [*self.throttle_classes, *([Writing] if self.changes_something() else [])]
        return [kind() for kind in kinds]

    def changes_something(self) -> bool:
        """Return whether the request writes something."""
        method = self.request.method or ""
        return method not in SAFE_METHODS and self.writes and hasattr(self, method.lower())


class Public(Endpoint):
    """An address without any club's data: for everybody, and for pages of other sites too."""

    permission_classes = [AllowAny]

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Allow pages of other sites to read the answer; their requests carry no cookie."""
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = EXPOSED
        response.shared = True
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
            response.headers["Access-Control-Allow-Headers"] = ALLOWED
            response.headers["Access-Control-Max-Age"] = "86400"
        return response


def digest_of(body: bytes) -> str:
    """Return the SHA-256 of a body, in hexadecimal."""
    return hashlib.sha256(body).hexdigest()


def conditional(request: Request, response: Response) -> HttpResponseBase:
    """Return the answer with its ETag, or 304 if the client already has it."""
    if response.status_code != 200:
        return response
    answer = if_asked_for(request._request, f'"{digest_of(response.content)}"', response)
    for name, value in response.headers.items():
        if name.startswith(OF_EVERY_ANSWER):
            answer.headers.setdefault(name, value)
    return answer


def unless_known(request: Request, body: bytes, media_type: str) -> HttpResponse:
    """Answer with the body, or with 304 where the client has these very bytes already."""
    response = HttpResponse(body, content_type=media_type)
    # It may be cached, but not used again without asking: the reader may have left the club.
    response.headers["Cache-Control"] = "private, no-cache"
    return if_asked_for(request._request, f'"{digest_of(body)}"', response)


def if_asked_for(request: HttpRequest, etag: str, response: HttpResponse) -> HttpResponse:
    """Return the answer with its ETag; 304 if `If-None-Match` names that ETag."""
    response.headers["ETag"] = etag
    patch_vary_headers(response, ["Accept"])
    for name in ("HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE"):  # these are for writes
        request.META.pop(name, None)
    return get_conditional_response(request, etag=etag, response=response) or response
