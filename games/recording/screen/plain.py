"""A value of the screen as plain data: the same bytes wherever it is worked out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from games.rules import Sentence


def plain(value: object) -> Any:
    """A screen, a panel or any part of one as JSON knows it: objects, lists, texts, numbers.

    Tuples and dataclasses with named fields become objects by these names, other tuples lists, sets
    sorted lists. A sentence is an object of its `template`, its `facts` by name and its `plural`.
    Raises TypeError for anything else, so that no new kind of value gets lost unseen.
    """
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Sentence):
        return {**_named(value._asdict()), "facts": _named(dict(value.facts))}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _named(value._asdict())
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, frozenset | set):
        return sorted(plain(part) for part in value)
    if isinstance(value, Mapping):
        return _named(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(f"no plain form of {value!r}")


def _named(parts: Mapping[str, object]) -> dict[str, Any]:
    return {name: plain(part) for name, part in parts.items()}


def canonical(value: object) -> bytes:
    """The plain form as JSON in UTF-8, with sorted keys and without spaces: equal values have equal
    bytes, in every process and every version of Python."""
    text = json.dumps(
        plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    return text.encode()
