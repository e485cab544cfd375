"""Strict JSON text: the limits of the record format that hold for any value, and RFC 3339 times.

Stock parsers take duplicate keys, NaN, lone surrogates and any depth; the record format does not. The common
case is checked with a few passes in C; only text that could hide a fault is walked key by key.
"""

import calendar
import json
import math
import re
from typing import Any

from games.rules.game.options import MAX_DIGITS
from games.rules.problems import N_, RecordError, malformed

MAX_BYTES = 262_144
MAX_DEPTH = 16
MAX_TEXT = 2_000

_TOO_MANY_DIGITS = 10**MAX_DIGITS
_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
    r"(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))"
)


def decode(line: bytes | str) -> Any:
    """Read one line of JSON as Python values.

    Raises RecordError for what is no JSON text within the format's limits: encoding, size, depth, a key twice,
    NaN and Infinity.
    """
    text = _text_of(line)
    try:
        value = _DECODER.decode(text)
        if not _hides_nothing(value, text):
            _check_depth(json.loads(text, object_pairs_hook=_refuse_twice), 1)
    except RecursionError:
        raise _too_deep() from None
    except RecordError:
        raise
    except ValueError as fault:
        raise malformed(N_("This is not a JSON object: {fault}."), fault=_words_of(fault)) from None
    return value


def _text_of(line: bytes | str) -> str:
    data = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
    if len(data) > MAX_BYTES:
        raise malformed(
            N_("The record is larger than {limit} bytes (it has {size})."),
            limit=MAX_BYTES,
            size=len(data),
        )
    if data.startswith(b"\xef\xbb\xbf"):
        raise malformed(
            N_("The text begins with a byte order mark; records are UTF-8 without one.")
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise malformed(
            N_("The text is not UTF-8 (byte {position})."), position=fault.start
        ) from None


def _words_of(fault: ValueError) -> str:
    if isinstance(fault, json.JSONDecodeError):
        return f"{fault.msg[0].lower()}{fault.msg[1:]}, character {fault.pos + 1}"
    return "a number has too many digits"


def _refuse_constant(name: str) -> None:
    raise malformed(N_("{name} is not a finite number."), name=name)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise malformed(N_("{name} is not a finite number."), name=digits[:20])
    return number


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)


def _refuse_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise malformed(N_("The key “{key}” is given twice."), key=key)
        seen[key] = value
    return seen


def _hides_nothing(value: Any, text: str) -> bool:
    """Return whether a text of the usual shape is sure to have no key twice and no deep nesting; False where it may.

    Each key has its colon. Where record, options, deal, meta and actions have as many keys as the text has
    colons, none stands twice and there is no other object with a key. Then only lists can nest on, and where
    brackets are few they cannot nest too deeply.
    """
    try:
        parts = [value.get(key) or _EMPTY for key in ("options", "deal", "meta")]
        parts += value["actions"]
    except (AttributeError, KeyError, TypeError):
        return False
    if not {dict}.issuperset(map(type, parts)):
        return False
    keys = len(value) + sum(map(len, parts))
    return keys == text.count(":") and text.count("[") <= MAX_DEPTH - _OBJECTS_IN_EACH_OTHER


_EMPTY: dict[str, Any] = {}
# A record, one of its actions, and an object without a key.
_OBJECTS_IN_EACH_OTHER = 3


def _too_deep() -> RecordError:
    return malformed(N_("The record is nested too deeply (limit {limit})."), limit=MAX_DEPTH)


def _check_depth(value: Any, depth: int) -> None:
    if isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            raise _too_deep()
        for part in value.values() if isinstance(value, dict) else value:
            _check_depth(part, depth + 1)


def check_value(value: Any, field: str) -> None:
    """Check that a value has no NUL, no lone surrogate, at most fifteen digits. Raises RecordError."""
    if isinstance(value, str):
        check_text(value, field)
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, int):
        if not -_TOO_MANY_DIGITS < value < _TOO_MANY_DIGITS:
            raise malformed(
                N_("A number in “{field}” has more than {limit} digits."),
                field=field,
                limit=MAX_DIGITS,
            )
    elif isinstance(value, list):
        for part in value:
            check_value(part, field)
    elif isinstance(value, dict):
        for key, part in value.items():
            check_text(key, field)
            check_value(part, field)


def check_text(text: str, field: str) -> None:
    """Raise RecordError for characters that cannot be stored."""
    for position, character in enumerate(text) if not text.isascii() or "\0" in text else ():
        if character == "\0" or "\ud800" <= character <= "\udfff":
            raise malformed(
                N_("“{field}” contains a character that cannot be stored (position {position})."),
                field=field.encode("ascii", "replace").decode(),
                position=position,
            )


def is_time(text: object) -> bool:
    """Return whether a text is an RFC 3339 date-time, with T and a zone."""
    match = _TIME.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return False
    year, month, day, hour, minute, second, zone_hour, zone_minute = (
        int(part or 0) for part in match.groups()
    )
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(max(year, 4), month)[1]:
        return False
    return hour <= 23 and minute <= 59 and second <= 60 and zone_hour <= 23 and zone_minute <= 59
