"""What a user may see, as queries: a row of another club is never returned, so it cannot leak."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Self, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import (
    Aggregate,
    BooleanField,
    ExpressionWrapper,
    F,
    Func,
    IntegerField,
    JSONField,
    Manager,
    Model,
    Q,
    QuerySet,
    TextField,
    Value,
)
from django.utils import timezone

Row = TypeVar("Row", bound=Model)
Key = TypeVar("Key")
RECORDERS = ("scorer", "admin")  # the roles that record in every club


class ClubQuerySet(QuerySet[Row]):
    """Rows that belong to a club.

    `memberships` is the path from a row to its club's members, `recorded_by` the path to the choice
    of who records.
    """

    memberships = "club__memberships"
    recorded_by = "club__recorded_by"

    def visible_to(self, user: Any) -> Self:
        """Return the rows of the clubs in which `user` is a member.

        There are none for a guest, and none for somebody who is not signed in.

        Each row has `my_role`, the role of this user in its club, `may_record`, whether they record
        there, and `seen_by`, their key, so that a write after it needs no further query. Every
        look-up in views starts here.
        """
        if isinstance(user, AnonymousUser) or not user.is_active:
            return self.none()
        return self._of(user).exclude(my_role="guest")

    def _of(self, user: Any) -> Self:
        mine = self.filter(**{f"{self.memberships}__user": user})
        return mine.annotate(
            my_role=F(f"{self.memberships}__role"),
            may_record=ExpressionWrapper(
                Q(my_role__in=RECORDERS) | Q(my_role="member", **{self.recorded_by: "members"}),
                output_field=BooleanField(),
            ),
            seen_by=Value(user.pk, output_field=IntegerField()),
        )


class ClubsQuerySet(ClubQuerySet[Row]):
    """The clubs themselves."""

    memberships = "memberships"
    recorded_by = "recorded_by"

    def entered_by(self, user: Any) -> Self:
        """Return the same as `visible_to`, plus clubs that show `user`, a guest, some pages."""
        return self._of(user) if user.is_authenticated and user.is_active else self.none()

    def shown_to_all(self) -> Self:
        """Return the clubs whose league and results everybody may read, even without an account."""
        return self.filter(public_sees="results")

    def heads_shown_to(self, user: Any) -> Self:
        """Return the clubs whose published heads `user` may read.

        They are the user's own clubs, and those that show them to everybody.
        """
        mine = self.none()
        if user.is_authenticated and user.is_active:
            mine = self.filter(memberships__user=user)
        return self.filter(Q(shows_heads=True) | Q(pk__in=mine.values("pk")))


class PlayerQuerySet(ClubQuerySet[Row]):
    """Players."""

    def at_the_club(self, day: date | None = None) -> Self:
        """Return those who have not left by a day (today if none is given) and can be chosen."""
        day = day or timezone.localdate()
        return self.filter(Q(left_on=None) | Q(left_on__gte=day))


class PlayerManager(Manager[Row]):
    """The players of a club, without those who were merged into others or erased."""

    def get_queryset(self) -> PlayerQuerySet[Row]:
        """Return the players who were neither merged into another one nor erased."""
        here = PlayerQuerySet[Row](self.model, using=self._db)
        return here.filter(merged_into=None, erased_at=None)

    def visible_to(self, user: Any) -> PlayerQuerySet[Row]:
        """Return the players that `user` sees, as for any rows of a club."""
        return self.get_queryset().visible_to(user)

    def at_the_club(self, day: date | None = None) -> PlayerQuerySet[Row]:
        """Return those who have not left by a day (today if none is given)."""
        return self.get_queryset().at_the_club(day)


class MatchManager(Manager[Row]):
    """The matches of a club, without those that went when an import was taken back."""

    def get_queryset(self) -> ClubQuerySet[Row]:
        """Return the matches that were not taken back."""
        return ClubQuerySet[Row](self.model, using=self._db).filter(taken_back_at=None)

    def visible_to(self, user: Any) -> ClubQuerySet[Row]:
        """Return the matches that `user` sees, as for any rows of a club."""
        return self.get_queryset().visible_to(user)


class NamesBySeat(Aggregate):
    """The names at a table as one JSON object: `{"0": "Anna", "1": "Boris"}`."""

    arity = 2
    output_field = JSONField()

    def as_sqlite(self, *args: Any, **kwargs: Any) -> Any:
        return super().as_sql(*args, function="json_group_object", **kwargs)

    def as_postgresql(self, *args: Any, **kwargs: Any) -> Any:
        return super().as_sql(*args, function="jsonb_object_agg", **kwargs)


class TextByPlace(Aggregate):
    """Two columns of texts as one JSON object, itself as text."""

    arity = 2
    output_field = TextField()

    def as_sqlite(self, *args: Any, **kwargs: Any) -> Any:
        return super().as_sql(*args, function="json_group_object", **kwargs)

    def as_postgresql(self, *args: Any, **kwargs: Any) -> Any:
        return super().as_sql(*args, function="json_object_agg", **kwargs)


class AsText(Func):
    """Bytes of UTF-8 as text: read as they are, they would come in twice the length."""

    output_field = TextField()
    template = "convert_from(%(expressions)s, 'UTF8')"

    def as_sqlite(self, compiler: Any, connection: Any, **extra_context: Any) -> Any:
        extra_context["template"] = "CAST(%(expressions)s AS TEXT)"
        return self.as_sql(compiler, connection, **extra_context)


class Among(Func):
    """Whether a number is one of many: a thousand of them as one parameter, not as a thousand."""

    output_field = BooleanField()
    template = "%(expressions)s = ANY(%%s)"

    def __init__(self, column: Any, numbers: Sequence[int]) -> None:
        super().__init__(column)
        self.numbers = list(numbers)

    def as_sqlite(self, compiler: Any, connection: Any, **extra_context: Any) -> Any:
        extra_context["template"] = "%(expressions)s IN (SELECT value FROM json_each(%%s))"
        column, params = self.as_sql(compiler, connection, **extra_context)
        return column, (*params, json.dumps(self.numbers))

    def as_postgresql(self, compiler: Any, connection: Any, **extra_context: Any) -> Any:
        column, params = self.as_sql(compiler, connection, **extra_context)
        return column, (*params, self.numbers)


NAMED_AT_ONCE = 500  # keys in one statement


def in_pieces(keys: Sequence[Key], size: int = NAMED_AT_ONCE) -> Iterator[Sequence[Key]]:
    """Yield the keys in pieces: a statement with all of them could have too many values."""
    for first in range(0, len(keys), size):
        yield keys[first : first + size]


READ_AT_ONCE = 2_000  # rows


def by_key(rows: QuerySet[Any], *columns: str) -> Iterator[tuple[Any, ...]]:
    """Yield the key and these columns of rows, in the order of the keys, some at a time."""
    ordered, after = rows.order_by("pk").values_list("pk", *columns), 0
    while some := list(ordered.filter(pk__gt=after)[:READ_AT_ONCE]):
        yield from some
        after = some[-1][0]


def copied(rows: QuerySet[Any], columns: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
    """Yield rows with these columns, each named with its type in PostgreSQL.

    PostgreSQL reads on while the first rows are worked on. Make no other query until the last row
    is taken.
    """
    chosen, connection = rows.values_list(*columns), connections[rows.db]
    if connection.vendor != "postgresql":
        yield from chosen
        return
    try:
        sql, params = chosen.query.sql_with_params()
    except EmptyResultSet:  # asked for none of them
        return
    command = f"COPY ({sql}) TO STDOUT (FORMAT BINARY)"
    # The driver's own cursor: Django's takes no parameters here where statements are taken down.
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.cursor.copy(command, params) as stream,
    ):
        stream.set_types(list(columns.values()))
        yield from stream.rows()


def inserted(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write many new rows of plain values, without making an object of each."""
    table, names = model._meta.db_table, ", ".join(f'"{name}"' for name in columns)
    connection = connections[DEFAULT_DB_ALIAS]  # where everything is written
    with connection.wrap_database_errors, connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", list(rows))  # noqa: S608
            return
        with cursor.cursor.copy(f"COPY {table} ({names}) FROM STDIN") as stream:
            for row in rows:
                stream.write_row(row)
