"""What a club may choose when it opens a match: options, their values, named sets of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from games.rules.problems import N_

# A value is a text, a whole number, true or false; an edited one a tuple of such values or of tuples.
Value = str | int | bool | tuple[Any, ...]
MAX_DIGITS = 15  # of a number in a record

Options = Mapping[str, Any]


def as_json(value: Value) -> Any:
    """Return a value as a record holds it, with lists for tuples."""
    return [as_json(part) for part in value] if isinstance(value, tuple) else value


class Form(Protocol):
    """How the values look of an option that is edited rather than chosen."""

    @property
    def hint(self) -> str:
        """A sentence that says what to write."""

    def read(self, raw: object) -> Value:
        """Return the value of a field in a record (JSON). Raises ValueError."""

    def text(self, value: Any) -> str:
        """Return the value as a form shows it."""

    def parse(self, text: str) -> Value:
        """Return the value of what was typed into a form. Raises ValueError."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, with its name and explanation for the match form."""

    value: Value
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """What a club may choose: `default` is the first choice; `rule` the number on the sheet.

    With a `form` the value is edited and the choices are suggestions. `mark` is a word shown next to the option:
    what the sheet says of it as a whole, that it had to be reconstructed for instance.
    """

    key: str
    label: str
    rule: str
    help: str
    choices: tuple[Choice, ...]
    form: Form | None = None
    mark: str = ""

    @property
    def default(self) -> Value:
        """Return the value that holds where a record says nothing."""
        return self.choices[0].value

    def read(self, raw: object) -> Value:
        """Return the value of a field in a record.

        It is one of the choices, in exactly its JSON type, or what the form allows. Raises ValueError.
        """
        if self.form is not None:
            return self.form.read(raw)
        for choice in self.choices:
            if type(raw) is type(choice.value) and raw == choice.value:
                return choice.value
        raise ValueError(f"{raw!r} is no value of {self.key}")

    def text(self, value: Value) -> str:
        """Return the value as a form writes it."""
        return str(value) if self.form is None else self.form.text(value)

    def parse(self, text: str) -> Value:
        """Return the value of what a form sends. Raises ValueError."""
        if self.form is not None:
            return self.form.parse(text)
        for choice in self.choices:
            if str(choice.value) == text:
                return choice.value
        raise ValueError(f"{text!r} is no value of {self.key}")


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of option values, complete."""

    key: str
    label: str
    help: str
    options: Options


@dataclass(frozen=True, slots=True)
class Numbers:
    """A fixed number of whole numbers, each at least `least`: [2,4,6] in a record, "2 4 6" in a form."""

    count: int
    least: int
    hint: str

    def read(self, raw: object) -> tuple[int, ...]:
        """Return the numbers of a JSON list. Raises ValueError."""
        numbers = _numbers(raw, self.least)
        if len(numbers) != self.count:
            raise ValueError(f"not such values: {raw!r}")
        return numbers

    def text(self, value: tuple[int, ...]) -> str:
        """Return the numbers, separated by spaces."""
        return " ".join(map(str, value))

    def parse(self, text: str) -> tuple[int, ...]:
        """Return the numbers typed, separated by spaces, commas or slashes. Raises ValueError."""
        return self.read(
            [typed_number(word) for word in text.replace(",", " ").replace("/", " ").split()]
        )


@dataclass(frozen=True, slots=True)
class Tiers:
    """Steps [number, points], the numbers rising: [[6,20],[8,30]] in a record, "6: 20, 8: 30" in a form."""

    hint: str = N_("Number and points, step by step, such as 6: 20, 8: 30, 10: 40.")

    def read(self, raw: object) -> tuple[tuple[int, ...], ...]:
        """Return the steps of a JSON list. Raises ValueError."""
        if not isinstance(raw, list | tuple) or not raw:
            raise ValueError(f"not such values: {raw!r}")
        tiers = tuple(_numbers(tier, 0) for tier in raw)
        if any(len(tier) != 2 or tier[0] < 1 for tier in tiers):
            raise ValueError(f"not such values: {raw!r}")
        needed = [tier[0] for tier in tiers]
        if needed != sorted(set(needed)):
            raise ValueError(f"not such values: {raw!r}")
        return tiers

    def text(self, value: tuple[tuple[int, int], ...]) -> str:
        """Return the steps, separated by commas."""
        return ", ".join(f"{least}: {points}" for least, points in value)

    def parse(self, text: str) -> tuple[tuple[int, ...], ...]:
        """Return the steps typed. Raises ValueError."""
        return self.read(
            [[typed_number(word) for word in step.split(":")] for step in text.split(",")]
        )


def _numbers(raw: object, least: int) -> tuple[int, ...]:
    if not isinstance(raw, list | tuple):
        raise ValueError(f"not such values: {raw!r}")
    for number in raw:
        if type(number) is not int or number < least:
            raise ValueError(f"not such values: {raw!r}")
    return tuple(raw)


def typed_number(word: str) -> int:
    """Return a whole number that somebody typed, no longer than a record may hold. Raises ValueError."""
    number = word.strip()
    if not (number.isascii() and number.isdecimal()) or len(number) > MAX_DIGITS:
        raise ValueError(f"not a whole number: {word!r}")
    return int(number)
