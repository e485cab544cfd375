"""Tables as CSV (RFC 4180) that a spreadsheet can be given without fear.

A name or a comment may begin with a sign that makes a spreadsheet take it for a formula. Such a
text gets an apostrophe before it, which spreadsheets take for "this is text". Numbers stay numbers.

A spreadsheet reads a file with the signs of its own language: where decimals have a comma, columns
have semicolons between them. A mark at the beginning says that the file is UTF-8.
"""

import csv
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from io import StringIO
from itertools import chain
from typing import Any

from django.utils.formats import get_format

MEDIA_TYPE = "text/csv; charset=utf-8"
# What begins a formula in one spreadsheet or another; the full-width signs count in some of them.
FORMULA_SIGNS = tuple("=+-@\t\r\n\0＝＋－＠")


def cell(value: Any) -> Any:
    """Return a value as a cell holds it: nothing for None, `true`, `false`, texts made inert."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA_SIGNS):
        return f"'{value}"
    return value


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """Return the lines of a file in UTF-8, the header first, each as soon as its row is there."""
    return _lines(header, rows, ",", cell)


def sheet_lines(header: Sequence[Any], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """Return the same lines for a person who opens the file.

    They have the byte order mark, and the separators of the reader's language at the time of the
    call.
    """
    comma = get_format("DECIMAL_SEPARATOR") == ","
    head = list(map(str, header))
    lines = _lines(head, rows, ";", _with_comma) if comma else csv_lines(head, rows)
    return chain([BOM_UTF8], lines)


def _lines(
    head: Sequence[str],
    rows: Iterable[Sequence[Any]],
    delimiter: str,
    written: Callable[[Any], Any],
) -> Iterator[bytes]:
    buffer = StringIO()
    writer = csv.writer(buffer, delimiter=delimiter)
    writer.writerow(head)
    yield _taken(buffer)
    for row in rows:
        writer.writerow(map(written, row))
        yield _taken(buffer)


def _with_comma(value: Any) -> Any:
    return str(value).replace(".", ",") if isinstance(value, float) else cell(value)


def _taken(buffer: StringIO) -> bytes:
    line = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return line.encode()
