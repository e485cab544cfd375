"""How tests empty the tables that the database itself keeps from being emptied.

The triggers on entries and seals know no exception: a switch for tests would be one for everybody.
Instead the tests, which own their database, take the triggers away while a table is emptied between
two tests and put them back in the same transaction. A test that finds them missing afterwards is
`tests/book/test_append_only.py`.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations

TABLES = (
    *("games_entry", "games_seal", "games_matchmove", "games_erasedentry"),
    "games_publishedhead",
)


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Run the block, one transaction, without the triggers on the append-only tables."""
    lift, restore = statements(connection)
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for statement in lift:
            cursor.execute(statement)
        yield
        for statement in restore:
            cursor.execute(statement)


def statements(connection: BaseDatabaseWrapper) -> tuple[list[str], list[str]]:
    """What takes the triggers away, and what puts them back exactly as they were."""
    if connection.vendor == "postgresql":
        # However long a thread that was left behind keeps its locks, and whatever the disk takes.
        patient = [f"SET LOCAL {name} = 0" for name in ("lock_timeout", "statement_timeout")]
        # A table with foreign keys still to be checked cannot be altered.
        now, later = "SET CONSTRAINTS ALL IMMEDIATE", "SET CONSTRAINTS ALL DEFERRED"
        off = [f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in TABLES]
        on = [f"ALTER TABLE {table} ENABLE TRIGGER USER" for table in TABLES]
        return [*patient, now, *off], [now, *on, later]
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        found = cursor.fetchall()
    return [f"DROP TRIGGER {name}" for name, _ in found], [sql for _, sql in found]


@contextmanager
def flushing_lifts_triggers() -> Iterator[None]:
    """Let Django's emptying of the test database, and nothing else, past the triggers."""
    flush = BaseDatabaseOperations.execute_sql_flush

    def execute_sql_flush(self: BaseDatabaseOperations, sql_list: Iterable[str]) -> None:
        with lifted(self.connection):
            flush(self, sql_list)

    BaseDatabaseOperations.execute_sql_flush = execute_sql_flush  # type: ignore[method-assign]
    try:
        yield
    finally:
        BaseDatabaseOperations.execute_sql_flush = flush  # type: ignore[method-assign]
