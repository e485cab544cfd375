"""The score sheet of a hand as it is shown: every line in words, with links to what it counts."""

from __future__ import annotations

from dataclasses import dataclass

from games.reasons import line_how, line_label
from games.rules import Line, Replay
from games.rules.cards import card_code


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line: what it is, how it comes about, the number of its rule, its points.

    `tricks` are pairs of a trick's number and the step at which it has just been won; `cards` are
    codes; `inferred` says that nobody wrote these cards down. Where there are tricks or cards they
    stand in the place of `how`.
    """

    label: str
    how: str
    rule: str
    points: float | None
    result: bool
    tricks: tuple[tuple[int, int], ...]
    cards: tuple[str, ...]
    inferred: bool


def sheet_of(end: Replay) -> list[SheetLine]:
    """The lines of a scored hand, in the order in which a player would write them."""
    steps = {trick.number: trick.actions[-1] + 1 for trick in end.state.tricks}
    return [_line(end, line, steps) for line in end.outcome.lines]


def _line(end: Replay, line: Line, steps: dict[int, int]) -> SheetLine:
    players, game = end.record.players, end.record.variant.key
    tricks, cards = _numbers(line, "tricks"), _numbers(line, "cards")
    return SheetLine(
        label=line_label(line, players, game),
        how=line_how(line, players, game),
        rule=line.rule,
        points=line.points,
        result=line.weight == "result",
        tricks=tuple((number, steps.get(number, end.count)) for number in tricks),
        cards=tuple(card_code(card) for card in cards),
        inferred=bool(line.facts.get("inferred")),
    )


def _numbers(line: Line, fact: str) -> tuple[int, ...]:
    found = line.facts.get(fact)
    return tuple(found) if isinstance(found, list | tuple) else ()
