"""A table as somebody pastes it, or as a spreadsheet saves it: rows of cells, all of them texts."""

from __future__ import annotations

import csv
import io
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.people.listed_players import SEPARATOR, text_of
from games.transfer.results.workbook import Occupied, TooMuch, sheets_of

MOST_BYTES = 5_000_000
UNPACKED = 60_000_000
MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 6_000, 60, 200
MOST_CELLS = 3 * MOST_ROWS * MOST_COLUMNS  # of all sheets of a workbook, empty ones included
ZIPPED = b"PK\x03\x04"
SIGNS = "\t;,|"
NARROWEST = 3  # cells in the widest row of a sheet that holds a table
LOOKED_AT = 30  # rows that tell what stands between the columns


class TableRow(NamedTuple):
    """A row that is not blank: its number in the table from 1, its cells, and on which side.

    Two tables may stand side by side: a row of each has the same number.
    """

    number: int
    cells: tuple[str, ...]
    side: str = ""

    @property
    def key(self) -> str:
        """Return what tells a row from all others."""
        return f"{self.number}{self.side}"

    def cell(self, at: int) -> str:
        """Return a cell; "" beyond the last that is filled."""
        return self.cells[at] if at < len(self.cells) else ""


class ReadTable(NamedTuple):
    """The rows of a table, which sheet of its file they are, and the numbers of rows of all sheets.

    `book` is a file with several sheets in base64, by which a form sends it again.
    """

    rows: tuple[TableRow, ...]
    sheet: str = ""
    sheets: Mapping[str, int] = {}
    book: str = ""


def read_table(data: bytes, sheet: str = "") -> ReadTable:
    """Return the table in a file: a text, or the `sheet` of a workbook, or its first with a table.

    Raises ValidationError for what cannot be read or is too large.
    """
    if len(data) > MOST_BYTES:
        raise too_large()
    if data.startswith(ZIPPED):
        return _of_workbook(data, sheet)
    return ReadTable(_rows(_of_text(text_of(data))))


def book_of(text: str) -> bytes:
    """Return the workbook that a form sends again. Raises ValidationError."""
    try:
        return b64decode(text)
    except ValueError as error:
        raise unreadable() from error


def as_text(rows: Iterable[TableRow]) -> str:
    """Return rows as a text that `read_table` reads as the same rows, blank ones included."""
    out, line = io.StringIO(), 1
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    for row in rows:
        out.write("\n" * (row.number - line))
        writer.writerow(row.cells)
        line = row.number + 1
    return out.getvalue()


def too_large() -> ValidationError:
    words = _("A table may have at most %(rows)s rows and %(columns)s columns: divide it.")
    facts = {"rows": MOST_ROWS, "columns": MOST_COLUMNS}
    return ValidationError(words % facts, code="too-large")


def unreadable() -> ValidationError:
    """Return the error for a file that is no table."""
    words = _("This file cannot be read. Save the table as XLSX, ODS or CSV.")
    return ValidationError(words, code="unreadable")


def _of_workbook(data: bytes, wanted: str) -> ReadTable:
    try:
        with ZipFile(io.BytesIO(data)) as packed:
            if sum(one.file_size for one in packed.infolist()) > UNPACKED:
                raise too_large()
        grids = sheets_of(data, MOST_CELLS)
    except BadZipFile as error:
        raise unreadable() from error
    except TooMuch as error:
        raise too_large() from error
    except Occupied as error:
        words = _("Another workbook is being read right now. Try again in a moment.")
        raise ValidationError(words, code="busy") from error
    if grids is None:
        raise unreadable()
    filled = {name: [_width(row) for row in grid if any(row)] for name, grid in grids.items()}
    sheets = {name: len(widths) for name, widths in filled.items() if widths}
    tables = [name for name in sheets if max(filled[name]) >= NARROWEST]
    name = wanted if wanted in sheets else next(iter(tables or sheets), "")
    rows = _rows(grids.get(name, ()))
    return ReadTable(rows, name, sheets, b64encode(data).decode() if len(sheets) > 1 else "")


def _width(row: Iterable[str]) -> int:
    """Return how many cells of a row are filled."""
    return sum(map(bool, row))


def _of_text(text: str) -> Iterator[list[str]]:
    first, _newline, rest = text.partition("\n")
    named = SEPARATOR.fullmatch(first.strip().strip('"'))
    try:
        sign = named[1] if named else _sign(text)
        lines = io.StringIO("\n" + rest if named else text, newline="")
        yield from csv.reader(lines, delimiter=sign)
    except csv.Error as error:
        raise unreadable() from error


def _sign(text: str) -> str:
    """Return what stands between the columns: the sign that makes most of the lines as long."""
    lines = [line for line in text.splitlines() if line.strip()][:LOOKED_AT]

    def fits(sign: str) -> tuple[int, int]:
        widths = [len(row) for row in csv.reader(lines, delimiter=sign)]
        wide = [width for width in widths if width > 1]
        usual = max(wide, key=wide.count, default=0)
        return wide.count(usual), usual

    return max(SIGNS, key=fits) if lines else SIGNS[0]


def _rows(rows: Iterable[Iterable[str]]) -> tuple[TableRow, ...]:
    filled: list[TableRow] = []
    for number, row in enumerate(rows, 1):
        cells = [" ".join(cell.split())[:LONGEST_CELL] for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            filled.append(TableRow(number, tuple(cells)))
        if len(filled) > MOST_ROWS or len(cells) > MOST_COLUMNS:
            raise too_large()
    if not filled:
        raise ValidationError(_("The table is empty."), code="required")
    return tuple(filled)
