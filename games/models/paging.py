"""Pages of long lists by the place of a row, not by number: the last page is as quick as the first.

A page begins next to a row that is named in its address, so that nothing is skipped or shown twice
while new rows come on top. Rows that share a moment stand in the order of their keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

# A list is counted no further: a page must not wait for all the hands of ten years.
COUNTED = 10_000


class UnknownRow(LookupError):
    """The row next to which a page should begin is not in the list."""


class SortKey(NamedTuple):
    """Where a row stands in its list: the value of the order's column, and the row's own key."""

    value: Any
    key: int


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page begins: after a row, or `backwards` before it; without a row at the top."""

    row: SortKey | None = None
    backwards: bool = False


TOP = Cursor()


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a list: by a column that is never null, and by the key where that is equal."""

    column: str
    descending: bool = False
    key: str = "pk"

    def columns(self, *, backwards: bool = False) -> tuple[str, str]:
        """Return what `order_by` takes."""
        sign = "-" if self.descending != backwards else ""
        return f"{sign}{self.column}", f"{sign}{self.key}"

    def beyond(self, cursor: Cursor) -> Q:
        """Return the condition for rows on that side of a cursor; at the top, for all rows.

        Its first part follows from its second, but lets the database begin in its index.
        """
        if cursor.row is None:
            return Q()
        step = "lt" if self.descending != cursor.backwards else "gt"
        value, key = cursor.row
        nearby = Q(**{f"{self.column}__{step}e": value})
        further = Q(**{f"{self.column}__{step}": value})
        return nearby & (further | Q(**{f"{self.key}__{step}": key}))

    def cursor(self, rows: QuerySet[Any], public_id: str, *, backwards: bool) -> Cursor:
        """Return the cursor next to one of these rows. One statement; raises UnknownRow."""
        values = rows.filter(public_id=public_id).values_list(self.column, "pk").first()
        if values is None:
            raise UnknownRow(public_id)
        return Cursor(SortKey(*values), backwards)


@dataclass(frozen=True, slots=True)
class Count:
    """How many rows there are; `more`: there are more, which were not counted."""

    number: int
    more: bool = False


@dataclass(frozen=True, slots=True)
class ListPage:
    """The rows of one page, in the order of the list, and whether there are more on either side."""

    rows: tuple[Any, ...]
    before: bool
    after: bool


@dataclass(frozen=True, slots=True)
class Hits:
    """The rows of a list as whichever table finds them soonest; `order.key` is their key there."""

    rows: QuerySet[Any]
    order: Order

    def read(
        self,
        whole: QuerySet[Any],
        rows_of: Callable[[QuerySet[Any]], list[Any]],
        cursor: Cursor,
        limit: int,
    ) -> list[Any]:
        """Read the rows beyond a cursor, in the order of the list.

        `whole` has all rows with the columns of a page; `rows_of` reads them. If its own table is
        the one to query, it is queried directly: that halves what the database has to plan.
        """
        if self.order.key == "pk":
            return self.own(rows_of, cursor, limit)
        order = replace(self.order, key="pk")
        keys = self.keys(cursor, limit)
        return rows_of(whole.filter(pk__in=keys).order_by(*order.columns()))

    def pieces(
        self,
        whole: QuerySet[Any],
        rows_of: Callable[[QuerySet[Any]], list[Any]],
        size: int,
        cursor: Cursor = TOP,
        place_of: Callable[[Any], tuple[Any, int]] = itemgetter(0, 1),
    ) -> Iterator[list[Any]]:
        """Yield all rows beyond a cursor as `read` returns them, `size` at a time.

        `place_of` gives a row's value and key; tuples begin with them. Each piece takes one
        statement, and no transaction is held open between them.
        """
        while True:
            rows = self.read(whole, rows_of, cursor, size)
            if rows:
                yield rows
                cursor = Cursor(SortKey(*place_of(rows[-1])))
            if len(rows) < size:
                return

    def own(
        self, rows_of: Callable[[QuerySet[Any]], list[Any]], cursor: Cursor, limit: int
    ) -> list[Any]:
        """Read the same with a `rows_of` that reads the queried table itself."""
        rows = rows_of(self._ordered(cursor)[:limit])
        return rows[::-1] if cursor.backwards else rows

    def keys(self, cursor: Cursor, limit: int) -> QuerySet[Any]:
        """Return the keys of the rows beyond a cursor, to be used as `pk__in` in one statement."""
        return self._ordered(cursor).values(self.order.key)[:limit]

    def _ordered(self, cursor: Cursor) -> QuerySet[Any]:
        columns = self.order.columns(backwards=cursor.backwards)
        return self.rows.filter(self.order.beyond(cursor)).order_by(*columns)

    def count(self) -> Count:
        """Return how many there are, counted up to `COUNTED`. One statement."""
        number = self.rows.order_by().values(self.order.key)[: COUNTED + 1].count()
        return Count(min(number, COUNTED), number > COUNTED)


def page_of(read: Callable[[Cursor, int], Sequence[Any]], cursor: Cursor, size: int) -> ListPage:
    """Return the page beyond a cursor, of rows that `read(cursor, limit)` gives in list order.

    If the cursor is next to a row, that row is on the other side of the page, so there is more on
    that side.
    """
    rows = read(cursor, size + 1)
    more, begun = len(rows) > size, cursor.row is not None and bool(rows)
    if cursor.backwards:
        return ListPage(tuple(rows[-size:]), before=more, after=begun)
    return ListPage(tuple(rows[:size]), before=begun, after=more)
