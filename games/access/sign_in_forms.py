"""Signing in: the same sentence for a wrong name and a wrong password, and how long to wait."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.access.signin import Answer, guessed


class SignInForm(AuthenticationForm):
    """Name and password; `wait` is how many seconds the next guess has to wait."""

    wait = 0
    error_messages = {
        "invalid_login": _(
            "The account name and the password do not match. Check both, including capital letters."
        ),
        "inactive": _("This account is closed. Ask an administrator of your club."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.fields["username"].label = _("Account name")

    def get_invalid_login_error(self) -> ValidationError:
        """Say how long to wait where the password was not looked at."""
        self.wait = getattr(self.request, "seconds_to_wait", 0)
        if self.wait:
            return ValidationError(too_many(self.wait), code="wait")
        return super().get_invalid_login_error()


def guessed_in_form(
    request: HttpRequest, account: str, check: Callable[[], Answer | None]
) -> Answer | None:
    """Return what `guessed` does. Raises ValidationError (`wait`) for a guess that has to wait."""
    try:
        return guessed(request, account, check)
    except PermissionDenied:
        seconds = request.seconds_to_wait  # type: ignore[attr-defined]
        raise ValidationError(too_many(seconds), code="wait") from None


def too_many(seconds: int) -> str:
    """Return the sentence for somebody who has to wait."""
    if seconds <= 90:
        return ngettext(
            "Too many tries. Wait one second, then try again.",
            "Too many tries. Wait %(number)d seconds, then try again.",
            seconds,
        ) % {"number": seconds}
    minutes = -(-seconds // 60)
    return ngettext(
        "Too many tries. Wait one minute, then try again.",
        "Too many tries. Wait %(number)d minutes, then try again.",
        minutes,
    ) % {"number": minutes}
