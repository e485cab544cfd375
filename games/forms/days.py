"""A stretch of days in a form: `since` and `until`, either of which may be left out."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _


class StretchOfDays(forms.Form):
    """A form with the fields `since` and `until`."""

    def clean(self) -> dict[str, Any]:
        """A stretch of days ends no earlier than it begins."""
        found = super().clean() or {}
        since, until = found.get("since"), found.get("until")
        if since and until and until < since:
            self.add_error("until", _("This day is before the first one."))
        return found
