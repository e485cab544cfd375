"""Objects of an archive: each value is what it should be, or its field is refused by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from datetime import date, datetime
from typing import Any, NoReturn

from django.core.exceptions import ValidationError
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.models.days import is_possible
from games.models.fields import PUBLIC_ID_LENGTH
from games.writing.names import recorded_name

Reader = Callable[[Any], Any]  # raises ValueError for what the value cannot be
# A shape looks like its object: a reader for each value, a list with one of them for a list of such
# values, another shape for an object.
Shape = dict[str, Any]


class Unreadable(Exception):
    """The code and the sentence of what is wrong with a line."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def refuse(field: str) -> NoReturn:
    sentence = _("“%(field)s” is missing or not valid.") % {"field": field}
    raise Unreadable("malformed", sentence)


def shaped(raw: Any, what: str, shape: Shape, optional: Shape | None = None) -> dict[str, Any]:
    """Return the values of an object that has this shape. Raises Unreadable.

    It has exactly these fields, and any of the `optional` ones: what a later version adds must not
    be lost unnoticed.
    """
    if not isinstance(raw, dict):
        refuse(what)
    for name in shape:
        if name not in raw:
            refuse(name)
    known = shape | (optional or {})
    for name in raw:
        if name not in known:
            words = _("“%(what)s” has no field “%(field)s”.") % {"what": what, "field": name[:64]}
            raise Unreadable("unknown-field", words)
    return {name: _value(raw[name], name, known[name]) for name in known if name in raw}


def _value(raw: Any, name: str, shape: Any) -> Any:
    if isinstance(shape, dict):
        return shaped(raw, name, shape)
    if isinstance(shape, list):
        return [_value(one, name, *shape) for one in raw] if isinstance(raw, list) else refuse(name)
    try:
        return shape(raw)
    except ValueError:
        refuse(name)


def anything(value: Any) -> Any:
    """Return a value that is read elsewhere."""
    return value


def such(kind: type, holds: Callable[[Any], object] = lambda _value: True) -> Reader:
    """Return a reader of the values of a JSON type for which something holds."""

    def read(value: Any) -> Any:
        if type(value) is not kind or not holds(value):
            raise ValueError
        return value

    return read


text, mapping, flag = such(str), such(dict), such(bool)
identifier = such(str, re.compile(rf"[a-z0-9]{{{PUBLIC_ID_LENGTH}}}").fullmatch)


def short(most: int) -> Reader:
    """Return a reader of printable texts of at most so many characters."""
    return such(str, lambda value: len(value) <= most and value.isprintable())


def number(least: int, most: int) -> Reader:
    """Return a reader of whole numbers in a range."""
    return such(int, lambda value: least <= value <= most)


def one_of(words: Container[str]) -> Reader:
    return such(str, lambda value: value in words)


def optional(read: Reader) -> Reader:
    """Return a reader that takes null as well."""
    return lambda value: None if value is None else read(value)


def like_a_name(most: int) -> Reader:
    """Return a reader of short texts that keep the rules of a name, as those do that are typed."""

    def read(value: Any) -> str:
        try:
            tidy = recorded_name(text(value))
        except ValidationError as error:
            raise ValueError from error
        if max(len(tidy), len(value)) > most:
            raise ValueError
        return tidy

    return read


def moment(value: Any) -> datetime:
    read = parse_datetime(text(value))
    if read is None or read.tzinfo is None or not is_possible(read.date()):
        raise ValueError
    return read


def day(value: Any) -> date:
    read = date.fromisoformat(text(value))
    if not is_possible(read):
        raise ValueError
    return read
