"""Reasons that people type: why a hand was given up, a score disputed, a record changed."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

REASON_LENGTH = 1_000


def read_reason(text: str, wanted: str) -> str:
    """Return a reason as it is kept. Raises ValidationError (`because`) with `wanted` if empty."""
    tidy = " ".join(unicodedata.normalize("NFC", text).split())
    if not tidy or not all(map(str.isprintable, tidy)):
        raise ValidationError({"because": ValidationError(wanted, code="malformed")})
    if len(tidy) > REASON_LENGTH:
        message = _("The reason has more than %(count)s characters.") % {"count": REASON_LENGTH}
        raise ValidationError({"because": ValidationError(message, code="malformed")})
    return tidy
