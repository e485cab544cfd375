"""A code on paper, and the password that is chosen with it."""

from typing import Any

from django import forms
from django.contrib.auth.forms import SetPasswordForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.access.sign_in_forms import guessed_in_form
from games.models import PaperCode
from games.people.codes import find_code, wrong_code


class CodeField(forms.CharField):
    """A code as it stands on paper."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        super().__init__(max_length=40, widget=forms.TextInput(attrs=attrs), **kwargs)


class CodeForm(SetPasswordForm):
    """The name of an account, its code (`paper_code` if it is good), and a new password twice."""

    username = forms.CharField(
        label=_("Account name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    code = CodeField(label=_("Code"))
    field_order = ("username", "code")

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(None, *args, label_suffix="", **kwargs)
        self.request = request
        self.paper_code: PaperCode | None = None

    def clean(self) -> dict[str, Any]:
        """Look for the code, no faster than for a password, and check the new password."""
        name, code = (self.cleaned_data.get(field, "") for field in ("username", "code"))
        if not name or not code:
            return self.cleaned_data
        self.paper_code = guessed_in_form(self.request, name, lambda: find_code(name, code))
        if self.paper_code is None:
            raise ValidationError({"code": wrong_code()})
        self.user = self.paper_code.user
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        return cleaned
