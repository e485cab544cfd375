"""One line of the notation: words, cards, quoted texts and JSON, read from left to right."""

from __future__ import annotations

import json
import re
from typing import Any

from games.rules.cards import CODES, IDS
from games.rules.problems import N_, Problem, RecordError

SEATS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NOTHING, UNKNOWN = "-", "?"

_BETWEEN = re.compile(r"[\s,;]*")
_TOKEN = re.compile(r"[^\s,;#\"{\[]+")
_SEAT = re.compile(r"([A-Za-z])(?=[\s:]|$)\s*:?")
# JSON leaves these as they are; here they could end a line, or turn the rest of it around on the screen.
_UNSEEN = re.compile("[\x80-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
# What else players write after a suit, as on the recording screen: ace, valet, roi, cavalier, dame.
_ALSO = {"A": "1", "V": "J", "R": "K", "C": "N", "D": "Q"}


class NotationError(RecordError):
    """A text that cannot be read, or a hand in it that cannot be; `line` says where, counted from 1."""

    def __init__(self, problem: Problem, line: int) -> None:
        super().__init__(problem)
        self.line = line

    def __str__(self) -> str:
        return f"Line {self.line}: {self.problem}"


def json_text(value: Any) -> str:
    """Return a value as JSON in one line; every character that could harm the line is escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSEEN.sub(lambda unseen: f"\\u{ord(unseen[0]):04x}", text)


def read_card(token: str) -> str | None:
    """Return the code of a card, written in either case or as the recording screen takes it; None for anything else."""
    card = IDS.get(token)
    if card is not None:
        return CODES[card]
    typed = token.upper()
    if typed in ("X", "EX"):
        return "F"
    card = IDS.get(typed[:1] + _ALSO.get(typed[1:], "")) if typed[:1] in "SHDC" else None
    return None if card is None else CODES[card]


def _refuse_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a key is given twice")
    return fields


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


_DECODER = json.JSONDecoder(object_pairs_hook=_refuse_twice, parse_constant=_refuse_constant)


class TextLine:
    """A line and how far it has been read; `number` counts from 1.

    Spaces, commas and semicolons separate words, `#` begins a comment.
    """

    __slots__ = ("at", "number", "text")

    def __init__(self, text: str, number: int) -> None:
        self.text = text
        self.number = number
        self.at = 0
        self._skip()

    def _skip(self) -> None:
        between = _BETWEEN.match(self.text, self.at)
        self.at = between.end() if between else self.at
        if self.text.startswith("#", self.at):
            self.at = len(self.text)

    @property
    def ended(self) -> bool:
        """Return whether nothing is left but blanks and a comment."""
        return self.at == len(self.text)

    def fail(self, template: str, code: str = "malformed", **facts: object) -> NotationError:
        """Return the error of this line, to be raised."""
        return NotationError(Problem(code, template, facts), self.number)

    def peek(self) -> str:
        """Return the next word as it is written; "" at the end and before a quoted text or JSON."""
        token = _TOKEN.match(self.text, self.at)
        return token[0] if token else ""

    def word(self) -> str:
        """Read the next word. Raises NotationError where there is none."""
        token = self.peek()
        if not token:
            if self.ended:
                raise self.fail(N_("Something is missing at the end of the line."))
            raise self.fail(
                N_("A word is expected, not “{found}”."), found=self.text[self.at :][:20]
            )
        self.at += len(token)
        self._skip()
        return token

    def takes(self, word: str) -> bool:
        """Return whether the next word is this one, and read it if so."""
        if self.peek().lower() != word:
            return False
        self.word()
        return True

    def seat(self) -> int | None:
        """Read the seat that is named by its letter, with or without a colon; None where none is."""
        letter = _SEAT.match(self.text, self.at)
        if letter is None:
            return None
        self.at = letter.end()
        self._skip()
        return SEATS.index(letter[1].upper())

    def opens(self, signs: str) -> bool:
        """Return whether one of these signs comes next."""
        return not self.ended and self.text[self.at] in signs

    def value(self) -> Any:
        """Read a JSON value. Raises NotationError for anything else."""
        try:
            value, self.at = _DECODER.raw_decode(self.text, self.at)
        except RecursionError:
            raise self.fail(N_("This is nested too deeply.")) from None
        except json.JSONDecodeError as fault:
            why = f"{fault.msg[:1].lower()}{fault.msg[1:]}, character {fault.pos + 1}"
            raise self.fail(N_("This is not JSON: {fault}."), fault=why) from None
        except ValueError as fault:
            raise self.fail(N_("This is not JSON: {fault}."), fault=fault) from None
        self._skip()
        return value

    def string(self) -> str:
        """Read a text: in quotes, or without them all that is left of the line, including `#`."""
        if self.opens('"'):
            return str(self.value())
        text = self.text[self.at :].rstrip()
        self.at = len(self.text)
        if not text:
            raise self.fail(N_('A text is missing here; write an empty one as "".'))
        return text

    def finish(self) -> None:
        """Raise NotationError where something is left."""
        if not self.ended:
            raise self.fail(
                N_("“{found}” does not belong here, or is not written correctly."),
                found=self.text[self.at :].strip()[:40],
            )
