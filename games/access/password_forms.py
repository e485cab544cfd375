"""Changing one's own password and e-mail address: both ask for the password of now."""

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.access.forms import PlainForm
from games.access.pages import user_of
from games.access.sign_in_forms import guessed_in_form


def check_own_password(request: HttpRequest, password: str) -> None:
    """Raise ValidationError unless it is the user's password; guesses count as at sign-in."""
    user = user_of(request)
    check = user.check_password
    if not guessed_in_form(request, user.username, lambda: check(password) or None):
        raise ValidationError(_("This is not your password."), code="wrong")


class NewPasswordForm(PasswordChangeForm):
    """The password of now, and a new one twice."""

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(user_of(request), *args, label_suffix="", **kwargs)
        self.request = request

    def clean_old_password(self) -> str:
        """Refuse a wrong one."""
        password: str = self.cleaned_data["old_password"]
        check_own_password(self.request, password)
        return password


class OwnPasswordForm(PlainForm):
    """The password of an account, asked for before changing how to get into it."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_password(self) -> str:
        """Refuse a wrong one."""
        password: str = self.cleaned_data["password"]
        check_own_password(self.request, password)
        return password


class EmailForm(OwnPasswordForm):
    """Where to send a link when the password is lost."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "password")

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        initial = {"email": user_of(request).email}
        super().__init__(*args, request=request, initial=initial, **kwargs)
