"""A new database gets its tables in one step, and one of the last release the same in another."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from games.operation.migrating import ITS_CODE, LAST

SQUASHED = ("games", "0001_squashed_0039")
NAME = "clubtarot_migrations"

Schema = list[tuple[str, ...]]


@contextmanager
def empty_database(folder: Path) -> Iterator[None]:
    """Another database in the place of the default one."""
    usual = connections["default"]
    other = connections.create_connection("default")
    if usual.vendor == "sqlite":
        other.settings_dict = usual.settings_dict | {"NAME": folder / NAME}
    else:
        other.settings_dict = usual.settings_dict | {"NAME": NAME}
        without_database(f"CREATE DATABASE {NAME}")
    connections["default"] = other
    try:
        yield
    finally:
        other.close()
        connections["default"] = usual
        if usual.vendor != "sqlite":
            without_database(f"DROP DATABASE {NAME}")


def without_database(statement: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


def made_by_the_last_release() -> None:
    """Make the tables of the last release, and let the database say that its migrations did."""
    executor = MigrationExecutor(connections["default"])
    executor.migrate([SQUASHED])
    recorder = MigrationRecorder(connections["default"])
    recorder.record_unapplied(*SQUASHED)
    for replaced in executor.loader.graph.nodes[SQUASHED].replaces:
        recorder.record_applied(*replaced)


OF_SQLITE = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1, 2"
IN_POSTGRESQL = {
    "column": """
        SELECT 'column', attrelid::regclass::text, attnum::text, attname,
               format_type(atttypid, atttypmod), attnotnull::text, attidentity::text,
               coalesce(pg_get_expr(adbin, adrelid), '')
        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r'
                           AND relnamespace = 'public'::regnamespace)
          AND attnum > 0 AND NOT attisdropped""",
    "index": "SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "constraint": """
        SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace""",
    "trigger": "SELECT 'trigger', tgname, pg_get_triggerdef(oid) FROM pg_trigger "
    "WHERE NOT tgisinternal",
    "function": "SELECT 'function', proname, pg_get_functiondef(oid) FROM pg_proc "
    "WHERE pronamespace = 'public'::regnamespace",
}


def schema() -> Schema:
    """Every table, index, constraint and trigger."""
    statements = [OF_SQLITE] if connection.vendor == "sqlite" else list(IN_POSTGRESQL.values())
    rows: Schema = []
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
            rows += sorted(tuple(row) for row in cursor.fetchall())
    return rows


@pytest.fixture
def other_database(tmp_path: Path, transactional_db: None) -> Iterator[None]:
    with empty_database(tmp_path):
        yield


@pytest.fixture(scope="module")
def schema_of_today(django_db_setup: None, django_db_blocker: Any) -> Schema:
    """The tables of the database of all tests, which `migrate` made where there was nothing."""
    with django_db_blocker.unblock():
        return schema()


@pytest.mark.django_db
def test_a_new_database_has_the_triggers_that_keep_entries_and_seals(
    schema_of_today: Schema,
) -> None:
    triggers = [row for row in schema_of_today if row[0] == "trigger"]
    assert len(triggers) == {"sqlite": 16, "postgresql": 15}[connection.vendor]


@pytest.mark.thorough
@pytest.mark.usefixtures("other_database")
def test_a_database_of_the_last_release_takes_one_step_and_an_older_one_is_sent_there(
    schema_of_today: Schema,
) -> None:
    made_by_the_last_release()
    recorder = MigrationRecorder(connections["default"])
    recorder.record_unapplied("games", LAST)
    before = schema()
    with pytest.raises(CommandError, match=f"git checkout {ITS_CODE}"):
        call_command("migrate", verbosity=0)
    assert schema() == before
    recorder.record_applied("games", LAST)

    call_command("migrate", verbosity=0)
    assert schema() == schema_of_today
    loader = MigrationLoader(connections["default"])
    loader.check_consistent_history(connections["default"])
    assert SQUASHED in loader.applied_migrations
    (newest,) = loader.graph.leaf_nodes("games")
    assert newest in loader.applied_migrations
