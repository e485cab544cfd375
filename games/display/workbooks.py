"""Tables as a workbook (XLSX): numbers are numbers, days are days, and no text is a formula."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from io import BytesIO
from typing import Any, NamedTuple

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LONGEST_NAME, LONGEST_TEXT = 31, 32_767
NOT_IN_NAMES = str.maketrans("[]:*?/\\", "()-----")
WIDTHS = {datetime: 17, date: 12}


class WorkbookSheet(NamedTuple):
    """A sheet of a workbook: its name, the headings, the rows."""

    name: str
    header: Sequence[Any]
    rows: Iterable[Sequence[Any]]


def workbook(tables: Iterable[WorkbookSheet]) -> bytes:
    """Return the tables as a workbook, a sheet each, in memory for one row at a time."""
    import xlsxwriter  # only here: few processes ever make a workbook

    data = BytesIO()
    with xlsxwriter.Workbook(data, {"constant_memory": True, "remove_timezone": True}) as book:
        forms: dict[type, Any] = {
            datetime: book.add_format({"num_format": "yyyy-mm-dd hh:mm"}),
            date: book.add_format({"num_format": "yyyy-mm-dd"}),
        }
        strong = book.add_format({"bold": True})
        for table in tables:
            sheet = book.add_worksheet(_name(table.name, [one.name for one in book.worksheets()]))
            sheet.freeze_panes(1, 0)
            sheet.set_column(0, len(table.header) - 1, WIDTHS[datetime])
            for column, heading in enumerate(table.header):
                sheet.write_string(0, column, str(heading), strong)
            for number, row in enumerate(table.rows, 1):
                for column, value in enumerate(row):
                    _write(sheet, number, column, value, forms)
    return data.getvalue()


def _write(sheet: Any, row: int, column: int, value: Any, forms: dict[type, Any]) -> None:
    if type(value) in forms:
        sheet.write_datetime(row, column, value, forms[type(value)])
    elif isinstance(value, bool):
        sheet.write_boolean(row, column, value)
    elif isinstance(value, int | float):
        sheet.write_number(row, column, value)
    elif value not in (None, ""):
        sheet.write_string(row, column, str(value)[:LONGEST_TEXT])


def _name(wanted: str, others: Sequence[str]) -> str:
    """Return a name that a sheet may have and no other one has."""
    plain = wanted.translate(NOT_IN_NAMES).strip("'")[:LONGEST_NAME] or "-"
    taken = {other.casefold() for other in others}
    numbered = (f"{plain[: LONGEST_NAME - 4]} {number}" for number in range(2, 100))
    return next(name for name in (plain, *numbered) if name.casefold() not in taken)
