"""What holds for every request and every answer: headers, the longest wait, the largest
body, the most requests."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions import middleware as sessions
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware import locale
from django.utils.cache import patch_vary_headers

from games.access.pages import page_of_form
from games.access.quota import TooFast, asker, count
from games.access.uploads import largest_body
from games.access.usual_looks import speak_as_usual
from games.api.http.fallback import length_required, too_fast, too_large
from games.writing.durably import within_one_request
from games.writing.errors import Busy
from games.writing.outages import SECONDS_TO_WAIT, SideWrites

Handler = Callable[[HttpRequest], HttpResponse]
SAFE = ("GET", "HEAD", "OPTIONS")

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
# The worker of the engine, which compiles WebAssembly. A worker has the policy of its own script's
# answer, so that no page needs this.
COMPILES = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY.replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
    )
}
# A page that shows a public hand of ours in a frame.
FRAMES_OURS = {"Content-Security-Policy": f"{CONTENT_SECURITY_POLICY}; frame-src 'self'"}
# For programs on other sites, and without any data of a club.
SHARED = {"Cross-Origin-Resource-Policy": "cross-origin"}
# What a view may ask for by an attribute of its answer.
OTHERWISE = {
    "embeddable": EMBEDDABLE,
    "drawing": DRAWING,
    "compiles": COMPILES,
    "frames_ours": FRAMES_OURS,
    "shared": SHARED,
}
FIXED_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class SignInMiddleware(LoginRequiredMiddleware):
    """Sends visitors to sign in, and then back to the page whose form they sent."""

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> HttpResponseRedirect:
        """Return the way to the page where they sign in."""
        if request.method in SAFE:
            return super().handle_no_permission(request, view_func)
        return redirect_to_login(page_of_form(request, "/"), self.get_login_url(view_func))


class LocaleMiddleware(locale.LocaleMiddleware):
    """Django's, with a club's language between what somebody has chosen and what the browser asks
    for."""

    def process_request(self, request: HttpRequest) -> None:
        """Choose the language of the answer."""
        super().process_request(request)
        speak_as_usual(request)


class SecurityHeadersMiddleware:
    """Forbid everything a page of ours does not need, and keep private pages out of caches.

    Stands first, so that answers which other middleware gives are covered too. Django's own
    SecurityMiddleware adds nosniff, Referrer-Policy and Cross-Origin-Opener-Policy.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in {**FIXED_HEADERS, **other_headers(response)}.items():
            response.headers[name] = value
        if response.status_code == Busy.status:
            response.headers.setdefault("Retry-After", str(SECONDS_TO_WAIT))
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


class DeadlineMiddleware:
    """Let all that a request waits for end before a tablet would give it up and send again."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with within_one_request():
            return self.get_response(request)


class BodyLimitMiddleware:
    """Refuse a body that is larger than its address takes, before anything of it is read.

    Its `process_view` comes before that of the CSRF protection, which would read a form whole, with
    the files in it, to look for the token.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """The refusal, or None. A length that is no number is none, as for Django."""
        if "Transfer-Encoding" in request.headers:
            return length_required(request)
        length = request.headers.get("Content-Length", "")
        limit = largest_body(view)
        too_long = length.isascii() and length.isdigit() and int(length) > limit
        return too_large(request, limit) if too_long else None


class QuotaMiddleware:
    """Ask somebody to wait who asks too often for what its view has a limit for (`limited`).

    Stands behind what says who is signed in, and before what reads a form.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """The refusal, or None."""
        quota, methods = getattr(view, "quota", (None, ()))
        if quota is None or (methods and request.method not in methods):
            return None
        counted = count(quota, asker(request))
        return too_fast(request, counted.wait) if counted.wait else None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The refusal of a view that counts by itself."""
        return too_fast(request, error.wait) if isinstance(error, TooFast) else None


session_saves = SideWrites()


class SessionMiddleware(sessions.SessionMiddleware):
    """Django's; but a page that was only read is shown also where its session cannot be saved, and
    the script by which a tablet sees that it is online again asks for no session."""

    def process_request(self, request: HttpRequest) -> None:
        """Let the request have its session."""
        if request.path == "/worker.js":
            request.COOKIES.clear()
        super().process_request(request)

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        """The answer with the cookie of its session."""
        save = partial(super().process_response, request, response)
        return (session_saves.attempt(save) or response) if request.method in SAFE else save()
