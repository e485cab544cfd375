"""What is filled in for passkeys and one-time codes."""

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.access.forms import NameField, PlainForm
from games.access.password_forms import OwnPasswordForm
from games.access.second_step import check_code
from games.access.sign_in_forms import too_many
from games.models import User
from games.models.signin import PASSKEY_NAME_LENGTH


class OneTimeField(forms.CharField):
    """A code that an app shows, as keyboards of telephones type it."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "one-time-code", "inputmode": "numeric"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)


class PasskeyForm(OwnPasswordForm):
    """What a new passkey is called in the account."""

    name = NameField(label=_("Name of the passkey"), max_length=PASSKEY_NAME_LENGTH)
    field_order = ("name", "password")


class TurnOnForm(OwnPasswordForm):
    """The first code that the app shows."""

    code = OneTimeField(label=_("Code that the app shows"))
    field_order = ("code", "password")


class SecondStepForm(PlainForm):
    """A code of the app, or a recovery code: what it proves (`proof`), or seconds to `wait`."""

    wait = 0
    code = OneTimeField(label=_("Code that the app shows"), required=False)
    recovery = forms.CharField(
        label=_("Recovery code"),
        required=False,
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.user = request, user
        self.fields["code"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """Look at what was typed, no faster than the limits allow."""
        if self.errors:
            return self.cleaned_data
        field = "recovery" if self.cleaned_data["recovery"] else "code"
        text = self.cleaned_data[field]
        if not text:
            raise ValidationError({field: _("Type the code.")})
        try:
            self.proof = check_code(self.request, self.user, text)
        except PermissionDenied:
            self.wait = self.request.seconds_to_wait  # type: ignore[attr-defined]
            raise ValidationError({field: too_many(self.wait)}) from None
        if self.proof is None:
            raise ValidationError({field: self.wrong(field)})
        return self.cleaned_data

    def wrong(self, field: str) -> str:
        """Return the sentence for a code that is not right, or was used."""
        if field == "recovery":
            return gettext("This is no recovery code of yours, or it has been used.")
        return gettext("This code is not right, or it has been used. Wait for the next one.")
