"""The facts that a score follows from, as a game declares them.

A scorer states them for a hand that nobody wrote down card by card (record format, "tarot-hand/2").

A fact has a name, the number of its rule, a form that says what is possible, and a default where there is nothing to
say of it in most hands. What was recorded before is not stated again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from games.rules.cards import CODES, FOOL, IDS, TRUMPS, cards_of
from games.rules.game.packs import Pack
from games.rules.game.settlement import ScoreSheet
from games.rules.problems import N_, Problem, RecordError, Sentence, earliest, malformed, say

# As many trumps as there are, with the fool.
MOST_TRUMPS = (TRUMPS | FOOL).bit_count()
# The value of a fact that nothing recorded says, and of one that has no default.
OPEN = object()
Values = Mapping[str, Any]


class HandSoFar(Protocol):
    """What a fact asks of the hand: how many play, how many cards each was dealt, the pack, the game."""

    seats: int
    hand_size: int
    pack: Pack
    variant: Any


def still_open(state: HandSoFar) -> object:
    """Return that nothing is known before it is stated, as of most facts."""
    return OPEN


class FactForm(Protocol):
    """What a fact may be: how it is written in a record, and what the rules make of it."""

    def read(self, raw: Any, fact: Fact, state: HandSoFar) -> Any:
        """Return the value of a field in a record (JSON). Raises RecordError."""

    def write(self, value: Any) -> Any:
        """Return the value as a record holds it (JSON)."""

    def schema(self, players: int) -> dict[str, Any]:
        """Return the JSON Schema of the value at a table of that many players."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: its name in records, its label, the number of its rule, and its form.

    `default` is the value that holds where it is left out (OPEN: it must be stated); `recorded` gives its value where
    the record already tells it, else OPEN.
    """

    key: str
    label: str
    rule: str
    form: FactForm
    default: Any = OPEN
    recorded: Callable[[Any], Any] = still_open


class Stating(NamedTuple):
    """How hands of a game are scored from stated facts.

    `facts` in the order of the sheet; `check(state, values)` says why values that are possible one by one are not
    together, or against what was recorded. What the score follows from comes `by_cards(state, sheet)`, which shows on
    the sheet where they lay, None where what is unknown decides; or `by_word(state, values)`. `values(state, facts)`
    are the same facts as they are stated.
    """

    facts: tuple[Fact, ...]
    check: Callable[[Any, Values], Problem | None]
    by_cards: Callable[[Any, ScoreSheet], Any]
    by_word: Callable[[Any, Values], Any]
    values: Callable[[Any, Any], dict[str, Any]]

    def facts_of(self, state: Any, sheet: ScoreSheet) -> Any:
        """Return what the score of a hand follows from; None where it depends on something unknown."""
        if state.stated is not None:
            return self.by_word(state, state.stated)
        return self.by_cards(state, sheet)

    def of(self, state: Any) -> dict[str, Any] | None:
        """Return the values that the cards of a finished hand give; None where they give none."""
        facts = self.by_cards(state, ScoreSheet())
        return None if facts is None else self.values(state, facts)

    def wanted(self, state: HandSoFar) -> tuple[Fact, ...]:
        """Return the facts that are open at this point of a hand."""
        return tuple(fact for fact in self.facts if fact.recorded(state) is OPEN)


# ---- forms -------------------------------------------------------------------------------------------------------


def impossible(state: HandSoFar, rule: str, template: str, **facts: object) -> Problem:
    """Facts that the rules do not allow; `rule` is the number on the sheet."""
    return Problem("fact-impossible", template, facts, state.variant.rule(rule))


def seat_of(raw: Any, field: str, state: HandSoFar) -> int:
    """Return the seat in a field. Raises RecordError."""
    if type(raw) is not int or not 0 <= raw < state.seats:
        template = N_("“{field}” must be a whole number from 0 to {last}.")
        raise malformed(template, field=field, last=state.seats - 1)
    return raw


@dataclass(frozen=True, slots=True)
class SeatForm:
    """A seat; with `nobody` also null."""

    nobody: bool = False

    def read(self, raw: Any, fact: Fact, state: HandSoFar) -> int | None:
        """Return the number of the seat."""
        return None if self.nobody and raw is None else seat_of(raw, fact.key, state)

    def write(self, value: int | None) -> int | None:
        """Return the number of the seat."""
        return value

    def schema(self, players: int) -> dict[str, Any]:
        """Return the schema of a seat number, or of null as well."""
        seat = {"type": "integer", "minimum": 0, "maximum": players - 1}
        return {"anyOf": [seat, {"type": "null"}]} if self.nobody else seat


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words, each with its label."""

    choices: tuple[tuple[str, str], ...]

    def read(self, raw: Any, fact: Fact, state: HandSoFar) -> str:
        words = [word for word, _label in self.choices]
        if not isinstance(raw, str) or raw not in words:
            template = N_("“{field}” must be one of these: {values}.")
            raise malformed(template, field=fact.key, values=", ".join(words))
        return raw

    def write(self, value: str) -> str:
        return value

    def schema(self, players: int) -> dict[str, Any]:
        return {"enum": [word for word, _label in self.choices]}


@dataclass(frozen=True, slots=True)
class YesNo:
    """True or false."""

    def read(self, raw: Any, fact: Fact, state: HandSoFar) -> bool:
        """Return the value itself."""
        if not isinstance(raw, bool):
            raise malformed(N_("“{field}” must be true or false."), field=fact.key)
        return raw

    def write(self, value: bool) -> bool:
        return value

    def schema(self, players: int) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class CardPoints:
    """Card points of one side, in half points; None where nothing depends on them. `whole`: no half points."""

    whole: bool = False
    unknown: bool = False

    def read(self, raw: Any, fact: Fact, state: HandSoFar) -> int | None:
        """Return the half points."""
        if raw is None and self.unknown:
            return None
        half = type(raw) is float and (2 * raw).is_integer() and not raw.is_integer()
        if type(raw) is not int and (self.whole or not half):
            template = N_("“{field}” must be a whole or half number.")
            if self.whole:
                template = N_("“{field}” must be a whole number.")
            raise malformed(template, field=fact.key)
        halves = int(2 * raw)
        total = state.pack.total
        if not 0 <= halves <= total:
            template = N_("There are {halves} card points in the pack.")
            raise RecordError(impossible(state, fact.rule, template, halves=total))
        return halves

    def write(self, value: int | None) -> int | float | None:
        """Return the points, as a whole number where they are whole."""
        if value is None:
            return None
        return value / 2 if value % 2 else value // 2

    def schema(self, players: int) -> dict[str, Any]:
        """Return the schema of a number of points."""
        points = {"type": "number", "minimum": 0, "multipleOf": 1 if self.whole else 0.5}
        return {"anyOf": [points, {"type": "null"}]} if self.unknown else points


@dataclass(frozen=True, slots=True)
class BySeat:
    """A whole number for each seat, which add up to `total(state)`, or to no more where some may be nobody's."""

    total: Callable[[Any], int]
    all_of_it: bool = True

    def read(self, raw: Any, fact: Fact, state: HandSoFar) -> tuple[int, ...]:
        if not isinstance(raw, list) or len(raw) != state.seats:
            template = N_("“{field}” must hold one number for each of the {seats} seats.")
            raise malformed(template, field=fact.key, seats=state.seats)
        if any(type(number) is not int or number < 0 for number in raw):
            raise malformed(N_("“{field}” must hold whole numbers from 0."), field=fact.key)
        total, most = sum(raw), self.total(state)
        if total > most or (self.all_of_it and total != most):
            template = N_("They add up to {sum}, and must add up to {total}.")
            if not self.all_of_it:
                template = N_("They add up to {sum}; there are only {total}.")
            raise RecordError(impossible(state, fact.rule, template, sum=total, total=most))
        return tuple(raw)

    def write(self, value: tuple[int, ...]) -> list[int]:
        return list(value)

    def schema(self, players: int) -> dict[str, Any]:
        """Return the schema of a list of numbers."""
        number = {"type": "integer", "minimum": 0}
        return {"type": "array", "items": number, "minItems": players, "maxItems": players}


@dataclass(frozen=True, slots=True)
class Honours:
    """The honours of a side: how many, and which (numbers of cards); None where only their number is known."""

    count: int
    cards: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class HonoursForm:
    """The honours of the pack that a side has: a list of cards, or only how many.

    `counted` puts a number of them into words.
    """

    counted: Callable[[int], Sentence]

    def read(self, raw: Any, fact: Fact, state: HandSoFar) -> Honours:
        """Return how many, and which."""
        honours = tuple(cards_of(state.pack.honours))
        few = N_("There are {count} of them: {cards}.")
        if type(raw) is int:
            if not 0 <= raw <= len(honours):
                raise RecordError(
                    impossible(state, fact.rule, few, count=len(honours), cards=honours)
                )
            return Honours(raw, honours if raw == len(honours) else None if raw else ())
        if not isinstance(raw, list) or not {str}.issuperset(map(type, raw)):
            template = N_("“{field}” must be a list of cards, or how many there are.")
            raise malformed(template, field=fact.key)
        unknown = next((code for code in raw if code not in IDS), None)
        if unknown is not None:
            template = N_("“{code}” is not a tarot card.")
            raise RecordError(Problem("unknown-card", template, {"code": unknown[:20]}))
        cards = tuple(sorted(IDS[code] for code in raw))
        twice = next((card for card in cards if cards.count(card) > 1), None)
        if twice is not None:
            facts = {"card": twice}
            raise RecordError(
                Problem("duplicate-card", N_("{card} is listed twice."), facts, cards=(twice,))
            )
        if not set(cards) <= set(honours):
            raise RecordError(impossible(state, fact.rule, few, count=len(honours), cards=honours))
        return Honours(len(cards), cards)

    def write(self, value: Honours) -> list[str] | int:
        """Return the cards, or how many there are."""
        return value.count if value.cards is None else [CODES[card] for card in value.cards]

    def schema(self, players: int) -> dict[str, Any]:
        """Return the schema of a list of cards, or of a number."""
        cards = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
        return {"anyOf": [cards, {"type": "integer", "minimum": 0}]}


class Shown(NamedTuple):
    """Trumps that a seat has shown: how many; `size` where a lower tier was claimed than they reach."""

    seat: int
    cards: int
    size: int | None = None

    @property
    def claimed(self) -> int:
        """The number that decides what they score."""
        return self.cards if self.size is None else self.size


@dataclass(frozen=True, slots=True)
class ShownForm:
    """Who showed how many trumps; `tiers(state)` are the numbers that count, rising."""

    tiers: Callable[[Any], tuple[int, ...]]

    def read(self, raw: Any, fact: Fact, state: HandSoFar) -> tuple[Shown, ...]:
        """Return each showing, by seat."""
        if not isinstance(raw, list) or not all(isinstance(one, dict) for one in raw):
            template = N_("“{field}” must be a list of objects with “seat” and “cards”.")
            raise malformed(template, field=fact.key)
        return tuple(self._shown(one, fact, state) for one in raw)

    def _shown(self, raw: Mapping[str, Any], fact: Fact, state: HandSoFar) -> Shown:
        other = next((key for key in raw if key not in Shown._fields), None)
        if other is not None:
            template = N_("“{field}” has only “seat”, “cards” and “size”.")
            raise malformed(template, field=fact.key)
        seat, size = seat_of(raw.get("seat"), "seat", state), raw.get("size")
        numbers: dict[str, Any] = {"cards": raw.get("cards")}
        if size is not None:
            numbers["size"] = size
        for field, number in numbers.items():
            if type(number) is not int:
                raise malformed(N_("“{field}” must be a whole number."), field=field)
        most = min(MOST_TRUMPS, state.hand_size + state.variant.discard_size(state.seats))
        least = self.tiers(state)[0]
        if not least <= min(numbers.values()) <= max(numbers.values()) <= most:
            template = N_("From {least} to {most} trumps are shown.")
            raise RecordError(impossible(state, fact.rule, template, least=least, most=most))
        if size is not None and size > raw["cards"]:
            template = N_("A lower number than was shown may be claimed, not a higher one.")
            raise RecordError(impossible(state, fact.rule, template))
        return Shown(seat, raw["cards"], size)

    def write(self, value: tuple[Shown, ...]) -> list[dict[str, int]]:
        """Return each showing, by seat."""
        return [
            {"seat": one.seat, "cards": one.cards}
            | ({} if one.size is None else {"size": one.size})
            for one in value
        ]

    def schema(self, players: int) -> dict[str, Any]:
        """Return the schema of a list of objects."""
        number = {"type": "integer", "minimum": 1, "maximum": MOST_TRUMPS}
        shown = {
            "type": "object",
            "properties": {"seat": SEAT.schema(players), "cards": number, "size": number},
            "required": ["seat", "cards"],
            "additionalProperties": False,
        }
        return {"type": "array", "items": shown}


def side_form(declarers: str, defenders: str) -> OneOf:
    """Return the form of a side by its label, or neither ("")."""
    return OneOf((("", N_("neither")), ("declarers", declarers), ("defenders", defenders)))


SEAT, SEAT_OR_NOBODY, YES_NO = SeatForm(), SeatForm(nobody=True), YesNo()


def named(fact: Fact, value: Any) -> Sentence:
    """Return a fact and its value in words: "Card points (45)"."""
    match value:
        case bool():
            answer = Sentence(N_("yes")) if value else Sentence(N_("no"))
        case None:
            answer = Sentence(N_("nobody"))
        case str():
            answer = Sentence(
                dict(fact.form.choices)[value] if isinstance(fact.form, OneOf) else value
            )
        case Honours(count=0):
            answer = Sentence(N_("none"))
        case Honours(count=count, cards=None):
            answer = _alone("count", count)
        case Honours(cards=cards):
            answer = _alone("cards", cards)
        case _:
            answer = _alone("player" if isinstance(fact.form, SeatForm) else "halves", value)
    return say("{what} ({answer})", what=fact.label, answer=answer)


def _alone(name: str, value: object) -> Sentence:
    return Sentence(f"{{{name}}}", ((name, value),))


# ---- stating them ------------------------------------------------------------------------------------------------


def read_facts(state: HandSoFar, raw: Any, *, judged: bool = True) -> dict[str, Any]:
    """Return the value of every fact of a hand: stated, recorded before, or its default.

    `judged`: the facts are also checked together. Raises RecordError for a fact that is unknown, missing or impossible,
    and for one that was recorded otherwise. If there are several faults, it is the one that comes first in the table of
    codes.
    """
    stating = state.variant.stating
    if not isinstance(raw, dict):
        raise malformed(N_("“{field}” must be an object."), field="facts")
    keys, values, problems = {fact.key for fact in stating.facts}, {}, []
    for fact in stating.facts:
        try:
            values[fact.key] = _value(fact, raw, state)
        except RecordError as error:
            problems.append(error.problem)
    for key in raw:
        if key not in keys:
            template = N_("This game has no fact “{field}”.")
            problems.append(Problem("unknown-fact", template, {"field": key[:40]}))
    if judged and not problems:
        problem = stating.check(state, values)
        problems += [] if problem is None else [problem]
    if problems:
        raise RecordError(earliest(problems))
    return values


def _value(fact: Fact, raw: Mapping[str, Any], state: HandSoFar) -> Any:
    recorded, rule = fact.recorded(state), state.variant.rule(fact.rule)
    if fact.key in raw:
        value = fact.form.read(raw[fact.key], fact, state)
        if recorded is not OPEN and value != recorded:
            template = N_("{What}: something else was recorded before.")
            raise RecordError(Problem("fact-contradicted", template, {"What": fact.label}, rule))
        return value
    if recorded is not OPEN:
        return recorded
    if fact.default is OPEN:
        template = N_("{What} has to be stated.")
        raise RecordError(Problem("fact-missing", template, {"What": fact.label}, rule))
    return fact.default


def written(stating: Stating, values: Values, state: HandSoFar) -> dict[str, Any]:
    """Return the facts that are open in this state and not their default, as a record holds them (JSON)."""
    return {
        fact.key: fact.form.write(values[fact.key])
        for fact in stating.wanted(state)
        if values[fact.key] != fact.default
    }
