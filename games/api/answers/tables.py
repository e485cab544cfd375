"""Rows of the interface as lines of a table: what is nested gets columns or JSON of its own."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rest_framework.utils.encoders import JSONEncoder

from games.api.answers.serializers import SeatSerializer
from games.api.answers.shapes import Row, RowSerializer
from games.display.spreadsheets import csv_lines
from games.rules import VARIANTS

Columns = Mapping[str, Sequence[str]]
# People at a table: one more than play where the dealer sits out.
MOST_SEATS = max(players for variant in VARIANTS for players in variant.seats) + 1


def table(
    shape: type[RowSerializer], wanted: Iterable[str], rows: Iterable[Row]
) -> Iterator[bytes]:
    """The lines of a CSV file of these rows, with the `wanted` fields of their shape."""
    fields = {name: field for name, field in shape().fields.items() if name in set(wanted)}
    columns = {str(name): parts_of_seat(field) for name, field in fields.items()}
    return csv_lines(list(titles(columns)), (list(cells(row, columns)) for row in rows))


def parts_of_seat(field: Any) -> list[str]:
    """The parts of each seat that a field of seats has; none for any other field."""
    child = getattr(field, "child", None)
    return list(child.fields) if isinstance(child, SeatSerializer) else []


def titles(columns: Columns) -> Iterator[str]:
    """The first line: a column for each field, and for each part of each seat."""
    for name, parts in columns.items():
        if parts:
            yield from (f"{name}_{seat}_{part}" for seat in range(MOST_SEATS) for part in parts)
        else:
            yield name


def cells(row: Row, columns: Columns) -> Iterator[Any]:
    """The cells of a row; seats that nobody has stay empty."""
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
    """Times and days as JSON has them, everything else as it is."""
    return JSONEncoder().default(value) if hasattr(value, "isoformat") else value
