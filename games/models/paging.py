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
    """The row beside which a page should begin is not in the list."""


class SortKey(NamedTuple):
    """Where a row stands in its list: the value of the order's column, and the row's own key."""

    value: Any
    key: int


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page begins: after a row, or `backwards` before it; without a row at the top."""

    beside: SortKey | None = None
    backwards: bool = False


TOP = Cursor()


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a list: by a column that is never null, and by the key where that is equal."""

    column: str
    descending: bool = False
    key: str = "pk"

    def columns(self, *, backwards: bool = False) -> tuple[str, str]:
        """What `order_by` takes."""
        sign = "-" if self.descending != backwards else ""
        return f"{sign}{self.column}", f"{sign}{self.key}"

    def beyond(self, cursor: Cursor) -> Q:
        """The rows on that side of a cursor; at the top all rows.

        The first condition follows from the second; it lets the database begin in its index.
        """
        if cursor.beside is None:
            return Q()
        step = "lt" if self.descending != cursor.backwards else "gt"
        value, key = cursor.beside
        nearby = Q(**{f"{self.column}__{step}e": value})
        further = Q(**{f"{self.column}__{step}": value})
        return nearby & (further | Q(**{f"{self.key}__{step}": key}))

    def cursor(self, rows: QuerySet[Any], public_id: str, *, backwards: bool) -> Cursor:
        """The cursor beside one of these rows. One statement; raises UnknownRow."""
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
        """The rows beyond a cursor in the order of the list.

        `whole` has all rows with the columns of a page; `rows_of` reads them. Where its own table
        is the one to ask, nothing stands between: that halves what the database has to plan.
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
        """All rows beyond a cursor as `read` gives them, so many at a time. `place_of` tells a
        row's value and key; tuples begin with them. One statement each; no transaction is held
        open between them."""
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
        """The same, by `rows_of` that reads the very table that is asked."""
        rows = rows_of(self._ordered(cursor)[:limit])
        return rows[::-1] if cursor.backwards else rows

    def keys(self, cursor: Cursor, limit: int) -> QuerySet[Any]:
        """The keys of the rows beyond a cursor; to be used as `pk__in`, so that finding and reading
        them is one statement."""
        return self._ordered(cursor).values(self.order.key)[:limit]

    def _ordered(self, cursor: Cursor) -> QuerySet[Any]:
        columns = self.order.columns(backwards=cursor.backwards)
        return self.rows.filter(self.order.beyond(cursor)).order_by(*columns)

    def count(self) -> Count:
        """Return how many there are, counted up to `COUNTED`. One statement."""
        number = self.rows.order_by().values(self.order.key)[: COUNTED + 1].count()
        return Count(min(number, COUNTED), number > COUNTED)


def page_of(read: Callable[[Cursor, int], Sequence[Any]], cursor: Cursor, size: int) -> ListPage:
    """The page beyond a cursor, of rows that `read(cursor, limit)` gives in the order of the list.

    Beside a row it stands on the other side of the page, so there is more on that side.
    """
    rows = read(cursor, size + 1)
    more, begun = len(rows) > size, cursor.beside is not None and bool(rows)
    if cursor.backwards:
        return ListPage(tuple(rows[-size:]), before=more, after=begun)
    return ListPage(tuple(rows[:size]), before=begun, after=more)
