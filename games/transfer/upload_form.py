"""The file that an administrator brings into a club, and what holds where it does not say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from games.access.forms import PlainForm
from games.models.people import NAME_LENGTH
from games.rules import shape

MOST_BYTES = 20_000_000  # as it is sent
MOST_UNPACKED = 60_000_000
MOST_LINES = 20_000  # blank ones too
MOST_SEATS = 6


class ImportForm(PlainForm):
    """A file to take in."""

    file = forms.FileField(label=_("File"), allow_empty_file=True)
    event = forms.CharField(label=_("Event"), max_length=NAME_LENGTH, required=False)
    played_on = forms.DateField(
        label=_("Date"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    players = forms.CharField(
        label=_("Players"), max_length=MOST_SEATS * shape.MAX_NAME, required=False
    )
    comments = forms.BooleanField(label=_("with what readers said about hands"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["played_on"].initial = timezone.localdate()
        self.fields["comments"].initial = True

    def clean_file(self) -> UploadedFile:
        """A file that is not too large to be read while somebody waits."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            words = _t("It is larger than %(limit)s MB. Ask the person who looks after the site.")
            raise ValidationError(words % {"limit": MOST_BYTES // 1_000_000}, code="too-large")
        return file

    def names(self) -> list[str]:
        """The players by seat, as far as they were given."""
        return [name.strip() for name in self.cleaned_data["players"].split(",") if name.strip()]
