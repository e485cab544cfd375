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
        more = EMBEDDABLE if getattr(response, "embeddable", False) else {}
        for name, value in {**FIXED_HEADERS, **more}.items():
            response.headers[name] = value
        # What is public, such as a static file, is the same for everybody.
        if "public" not in response.headers.get("Cache-Control", ""):
            patch_vary_headers(response, ["HX-Request", "Cookie"])
            if is_private(request):
                response.headers.setdefault("Cache-Control", "no-store")
        return response


def is_private(request: HttpRequest) -> bool:
    """Whether the request says who asks. Looks at its headers alone: no query."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
