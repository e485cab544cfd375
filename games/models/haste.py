"""Statements that may not take long: a page would rather leave something out than wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from django.db import OperationalError, connection, transaction

INSTRUCTIONS = 10_000  # after so many of its own SQLite asks whether to go on
CANCELED = "57014"  # PostgreSQL: query_canceled


class TooLong(Exception):
    """A statement was ended because it took too long."""


@contextmanager
def in_haste(milliseconds: int) -> Iterator[None]:
    """End a statement in this block that takes longer. Raises TooLong."""
    limited = _on_postgres if connection.vendor == "postgresql" else _on_sqlite
    with limited(milliseconds):
        yield


@contextmanager
def _on_postgres(milliseconds: int) -> Iterator[None]:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = {milliseconds:d}")
            yield
            # For the rest of a transaction that this block is a part of.
            cursor.execute("SET LOCAL statement_timeout TO DEFAULT")
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) != CANCELED:
            raise
        raise TooLong from error


@contextmanager
def _on_sqlite(milliseconds: int) -> Iterator[None]:
    """Without a transaction: one would wait for whoever is writing."""
    over = monotonic() + milliseconds / 1_000
    connection.ensure_connection()
    database: Any = connection.connection
    database.set_progress_handler(lambda: monotonic() > over, INSTRUCTIONS)
    try:
        yield
    except OperationalError as error:
        if "interrupted" not in str(error):
            raise
        raise TooLong from error
    finally:
        database.set_progress_handler(None, 0)
