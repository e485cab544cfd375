"""Forms in which two fields are the ends of a range: of days, of points."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy

from games.access.forms import PlainForm


class Stretches(PlainForm):
    """A form with `since` and `until`, both optional; a subclass may add further ranges."""

    # The first field, the one that may not be less, and its message if it is.
    stretches: ClassVar[tuple[tuple[str, str, Any], ...]] = (
        ("since", "until", gettext_lazy("This day is before the first one.")),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a range that ends before it starts."""
        values = super().clean() or {}
        for first, last, message in self.stretches:
            least, most = values.get(first), values.get(last)
            if least is not None and most is not None and most < least:
                self.add_error(last, forms.ValidationError(message, "stretch"))
        return values
