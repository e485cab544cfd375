"""Rows as lines of a file, and the files of hands.

A thousand rows are read at a time, so that ten years of hands need no more memory than one evening.

Each chunk starts after the last hand of the one before. No transaction stays open in between: a
hand that is sealed during a download is newer than all of them, and not in the file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import orjson
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy
from rest_framework.utils.encoders import JSONEncoder

from games.archive.hand_columns import HandColumns, SeatSerializer
from games.archive.hand_sheet import hand_sheet
from games.archive.seats import SEATED_BY, add_hand_seats
from games.archive.shapes import Row, RowSerializer
from games.book.sealed_lines import PARTS, readable, record_line, texts_in
from games.display import workbooks
from games.display.spreadsheets import MEDIA_TYPE, csv_lines, sheet_lines
from games.models import Hand, Seal
from games.models.paging import Hits
from games.models.querysets import Among, copied
from games.rules import VARIANTS

CHUNK = 1_000
RECORDS = 200  # with their texts they are larger
# People at a table: one more than play where the dealer sits out.
MOST_SEATS = max(players for variant in VARIANTS for players in variant.seats) + 1
# What no format has a word for, as answers have it.
OTHERS = JSONEncoder().default
# Moments end in Z, as in all answers.
JSON_LINE = orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE


def json_line(row: Any) -> bytes:
    """Return one line of NDJSON."""
    return orjson.dumps(row, OTHERS, JSON_LINE)


# --- tables ---------------------------------------------------------------------------------------


def table(shape: RowSerializer, rows: Iterable[Row]) -> Iterator[bytes]:
    """Return the lines of a CSV file of rows; a nested value gets columns, or is JSON."""
    columns = {str(name): parts_of_seat(field) for name, field in shape.fields.items()}
    return csv_lines(list(titles(columns)), (list(cells(row, columns)) for row in rows))


def parts_of_seat(field: Any) -> list[str]:
    """Return the parts of each seat, for a field that lists seats; empty for any other field."""
    child = getattr(field, "child", None)
    return list(child.fields) if isinstance(child, SeatSerializer) else []


def titles(columns: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the first line: a column for each field, and for each part of each seat."""
    for name, parts in columns.items():
        if parts:
            yield from (f"{name}_{seat}_{part}" for seat in range(MOST_SEATS) for part in parts)
        else:
            yield name


def cells(row: Row, columns: Mapping[str, Sequence[str]]) -> Iterator[Any]:
    """Yield the cells of a row; those of seats that nobody has stay empty."""
    for name, parts in columns.items():
        value = row[name]
        if parts:
            for seat in range(MOST_SEATS):
                there = seat < len(value)
                yield from (value[seat][part] if there else None for part in parts)
        elif isinstance(value, dict | list):
            yield json.dumps(value, cls=JSONEncoder, ensure_ascii=False)
        else:
            yield moment(value)


def moment(value: Any) -> Any:
    """Return a date or time as JSON writes it, and everything else as it is."""
    return OTHERS(value) if hasattr(value, "isoformat") else value


# --- hands ----------------------------------------------------------------------------------------


def rows_of(hands: QuerySet[Hand], hits: Hits) -> Iterator[Row]:
    """Yield the matching sealed hands, in their order. Two statements for each thousand."""
    shape = HandColumns()
    read = lambda query: shape.read(query, SEATED_BY)  # noqa: E731
    for rows in hits.pieces(hands, read, CHUNK, place_of=itemgetter("played_at", "pk")):
        add_hand_seats(rows)
        yield from shape.finished(rows)


def hands_ndjson(hands: QuerySet[Hand], hits: Hits) -> Iterator[bytes]:
    """Return the hands as NDJSON: one object per line."""
    return map(json_line, rows_of(hands, hits))


def hands_table(hands: QuerySet[Hand], hits: Hits) -> Iterator[bytes]:
    """Return the hands as a table for programs, with every column."""
    return table(HandColumns(), rows_of(hands, hits))


def hands_sheet(hands: QuerySet[Hand], hits: Hits) -> Iterator[bytes]:
    """Return the hands as a table for people who open it in a spreadsheet."""
    table = hand_sheet(rows_of(hands, hits), MOST_SEATS)
    return sheet_lines(table.header, table.rows)


def hands_workbook(hands: QuerySet[Hand], hits: Hits) -> Iterator[bytes]:
    """Yield the same table as a workbook, which is complete before it is sent."""
    yield workbooks.workbook([hand_sheet(rows_of(hands, hits), MOST_SEATS)])


def records(hands: QuerySet[Hand], hits: Hits) -> Iterator[bytes]:
    """Yield the record of each hand as it was sealed, one per line, in the public format."""
    read = lambda query: list(query.values_list("played_at", "pk"))  # noqa: E731
    for chunk in hits.pieces(hands, read, RECORDS):
        keys = [key for _played, key in chunk]
        seals = readable(Seal.objects.filter(Among("hand_id", keys)).order_by("revision"))
        latest = {row[0]: row[1:] for row in copied(seals, {"hand_id": "int8"} | PARTS)}
        for game, commitments, texts in (latest[key] for key in keys if key in latest):
            yield record_line(game, commitments, texts_in(texts))


class File(NamedTuple):
    """A kind of file: its name, media type, the end of its name, and what writes it."""

    label: Any
    media_type: str
    suffix: str
    write: Callable[[QuerySet[Hand], Hits], Iterator[bytes]]


XLSX, SPREADSHEET = gettext_lazy("Spreadsheet (XLSX)"), gettext_lazy("Spreadsheet (CSV)")
FILES = {
    "xlsx": File(XLSX, workbooks.MEDIA_TYPE, "xlsx", hands_workbook),
    "spreadsheet": File(SPREADSHEET, MEDIA_TYPE, "spreadsheet.csv", hands_sheet),
    "csv": File(gettext_lazy("Table (CSV)"), MEDIA_TYPE, "csv", hands_table),
    "ndjson": File(gettext_lazy("NDJSON"), "application/x-ndjson", "ndjson", hands_ndjson),
    "records": File(gettext_lazy("Records"), "application/x-ndjson", "records.ndjson", records),
}
