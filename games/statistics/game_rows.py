"""Writes the rows of one game in any of the tables of statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db.models import Model

from games.models.querysets import in_pieces, inserted

TOGETHER = 2_000  # rows that are read at once

Columns = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class StatisticsTable:
    """A table whose rows belong to a club and a game.

    `key`: the columns that identify a row within its club and game; `values`: all others.
    `unique_fields`: the columns of a unique constraint over the key.
    """

    model: type[Model]
    key: tuple[str, ...]
    values: tuple[str, ...]
    unique_fields: tuple[str, ...] = ()

    def overwrite(self, club: int, variant: str, rows: Mapping[Any, Any]) -> None:
        """Write rows, some of which may exist already.

        `rows` maps each key to an object whose attributes are the values. One statement for a few
        rows, none if there are none.
        """
        self._objects.bulk_create(
            list(self._instances(club, variant, rows)),
            update_conflicts=True,
            unique_fields=self.unique_fields,
            update_fields=self.values,
        )

    def replace(self, club: int, variant: str, rows: Mapping[Any, Any]) -> None:
        """Make these the only rows of a club and a game; what is right is not written."""
        stale, fresh = self._wrong(club, variant, rows)
        for some in in_pieces(list(stale)):
            self._objects.filter(pk__in=some).delete()
        names = ("club_id", "variant", *self.key, *self.values)
        rows_of_game = ((club, variant, *key, *self._columns_of(row)) for key, row in fresh.items())
        if fresh:
            inserted(self.model, names, rows_of_game)

    def faults(self, club: int, variant: str, rows: Mapping[Any, Any]) -> int:
        """Count the rows of a club and a game that are missing, too many, or not as in `rows`."""
        stale, fresh = self._wrong(club, variant, rows)
        return len(stale) + len(fresh.keys() - stale.values())

    def _wrong(
        self, club: int, variant: str, rows: Mapping[Any, Any]
    ) -> tuple[dict[int, Columns], dict[Any, Any]]:
        """Return the stored rows, by key, that are not as in `rows`, and those not stored so."""
        stale, fresh, columns_of = dict[int, Columns](), dict(rows), self._columns_of
        for pk, key, values in self._kept(club, variant):
            row = rows.get(key)
            if row is not None and values == columns_of(row):
                del fresh[key]
            else:
                stale[pk] = key
        return stale, fresh

    @property
    def _objects(self) -> Any:
        return self.model._default_manager

    def _kept(self, club: int, variant: str) -> Iterator[tuple[int, Columns, Columns]]:
        """Yield the stored rows of a club and a game: primary key, key, values."""
        rows = self._objects.filter(club=club, variant=variant)
        columns = rows.values_list("pk", *self.key, *self.values)
        width = 1 + len(self.key)
        for row in columns.iterator(chunk_size=TOGETHER):
            yield row[0], row[1:width], row[width:]

    @property
    def _columns_of(self) -> Callable[[Any], Columns]:
        """Return a function that reads the values of a row from the attributes of an object."""
        return attrgetter(*self.values)

    def _instances(self, club: int, variant: str, rows: Mapping[Any, Any]) -> Iterator[Model]:
        for key, row in rows.items():
            named = dict(zip(self.key, key, strict=True))
            values = {name: getattr(row, name) for name in self.values}
            yield self.model(club_id=club, variant=variant, **named, **values)
