"""Parts of rows that several tables share: names for addresses, moments, and JSON."""

import base64
import re
import secrets
from typing import Any

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from games.models.folding import SORT_KEY_LENGTH, sort_key

PUBLIC_ID_LENGTH = 16
PUBLIC_ID = re.compile("[a-z2-7]{16}")


def new_public_id() -> str:
    """Return 16 lower-case letters and digits: 80 random bits, not to be counted or guessed."""
    return base64.b32encode(secrets.token_bytes(10)).decode("ascii").lower()


def changed_at() -> models.DateTimeField:
    """Return a field for when a row last changed, also for rows that are loaded in bulk."""
    return models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)


class SortKeyField(models.CharField):
    """What a row is sorted by, made of its column `of` whenever the row is saved.

    Both databases put it in the same order, whatever the language of the server. A statement that
    changes the column alone (`update`) has to write the key as well.
    """

    def __init__(self, *, of: str = "name", **kwargs: Any) -> None:
        facts: dict[str, Any] = {"max_length": SORT_KEY_LENGTH, "editable": False, "default": ""}
        super().__init__(**facts | kwargs)
        self.of = of

    def deconstruct(self) -> Any:
        """Return the field as a migration writes it."""
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"of": self.of}

    def db_parameters(self, connection: Any) -> Any:
        """Return the parameters of the column, compared by code point."""
        collation = "C" if connection.vendor == "postgresql" else None
        return super().db_parameters(connection) | {"collation": collation}

    def pre_save(self, model_instance: models.Model, add: Any) -> str:
        """Return the key of the row that is about to be written."""
        key = sort_key(getattr(model_instance, self.of))
        setattr(model_instance, self.attname, key)
        return key


class PlainJSONField(models.JSONField):
    """JSON without the check that Django puts into SQLite's schema.

    SQLite before 3.42 refuses that check where trusted_schema is off, and we keep it off.
    """

    def db_check(self, connection: Any) -> None:
        return None
