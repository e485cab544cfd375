"""One moment of the database, whatever is recorded while it is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from games.models import Club


@contextmanager
def one_moment(shared: str = "") -> Iterator[str]:
    """Read within the block only what is committed when it begins. Nothing can be written there.

    Yields a name by which other connections read the same moment as `shared`; "" on SQLite, where
    each connection has a moment of its own. Within a transaction nothing is begun.
    """
    if connection.in_atomic_block:
        yield ""
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")  # Django's own would take the lock of writers
        try:
            Club.objects.exists()  # the moment is that of the first look
            yield ""
        finally:
            connection.rollback()
    else:
        with connection.cursor() as cursor:
            cursor.execute("SET idle_in_transaction_session_timeout = 0")
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            if shared:
                cursor.execute("SET TRANSACTION SNAPSHOT %s", [shared])
            else:
                cursor.execute("SELECT pg_export_snapshot()")
                (shared,) = cursor.fetchone()
            yield shared
