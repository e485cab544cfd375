"""The score sheet of a hand as it is shown: every line in words, with links to what it counts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.display.phrases import labelled
from games.display.reasons import line_how, line_label
from games.rules import Line, Replay, card_code


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
    """Return the lines of a scored hand, in the order in which a player would write them."""
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
    numbers = line.facts.get(fact)
    return tuple(numbers) if isinstance(numbers, list | tuple) else ()


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of what counts the same for several players.

    `cells` are by seat, None for a player who has nothing of it; `rules` are the numbers of the
    rules that the cells follow.
    """

    label: str
    rules: tuple[str, ...]
    result: bool
    cells: tuple[SheetLine | None, ...]


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """A score sheet with a column for each player; `others` are the lines that are nobody's."""

    rows: tuple[SheetRow, ...]
    others: tuple[SheetLine, ...]


def by_player(end: Replay) -> PlayerSheet | None:
    """Return the sheet of a game in which each player counts alone; None where sides are counted.

    In such a game the lines of a player end with a result that has their name and follows from a
    rule.
    """
    lines = sheet_of(end)
    columns: list[dict[str, SheetLine]] = []
    order: list[str] = []
    start = 0
    for at, line in enumerate(end.outcome.lines):
        ends = line.weight == "result" and line.label == RESULT and line.rule
        if not ends or line.facts["player"] != len(columns):
            continue
        column = dict(_cell(end, one, lines[one]) for one in range(start, at + 1))
        _merge(order, list(column))
        columns.append(column)
        start = at + 1
    if len(columns) < end.state.seats:
        return None
    rows = (_row_of(label, [column.get(label) for column in columns]) for label in order)
    return PlayerSheet(tuple(rows), tuple(lines[start:]))


# The result of one player and their tricks, as the games name them.
RESULT, TRICKS = "{player}", "{player}’s tricks"


def _cell(end: Replay, number: int, line: SheetLine) -> tuple[str, SheetLine]:
    """Return the name of a player's line in a row for all players, and the line."""
    scored = end.outcome.lines[number]
    if scored.label == RESULT:
        return _("Total"), line
    if "tricks" not in scored.facts:
        return line.label, line
    whole = line.how if scored.label == TRICKS else labelled(line.label, line.how)
    return _("Tricks"), replace(line, how=whole)


def _merge(order: list[str], labels: list[str]) -> None:
    """Put in what is new behind what it stands behind."""
    place = 0
    for label in labels:
        if label not in order:
            order.insert(place, label)
        place = order.index(label) + 1


def _row_of(label: str, cells: list[SheetLine | None]) -> SheetRow:
    there = [cell for cell in cells if cell is not None]
    rules = tuple(dict.fromkeys(cell.rule for cell in there))
    return SheetRow(label, rules, all(cell.result for cell in there), tuple(cells))
