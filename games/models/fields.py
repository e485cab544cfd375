"""Parts of rows that several tables share: names for addresses, moments, and JSON."""

import base64
import re
import secrets
from typing import Any

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

PUBLIC_ID_LENGTH = 16
PUBLIC_ID = re.compile("[a-z2-7]{16}")


def new_public_id() -> str:
    """Sixteen lower-case letters and digits: 80 random bits, not to be counted or guessed."""
    return base64.b32encode(secrets.token_bytes(10)).decode("ascii").lower()


def changed_at() -> models.DateTimeField:
    """When a row last changed for those who follow it; also rows loaded in bulk have a moment."""
    return models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)


class PlainJSONField(models.JSONField):
    """JSON without the check that Django puts into SQLite's schema.

    SQLite before 3.42 refuses that check where trusted_schema is off, and we keep it off.
    """

    def db_check(self, connection: Any) -> None:
        return None
