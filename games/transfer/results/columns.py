"""What the columns of a table hold: recognised by headings and cells, or chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain, combinations, islice
from typing import NamedTuple

from games.models.folding import folded
from games.transfer.results.cells import MOST_COLUMNS, TableRow
from games.transfer.results.days import Days, day_of
from games.transfer.results.headings import PLAYER, columns_of_players, is_word, meaning_of
from games.transfer.results.values import amount_of, is_mark, unmarked

MOST_POINTS, MOST_SEATS = 91, 6
MOST_ABOVE = 12  # rows that may stand above the headings
LOOKED_AT = 40
TELLING = {"taker", "contract", "points", "difference", "bouts", "day", "dealer", "against"}
BY_TABLE = ("taker", "contract")  # what a row has once
PAIR, PARTNERS = re.compile(r"\s*[&+/]\s*|\s+(?:et|und|and)\s+"), 2
REPEATED = (PLAYER, "name", "score", "remark", "total")
RIGHT = "-right"  # the side of the second of two tables
OF_PLAYERS = (PLAYER, "mark", "tricks", "counted")
# Where no column has the first of them, a column with the second has it.
STANDS_FOR = {"contract": "bonuses"}


class Heading(NamedTuple):
    """A column: its heading as it stands there, what it holds, and of whom if of one player."""

    title: str
    meaning: str
    name: str

    @property
    def key(self) -> str:
        """Return the heading as it is remembered."""
        return folded(self.title)


class TableColumns(NamedTuple):
    """The columns of a table, and the rows below their headings."""

    headings: tuple[Heading, ...]
    rows: tuple[TableRow, ...]

    def at(self, *meanings: str) -> list[int]:
        """Return which columns have one of these meanings."""
        return [at for at, one in enumerate(self.headings) if one.meaning in meanings]

    def cell(self, row: TableRow, meaning: str) -> str:
        """Return what a row has in the first column of a meaning; "" where there is none."""
        return next((row.cell(at) for at in self.at(meaning)), "")

    def of_players(self, row: TableRow, meaning: str) -> list[tuple[str, str]]:
        """Return the cells of a row under a meaning that columns of players have, with whose.

        A column of a pair is one of each of them; they sit opposite each other.
        """
        both = [(PAIR.split(self.headings[at].name), row.cell(at)) for at in self.at(meaning)]
        if both and all(len(names) == PARTNERS for names, _text in both):
            return [(names[side], text) for side in range(PARTNERS) for names, text in both]
        return [(self.headings[at].name, row.cell(at)) for at in self.at(meaning)]


def recognised(
    rows: Sequence[TableRow], chosen: Mapping[int, str], remembered: Mapping[str, str]
) -> TableColumns:
    """Return what each column holds: as chosen now, else as before, else as its heading says."""
    titles, below = _headings(rows)
    of_players = columns_of_players(titles)
    guesses: list[str] = []
    for at, title in enumerate(titles):
        meaning, _name = of_players.get(title, ("", title))
        filled = (cell for row in below if (cell := row.cell(at)))
        cells = [*islice(filled, LOOKED_AT)]  # who came later has none in the first rows
        known = remembered.get(folded(title)) or meaning
        guess = known or _if_numbers(title, cells)
        if guess in guesses and guess not in REPEATED and not meaning:
            guess = (
                "paid"
                if guess == "points" and "paid" not in guesses and "score" in folded(title)
                else ""
            )
        if not guess and not meaning_of(title):
            guess = _by_cells(title, cells)
        guesses.append("" if guess == "day" and guess in guesses else guess)
    if "mark" in guesses:  # nobody of these took
        empty = [at for at, guess in enumerate(guesses) if not (guess or meaning_of(titles[at]))]
        for at in empty:
            if titles[at] and not any(row.cell(at) for row in below):
                guesses[at] = "mark"
    _stand_in(titles, guesses)
    guesses = [chosen.get(at, guess) for at, guess in enumerate(guesses)]
    _without_sums(guesses, below, chosen)
    _balance(titles, guesses, below, chosen)
    names = [of_players.get(title, ("", title))[1] for title in titles]
    return TableColumns(tuple(map(Heading, titles, guesses, names)), below)


def days_in(columns: TableColumns, above: Sequence[str]) -> Days:
    """Return the reader of the days of a table, below texts that stand above it."""
    at = columns.at("day")[:1]
    return Days([row.cell(one) for row in columns.rows for one in at], above)


def repeats_headings(row: TableRow) -> bool:
    """Return whether a row has headings again, as where several evenings are one below another."""
    filled = [cell for cell in row.cells if cell]
    meanings = [meaning_of(cell) for cell in filled]
    telling = TELLING & {*meanings}
    several = len(telling) > 1 or (len(filled) > 1 and all(meanings))
    return several and not any(amount_of(cell) is not None for cell in filled)


def upright(rows: Sequence[TableRow]) -> Sequence[TableRow]:
    """Return the rows of a table; of one with its headings in the first column, the columns."""
    if len(rows) > MOST_COLUMNS:
        return _stacked(rows)
    width = max(len(row.cells) for row in rows)
    turned = [
        TableRow(at + 1, tuple(row.cell(at) for row in rows))
        for at in range(width)
        if any(row.cell(at) for row in rows)
    ]
    telling = [
        max(len(TELLING & {*map(meaning_of, row.cells)}) for row in some[:MOST_ABOVE])
        for some in (rows, turned)
    ]
    return _stacked(turned if telling[1] > max(telling[0], 1) else rows)


def _stacked(rows: Sequence[TableRow]) -> Sequence[TableRow]:
    """Return the rows of two tables that stand side by side one below the other.

    What stands to the left of both, as the day, is of both.
    """
    head = _heading(rows)
    titles = [folded(cell) for cell in rows[head].cells]
    twice = [one for one in titles if titles.count(one) == 2 and meaning_of(one) in BY_TABLE]
    if not twice:
        return rows
    first, second = (at for at, title in enumerate(titles) if title == twice[0])
    right = [
        TableRow(row.number, (*row.cells[:first], *row.cells[second:]), RIGHT)
        for row in rows[head:]
        if any(row.cells[second:])
    ]
    return [*(TableRow(row.number, row.cells[:second]) for row in rows), *right]


def _heading(rows: Sequence[TableRow]) -> int:
    """Return which row looks most like headings."""
    return max(range(min(MOST_ABOVE, len(rows))), key=lambda at: (_known(rows[at]), -at))


def _headings(rows: Sequence[TableRow]) -> tuple[list[str], tuple[TableRow, ...]]:
    """Return the headings of a table, out of one row or of two, and the rows below them."""
    above = _heading(rows)
    upper, lower = above - 1, above
    if not _repeats(rows[above]) and above + 1 < len(rows):
        below = rows[above + 1]
        if _repeats(below) and all(map(is_word, filter(None, below.cells))):
            upper, lower = above, above + 1
    width = max(len(row.cells) for row in rows[lower:])
    width = max(width, len(rows[max(upper, 0)].cells))
    titles = [rows[lower].cell(at) for at in range(width)]
    if upper >= 0 and _repeats(rows[lower]) and len(list(filter(None, rows[upper].cells))) > 1:
        both, over = [], ""
        for at, title in enumerate(titles):
            over = rows[upper].cell(at) or (over if title else "")
            both.append(f"{over} {title}".strip())
        titles = both if columns_of_players(both) else titles
    return titles, tuple(rows[lower + 1 :])


def _known(row: TableRow) -> int:
    """Return how much a row looks like headings; one cell alone is a title."""
    if len([cell for cell in row.cells if cell]) == 1:
        return 0
    meanings = [meaning_of(cell) for cell in row.cells]
    return sum(bool(one) for one in meanings) + 3 * len(TELLING & set(meanings))


def _repeats(row: TableRow) -> bool:
    """Return whether headings of a row are the same: others above tell them apart."""
    filled = [folded(cell) for cell in row.cells if cell]
    return len({*filled}) < len(filled) and not any(amount_of(cell) is not None for cell in filled)


def _if_numbers(title: str, cells: Sequence[str]) -> str:
    """Return what a heading names, or what else it can name above filled cells that are numbers."""
    meaning = meaning_of(title)
    amounts = [amount_of(cell) for cell in cells]
    numbers = [abs(one) for one in amounts if one is not None]
    if not numbers or len(numbers) < len(amounts):
        return meaning
    many = [one for one in numbers if one > MOST_POINTS]
    if meaning == "points" and many and ("score" in folded(title) or 2 * len(many) > len(numbers)):
        return "paid"
    if meaning == "taker" and max(numbers) > MOST_SEATS:
        return "points"
    return PLAYER if meaning == "name" else meaning


def _by_cells(title: str, cells: Sequence[str]) -> str:
    """Return what filled cells are whose heading says nothing or is a name: days, scores, marks."""
    numbers = [amount_of(unmarked(cell)) is not None for cell in cells]
    if cells and all(map(day_of, cells)) and not any(numbers):
        return "day"
    if not any(map(str.isalpha, title)):
        return ""
    if sum(numbers) > len(numbers) // 2:
        return PLAYER
    return "mark" if cells and all(map(is_mark, cells)) else ""


def _stand_in(titles: Sequence[str], guesses: list[str]) -> None:
    """Take a column for another that no heading names."""
    names = [at for at, guess in enumerate(guesses) if guess == "name"]
    taker = [at for at in names if folded(titles[at]) in ("spieler", "joueur", "player")]
    others = PLAYER in guesses or len(names) > 2
    if taker and others and "contract" in guesses and "taker" not in guesses:
        guesses[taker[0]] = "taker"
    for wanted, instead in STANDS_FOR.items():
        if wanted not in guesses and instead in guesses:
            guesses[guesses.index(instead)] = wanted


def _amounts(columns: Sequence[int], rows: Sequence[TableRow]) -> list[list[float | None]]:
    """Return the scores in some columns of the first rows."""
    return [[amount_of(unmarked(row.cell(at))) for at in columns] for row in rows[:LOOKED_AT]]


def _balance(
    titles: Sequence[str],
    guesses: list[str],
    rows: Sequence[TableRow],
    chosen: Mapping[int, str],
) -> None:
    """Count one or two columns more, or fewer, as players' where only so the scores add up to 0.

    So a column of minutes is no player, and Marc Petit has scores, not the petit.
    """
    amounts = _amounts(range(len(titles)), rows)
    numbers = [
        at
        for at, title in enumerate(titles)
        if at not in chosen
        and any(map(str.isalpha, title))
        and (guesses[at] == PLAYER or guesses[at] not in TELLING | {"paid", "total"})
        and 2 * sum(row[at] is not None for row in amounts) > len(amounts)
    ]
    now = {at for at, guess in enumerate(guesses) if guess == PLAYER}
    signs = {at: -1 if at in now else 1 for at in numbers}
    both = [(sum(row[at] or 0 for at in now), sum(bool(row[at]) for at in now)) for row in amounts]

    def adds_up(some: Sequence[int]) -> bool:
        even = scored = 0
        for row, (total, filled) in zip(amounts, both, strict=True):
            if filled + sum(signs[at] for at in some if row[at]):
                scored += 1
                even += not round(total + sum(signs[at] * (row[at] or 0) for at in some), 2)
        return len(now) + sum(signs[at] for at in some) > 2 and 2 * even > scored

    changes = chain.from_iterable(combinations(numbers, count) for count in (0, 1, 2))
    for at in next(filter(adds_up, changes), ()):
        guesses[at] = "" if at in now else PLAYER


def _without_sums(guesses: list[str], rows: Sequence[TableRow], chosen: Mapping[int, str]) -> None:
    """Take no column for a player's that is the sum of the players' scores in every row."""
    scores = [at for at, guess in enumerate(guesses) if guess == PLAYER]
    amounts = _amounts(scores, rows)
    for own, at in enumerate(scores):
        known = [
            (row[own], sum(one or 0 for other, one in enumerate(row) if other != own))
            for row in amounts
            if row[own] is not None
        ]
        if at not in chosen and len(known) > 1 and all(one == rest for one, rest in known):
            guesses[at] = "total"
