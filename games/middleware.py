"""Headers that every answer carries, errors and downloads included."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

FRAMES_NOWHERE, FRAMES_ANYWHERE = "frame-ancestors 'none'", "frame-ancestors *"
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        FRAMES_NOWHERE,
    ]
)
# What other sites show in a frame or as a picture: public hands, and nothing else.
EMBEDDABLE = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY.replace(FRAMES_NOWHERE, FRAMES_ANYWHERE),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
# A drawing by itself: its style stands in it, and it may ask for nothing.
DRAWING = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
# For programs on other sites, and without any data of a club.
SHARED = {"Cross-Origin-Resource-Policy": "cross-origin"}
# What a view may ask for by an attribute of its answer.
OTHERWISE = {"embeddable": EMBEDDABLE, "drawing": DRAWING, "shared": SHARED}
FIXED_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class SecurityHeadersMiddleware:
    """Forbid everything a page of ours does not need, and keep private pages out of caches.

    Stands first, so that answers which other middleware gives are covered too. Django's own
    SecurityMiddleware adds nosniff, Referrer-Policy and Cross-Origin-Opener-Policy.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in {**FIXED_HEADERS, **other_headers(response)}.items():
            response.headers[name] = value
        # What is public, such as a static file, is the same for everybody.
        if "public" not in response.headers.get("Cache-Control", ""):
            patch_vary_headers(response, ["HX-Request", "Cookie"])
            if is_private(request):
                response.headers.setdefault("Cache-Control", "no-store")
        return response


def other_headers(response: HttpResponse) -> dict[str, str]:
    """The headers in which an answer differs from all others."""
    asked = (headers for name, headers in OTHERWISE.items() if getattr(response, name, False))
    return {name: value for headers in asked for name, value in headers.items()}


def is_private(request: HttpRequest) -> bool:
    """Whether the request says who asks. Looks at its headers alone: no query."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
