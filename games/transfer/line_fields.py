"""Fields of the objects in an archive: each is what it should be, or refused by its name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, NoReturn

from django.core.exceptions import ValidationError
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.models.club_choices import Writes
from games.models.days import is_possible
from games.models.fields import PUBLIC_ID_LENGTH
from games.writing.names import recorded_name

ID = re.compile(rf"[a-z0-9]{{{PUBLIC_ID_LENGTH}}}")


class Unreadable(Exception):
    """The code and the sentence of what is wrong with a line."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def refuse(field: str) -> NoReturn:
    sentence = _("“%(field)s” is missing or not valid.") % {"field": field}
    raise Unreadable("malformed", sentence)


def fields_of(raw: Any, what: str, *names: str) -> dict[str, Any]:
    """Return the object if it has exactly these fields, and refuse it otherwise.

    What a later version adds must not be lost unnoticed.
    """
    if not isinstance(raw, dict):
        refuse(what)
    for name in names:
        if name not in raw:
            refuse(name)
    for name in raw:
        if name not in names:
            words = _("“%(what)s” has no field “%(field)s”.") % {"what": what, "field": name[:64]}
            raise Unreadable("unknown-field", words)
    return raw


def text(fields: Mapping[str, Any], name: str) -> str:
    value = fields[name]
    return value if isinstance(value, str) else refuse(name)


def short(fields: Mapping[str, Any], name: str, most: int) -> str:
    value = text(fields, name)
    return value if len(value) <= most and (value.isprintable() or not value) else refuse(name)


def like_a_name(fields: Mapping[str, Any], name: str, most: int) -> str:
    """Return a short text that keeps the rules of a name, as those do that are typed."""
    try:
        tidy = recorded_name(text(fields, name), name)
    except ValidationError:
        refuse(name)
    return tidy if max(len(tidy), len(fields[name])) <= most else refuse(name)


def identifier(fields: Mapping[str, Any], name: str) -> str:
    value = fields[name]
    return value if isinstance(value, str) and ID.fullmatch(value) else refuse(name)


def number(fields: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = fields[name]
    return value if type(value) is int and least <= value <= most else refuse(name)


def flag(fields: Mapping[str, Any], name: str) -> bool:
    value = fields[name]
    return value if isinstance(value, bool) else refuse(name)


def mapping(fields: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = fields[name]
    return value if isinstance(value, dict) else refuse(name)


def writes(fields: Mapping[str, Any]) -> str:
    value: str = fields["writes"]
    return value if value in Writes.values else refuse("writes")


def moment(fields: Mapping[str, Any], name: str) -> datetime:
    try:
        value = parse_datetime(text(fields, name))
    except ValueError:
        value = None
    if value is None or value.tzinfo is None or not is_possible(value.date()):
        refuse(name)
    return value


def day(fields: Mapping[str, Any], name: str) -> date:
    try:
        value = date.fromisoformat(text(fields, name))
    except ValueError:
        refuse(name)
    return value if is_possible(value) else refuse(name)
