"""A PIN, typed twice."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.access.forms import PlainForm
from games.people.pins import FEWEST_DIGITS, MOST_DIGITS


def pin_field(label: Any) -> forms.CharField:
    """Return a field for digits that nobody can read over a shoulder."""
    keys = {"inputmode": "numeric", "autocomplete": "off", "maxlength": MOST_DIGITS}
    return forms.RegexField(
        rf"^[0-9]{{{FEWEST_DIGITS},{MOST_DIGITS}}}$",
        label=label,
        strip=False,
        widget=forms.PasswordInput(keys),
        error_messages={
            "invalid": _("A PIN has 4 to 8 digits."),
            "required": _("A PIN has 4 to 8 digits."),
        },
    )


class PinForm(PlainForm):
    """A new PIN, twice."""

    pin = pin_field(_("New PIN"))
    again = pin_field(_("The same again"))

    def clean(self) -> dict[str, Any]:
        """Refuse two that differ."""
        data = self.cleaned_data
        if not self.errors and data["pin"] != data["again"]:
            self.add_error("again", ValidationError(_("The two PINs differ."), code="differ"))
        return data
