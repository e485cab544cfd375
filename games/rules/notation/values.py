"""The fields of an action: how each is written and read, and which kinds of action have it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from games.rules.cards import CODES
from games.rules.notation.line import NOTHING, SEATS, UNKNOWN, TextLine, json_text, read_card
from games.rules.problems import N_
from games.rules.record.strict import is_time

_CODES = frozenset(CODES)
_WORD = re.compile(r"[a-z][a-z0-9-]*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_LARGEST = 10**15
_LITERALS = frozenset(("true", "false", "null"))


class Field(NamedTuple):
    """How a value is written and read.

    `write` gives the words of a value, or None for a value that cannot be written so and is left to JSON; `read`
    returns the value at the cursor of a line, or raises NotationError.
    """

    write: Callable[[Any], str | None]
    read: Callable[[TextLine], Any]


def write_name(value: str) -> str:
    """Return a key, an option's word or a format: bare where it is a plain word, else in quotes."""
    return value if _NAME.fullmatch(value) and value not in _LITERALS else json_text(value)


def read_name(line: TextLine) -> str:
    """Read what `write_name` wrote; its case counts."""
    return str(line.value()) if line.opens('"') else line.word()


def read_setting(line: TextLine) -> Any:
    """Read the value of an option: a word, or any JSON value."""
    token = line.peek()
    return line.word() if _NAME.fullmatch(token) and token not in _LITERALS else line.value()


def _write_word(value: Any) -> str | None:
    if not isinstance(value, str):
        return None
    return value if _WORD.fullmatch(value) else json_text(value)


def _read_word(line: TextLine) -> str:
    return str(line.value()) if line.opens('"') else line.word().lower()


def _write_card(value: Any) -> str | None:
    return value if isinstance(value, str) and value in _CODES else None


def _read_card(line: TextLine) -> str:
    token = line.word()
    code = read_card(token)
    if code is None:
        raise line.fail(
            N_("“{token}” is not a card; cards are written H10, SK, T21 or F."),
            code="unknown-card",
            token=token[:20],
        )
    return code


def _card_or(sign: str) -> Field:
    """Return the field of a card, or of the sign that means null."""

    def write(value: Any) -> str | None:
        return sign if value is None else _write_card(value)

    def read(line: TextLine) -> str | None:
        return None if line.takes(sign) else _read_card(line)

    return Field(write, read)


def write_cards(value: Any) -> str | None:
    """Return the words of a list of cards; `-` is an empty list, `?` null: nobody knows them."""
    if value is None:
        return UNKNOWN
    if not isinstance(value, list) or any(_write_card(code) is None for code in value):
        return None
    return " ".join(value) or NOTHING


def read_cards(line: TextLine) -> list[str] | None:
    """Read what `write_cards` wrote."""
    if line.takes(UNKNOWN):
        return None
    if line.takes(NOTHING):
        return []
    cards = [_read_card(line)]
    while line.peek() and line.peek().lower() not in CLAUSES:
        cards.append(_read_card(line))
    return cards


def write_seat(value: Any) -> str | None:
    return SEATS[value] if type(value) is int and 0 <= value < len(SEATS) else None


def read_seat(line: TextLine) -> int:
    """Read the seat of a letter."""
    seat = line.seat()
    if seat is None:
        raise line.fail(
            N_("“{found}” is not a seat; seats are the letters A, B, C … in turn order."),
            found=(line.peek() or line.text[line.at :])[:20],
        )
    return seat


def _write_whole(value: Any) -> str | None:
    return str(value) if type(value) is int and abs(value) < _LARGEST else None


def _read_number(line: TextLine) -> Any:
    token = line.word().removeprefix("+")
    if not _NUMBER.fullmatch(token):
        raise line.fail(N_("“{token}” is not a number."), token=token[:20])
    return json.loads(token)


def _write_points(value: Any) -> str | None:
    if not isinstance(value, list) or not value or any(type(x) not in (int, float) for x in value):
        return None
    return " ".join(map(json.dumps, value))


def _read_points(line: TextLine) -> list[Any]:
    points = [_read_number(line)]
    while _NUMBER.fullmatch(line.peek().removeprefix("+")):
        points.append(_read_number(line))
    return points


def _write_text(value: Any) -> str | None:
    return json_text(value) if isinstance(value, str) else None


def _write_time(value: Any) -> str | None:
    return value if is_time(value) else None


def _read_time(line: TextLine) -> str:
    token = line.word()
    if not is_time(token):
        raise line.fail(
            N_("“{token}” is not a time such as 2026-11-20T20:15:00Z."), token=token[:40]
        )
    return token


WORD = Field(_write_word, _read_word)
CARD = Field(_write_card, _read_card)
CARDS = Field(write_cards, read_cards)
SEAT = Field(write_seat, read_seat)
TEXT = Field(_write_text, TextLine.string)


# What may follow the words of any action, each after its own name, in this order.
def _write_object(value: Any) -> str | None:
    return json_text(value) if isinstance(value, dict) else None


OBJECT = Field(_write_object, TextLine.value)

CLAUSES: dict[str, Field] = {
    "of": WORD,
    "from": SEAT,
    "pay": _card_or(UNKNOWN),
    "shown": CARDS,
    "size": Field(_write_whole, _read_number),
    "irregular": TEXT,
    "note": TEXT,
    "at": Field(_write_time, _read_time),
}

Fields = tuple[tuple[str, Field], ...]


class ActionFields(NamedTuple):
    """The fields that a kind of action says without their names; `optional` ones may be missing."""

    fields: Fields
    optional: Fields = ()


SEATED: dict[str, ActionFields] = {
    "call": ActionFields((("call", WORD),)),
    "take": ActionFields((("half", WORD),)),
    "discard": ActionFields((("cards", CARDS),)),
    "buy": ActionFields((("card", _card_or(NOTHING)),)),
    "king": ActionFields((("card", CARD),)),
    "announce": ActionFields((("what", WORD),), (("cards", CARDS),)),
    "play": ActionFields((("card", CARD),)),
    "takeback": ActionFields((("card", CARD),)),
    "claim": ActionFields(()),
}
SEATLESS: dict[str, ActionFields] = {
    "result": ActionFields((("facts", OBJECT),)),
    "stock": ActionFields((("cards", CARDS),)),
    "ruling": ActionFields((("points", Field(_write_points, _read_points)), ("text", TEXT))),
    "note": ActionFields((("text", TEXT),)),
}
