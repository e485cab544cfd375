"""The file that an administrator brings into a club, and what holds where it does not say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.access.forms import DayField, PlainForm
from games.models.people import NAME_LENGTH
from games.transfer.import_job import MEGABYTE


class ImportForm(PlainForm):
    """A file to take in."""

    file = forms.FileField(label=_("File"), allow_empty_file=True)
    event = forms.CharField(label=_("Event"), max_length=NAME_LENGTH, required=False)
    played_on = DayField(label=_("Date"), required=False)
    comments = forms.BooleanField(label=_("with comments and studies"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["played_on"].initial = timezone.localdate()
        self.fields["comments"].initial = True

    def clean_file(self) -> UploadedFile:
        """Return the file if it is not larger than the site accepts."""
        file: UploadedFile = self.cleaned_data["file"]
        limit = settings.IMPORT_MEGABYTES
        if (file.size or 0) > limit * MEGABYTE:
            words = gettext(
                "It is larger than %(limit)s MB. Ask the person who looks after the site."
            )
            raise ValidationError(words % {"limit": limit}, code="too-large")
        return file

    def wishes(self) -> dict[str, Any]:
        """Return what a valid form says, as plain values of an import."""
        facts = self.cleaned_data
        day = facts["played_on"]
        return {
            "event": facts["event"],
            "played_on": day.isoformat() if day else "",
            "comments": facts["comments"],
        }
