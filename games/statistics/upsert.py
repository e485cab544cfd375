"""One statement that inserts rows, or changes those that are there: both databases know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Model


@dataclass(frozen=True, slots=True)
class Upsert:
    """Rows of a table by a unique set of columns.

    `columns` are those of a row, in order; `unique` those that name it, `where` the condition of
    their index; `changes` says for the others what becomes of them: `{old}` is what stands there,
    `{new}` what comes. Columns without a change are overwritten, except those of `fixed`.
    """

    model: type[Model]
    columns: tuple[str, ...]
    unique: tuple[str, ...]
    changes: Mapping[str, str]
    where: str = ""
    fixed: tuple[str, ...] = ()

    def write(self, rows: Sequence[Sequence[object]]) -> None:
        """Insert or change the rows; each names another row. One statement, none without rows."""
        if not rows:
            return
        values: list[Any] = [value for row in rows for value in row]
        with connection.cursor() as cursor:
            cursor.execute(self._sql(len(rows)), values)

    def _sql(self, count: int) -> str:
        table = self.model._meta.db_table
        one = f"({', '.join(['%s'] * len(self.columns))})"
        named = {*self.unique, *self.fixed}
        sets = ", ".join(
            f'"{column}" = ' + self._change(table, column)
            for column in self.columns
            if column not in named
        )
        quoted = ", ".join(f'"{column}"' for column in self.columns)
        unique = ", ".join(f'"{column}"' for column in self.unique)
        where = f" WHERE {self.where}" if self.where else ""
        return (
            f'INSERT INTO "{table}" ({quoted}) VALUES {", ".join([one] * count)} '  # noqa: S608
            f"ON CONFLICT ({unique}){where} DO UPDATE SET {sets}"
        )

    def _change(self, table: str, column: str) -> str:
        change = self.changes.get(column, "{new}")
        return change.format(old=f'"{table}"."{column}"', new=f'excluded."{column}"')
