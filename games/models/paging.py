"""Pages of long lists by the place of a row, not by number: the last page is as quick as the first.

A page begins beside a row that is named in its address, so that nothing is skipped or shown twice
while new rows come on top. Rows that share a moment stand in the order of their keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

# A list is counted no further: a page must not wait for all the hands of ten years.
COUNTED = 10_000


class Place(NamedTuple):
    """Where a row stands in its list: the value of the order's column, and its key."""

    value: Any
    key: int


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

    def beyond(self, place: Place | None, *, backwards: bool = False) -> Q:
        """The rows that come after (backwards: before) a place; without one all rows.

        The first condition follows from the second; it lets the database begin in its index.
        """
        if place is None:
            return Q()
        step = "lt" if self.descending != backwards else "gt"
        nearby = Q(**{f"{self.column}__{step}e": place.value})
        further = Q(**{f"{self.column}__{step}": place.value})
        return nearby & (further | Q(**{f"{self.key}__{step}": place.key}))


@dataclass(frozen=True, slots=True)
class Count:
    """How many rows there are; `more`: more than so many, which were not counted."""

    number: int
    more: bool = False


@dataclass(frozen=True, slots=True)
class Hits:
    """The rows of a list as whichever table finds them soonest; `order.key` is their key there."""

    rows: QuerySet[Any]
    order: Order

    def read(
        self,
        whole: QuerySet[Any],
        rows_of: Callable[[QuerySet[Any]], list[Any]],
        *,
        beside: Place | None,
        backwards: bool,
        limit: int,
    ) -> list[Any]:
        """The rows after (backwards: before) a place, or the first ones, in the order of the list.

        `whole` has all rows with the columns of a page; `rows_of` reads them. Where its own table
        is the one to ask, nothing stands between: that halves what the database has to plan.
        """
        if self.order.key == "pk":
            return self.own(rows_of, beside=beside, backwards=backwards, limit=limit)
        keys = self.keys(beside=beside, backwards=backwards, limit=limit)
        order = replace(self.order, key="pk")
        return rows_of(whole.filter(pk__in=keys).order_by(*order.columns()))

    def pieces(
        self,
        whole: QuerySet[Any],
        rows_of: Callable[[QuerySet[Any]], list[tuple[Any, ...]]],
        size: int,
    ) -> Iterator[list[tuple[Any, ...]]]:
        """All rows in the order of the list, so many at a time, as `read` does; each is a tuple
        that begins with its key and has the order's value behind that. One statement each; no
        transaction is held open between them."""
        beside: Place | None = None
        while True:
            found = self.read(whole, rows_of, beside=beside, backwards=False, limit=size)
            if found:
                yield found
                key, value = found[-1][:2]
                beside = Place(value, key)
            if len(found) < size:
                return

    def own(
        self,
        rows_of: Callable[[QuerySet[Any]], list[Any]],
        *,
        beside: Place | None,
        backwards: bool,
        limit: int,
    ) -> list[Any]:
        """The same, by `rows_of` that reads the very table that is asked."""
        found = self.rows.filter(self.order.beyond(beside, backwards=backwards))
        rows = rows_of(found.order_by(*self.order.columns(backwards=backwards))[:limit])
        return rows[::-1] if backwards else rows

    def keys(self, *, beside: Place | None, backwards: bool, limit: int) -> QuerySet[Any]:
        """The keys of the rows after (backwards: before) a place, or of the first ones; to be used
        as `pk__in`, so that finding and reading them is one statement."""
        rows = self.rows.filter(self.order.beyond(beside, backwards=backwards))
        return rows.order_by(*self.order.columns(backwards=backwards)).values(self.order.key)[
            :limit
        ]

    def chunks(self, size: int, *, beside: Place | None = None) -> Iterator[list[int]]:
        """The keys of all rows after a place, or of all, so many at a time. One statement each; no
        transaction is held open between them."""
        while True:
            found = self.keys(beside=beside, backwards=False, limit=size)
            places = found.values_list(self.order.column, self.order.key)
            keys = [(beside := Place(*place)).key for place in places]
            if keys:
                yield keys
            if len(keys) < size:
                return

    def count(self, most: int | None = None) -> Count:
        """How many there are, counted up to `most` or `COUNTED`. One statement."""
        most = COUNTED if most is None else most
        found = self.rows.order_by().values(self.order.key)[: most + 1].count()
        return Count(min(found, most), found > most)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The rows of one page, in the order of the list, and whether there are more on either side."""

    rows: tuple[Any, ...]
    before: bool
    after: bool


def cut(found: Sequence[Any], size: int, *, begun: bool, backwards: bool) -> Stretch:
    """The page that `size` + 1 rows make, which were looked for in the order of the list.

    `begun`: they were looked for beside a row, which therefore stands on the other side of them.
    """
    more = len(found) > size
    if backwards:
        rows = tuple(found[-size:]) if more else tuple(found)
        return Stretch(rows, before=more, after=bool(rows))
    rows = tuple(found[:size])
    return Stretch(rows, before=begun and bool(rows), after=more)
