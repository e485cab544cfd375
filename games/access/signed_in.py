"""Where somebody is signed in: written at the sign-in, so that no request pays for it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth import user_logged_in
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import ApiToken, Membership, SignedIn, UsedKey, User
from games.writing.durably import durably

# So long what was sent once is known when it is sent again.
KEYS_KEPT = timedelta(days=90)
# What a browser says of itself contains several names: the first of these is its own.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
DEVICES = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


@receiver(user_logged_in)
def remember(request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """Note whose the session is that was just made, and with what it was opened."""
    session = request.session
    if session.session_key is None:
        session.create()
    ended = Session.objects.filter(signed_in__user=user, expire_date__lte=timezone.now())
    ended.delete()
    UsedKey.objects.filter(user=user, at__lt=timezone.now() - KEYS_KEPT).delete()
    browser = request.META.get("HTTP_USER_AGENT", "")[:200]
    SignedIn.objects.update_or_create(
        session_id=session.session_key,
        defaults={"user": user, "browser": browser, "at": timezone.now()},
    )


def signed_in_at(user: User) -> QuerySet[SignedIn]:
    """Return the sessions of a user that are not over, the newest first."""
    rows = SignedIn.objects.filter(user=user, session__expire_date__gt=timezone.now())
    return rows.select_related("session")


def end_one(*, user: User, number: int) -> bool:
    """Sign a user out at one place; whether they were signed in there."""
    sessions = Session.objects.filter(signed_in__user=user, signed_in__pk=number)
    return durably(lambda: bool(sessions.delete()[0]))


def end_elsewhere(*, user: User, session_key: str | None) -> None:
    """Sign a user out everywhere but in the session with that key; end their keys and feeds."""
    durably(lambda: end_all(user, session_key))


def end_all(user: User, keep: str | None = None) -> None:
    """Do the same, inside the caller's transaction."""
    Session.objects.filter(signed_in__user=user).exclude(session_key=keep).delete()
    ApiToken.objects.filter(user=user).delete()
    Membership.objects.filter(user=user).update(feed=None)


def browser_name(text: str) -> str:
    """Return what a browser says of itself, as people say it: “Firefox, Android”."""
    parts = [name_in(text, names) for names in (BROWSERS, DEVICES)]
    return ", ".join(part for part in parts if part) or _("a browser that does not say its name")


def name_in(text: str, names: Sequence[tuple[str, str]]) -> str:
    """Return the first of the names whose sign is in the text; "" for none."""
    return next((name for sign, name in names if sign in text), "")
