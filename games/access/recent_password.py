"""The password, asked for again before what an open session alone must not do.

Once in ten minutes: a tablet may be in other hands.

A view calls `require_recent_password` once it knows that the sender may do it. What was sent comes
back as a form that also asks for the password, and goes to the same address.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.access.pages import page_of_form, user_of
from games.access.passkeys import passkeys_work
from games.access.password_forms import OwnPasswordForm

KEPT_AS = "password_shown_at"  # in the session
GOOD_FOR = 10 * 60  # seconds
FIELD = "own-password"  # as no other form calls it
NOT_ASKED_AGAIN = ("logout", "jsi18n")  # in the pages for operators


class PasswordNeeded(Exception):
    """The password has to be shown first; with the form, if a wrong one was."""

    def __init__(self, form: AgainForm) -> None:
        super().__init__()
        self.form = form


class AgainForm(OwnPasswordForm):
    """The password of the signed-in user."""

    prefix = "own"

    def add_prefix(self, field_name: str) -> str:
        """Return the name of its field among those of the form that was sent."""
        return f"{self.prefix}-{field_name}"


def shown_password(request: HttpRequest) -> None:
    """Note that the signed-in user has just shown their password, or a passkey."""
    request.session[KEPT_AS] = time.time()


def is_recent(request: HttpRequest) -> bool:
    """Return whether they have shown it in the last ten minutes."""
    shown_at: float = request.session.get(KEPT_AS, 0)
    return 0 <= time.time() - shown_at <= GOOD_FOR


def require_recent_password(request: HttpRequest) -> None:
    """Raise PasswordNeeded unless the password was shown lately or comes with the request."""
    if is_recent(request):
        return
    form = AgainForm(request.POST if FIELD in request.POST else None, request=request)
    if not form.is_valid():
        raise PasswordNeeded(form)
    shown_password(request)


def ask_again(request: HttpRequest, form: AgainForm) -> HttpResponse:
    """Return the form for the password, with all that was sent."""
    sent = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in (FIELD, "csrfmiddlewaretoken")
        for value in values
    ]
    context = {
        "form": form,
        "sent": sent,
        "passkeys_work": passkeys_work(request) and user_of(request).passkeys.exists(),
        "next": page_of_form(request, reverse("account")),
    }
    status = 422 if form.errors else 403
    return render(request, "access/password_again.html", context, status=status)


class RecentPasswordMiddleware:
    """Answers PasswordNeeded, and asks before everything that operators write."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Ask before a form of the pages for operators is read."""
        match = request.resolver_match
        if match is None or match.app_name != "admin" or request.method != "POST":
            return None
        if match.url_name in NOT_ASKED_AGAIN or not request.user.is_authenticated:
            return None
        try:
            require_recent_password(request)
        except PasswordNeeded as error:
            return ask_again(request, error.form)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Ask for the password where a view wants it."""
        return ask_again(request, error.form) if isinstance(error, PasswordNeeded) else None
