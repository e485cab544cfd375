"""Browsers in which somebody has signed in before.

Guesses from such a browser at such an account count by themselves: whatever others guess, from the
same address or from addresses that are not known, its owner does not wait for it. (OWASP: "Slow
Down Online Guessing Attacks with Device Cookies".) A stolen cookie is worth five guesses.
"""

import hashlib
import secrets
import unicodedata

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

COOKIE = "known"
SALT = "games.access.known_browsers"
YEAR = 365 * 24 * 60 * 60
MOST_ACCOUNTS = 8  # of those who share a tablet


def folded(account: str) -> str:
    """Return the name of an account as it counts, however it was typed."""
    return unicodedata.normalize("NFKC", account).casefold()


def known_browser(request: HttpRequest, account: str) -> str:
    """Return the name of the browser if that account was signed in there, else nothing."""
    name, accounts = _read(request)
    return f"browser {name}" if _digest(account) in accounts else ""


def remember_browser(request: HttpRequest, response: HttpResponse, account: str) -> None:
    """Mark the browser as one in which an account has signed in."""
    name, accounts = _read(request)
    digest = _digest(account)
    kept = [one for one in accounts if one != digest][-(MOST_ACCOUNTS - 1) :]
    value = signing.dumps([name or secrets.token_urlsafe(12), [*kept, digest]], salt=SALT)
    response.set_cookie(
        COOKIE,
        value,
        max_age=YEAR,
        path=reverse("account"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        name, accounts = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR)
    except signing.BadSignature:
        return "", []
    return name, accounts


def _digest(account: str) -> str:
    """Return the digest of a name: a tablet's cookie must not list who plays."""
    key = f"{settings.SECRET_KEY}\n{folded(account)}".encode()
    return hashlib.sha256(key).hexdigest()[:16]
