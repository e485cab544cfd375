"""Entries and seals: every kind of statement that would change one is refused by the database."""

from datetime import date

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from games.matches.match_edits import edit_match
from games.models import Entry, MatchMove, Seal
from tests.append_only import TABLES
from tests.cast import Cast

Row = Entry | Seal | MatchMove
MODELS: tuple[type[Row], ...] = (Entry, Seal, MatchMove)


@pytest.fixture
def rows(cast: Cast) -> list[Row]:
    """One row of each append-only table."""
    hand = cast.sealed_hand()
    edit_match(user=cast.scorer, match=hand.match, played_on=date(2020, 2, 2))
    return [model._default_manager.all()[0] for model in MODELS]


def columns(row: Row) -> str:
    return ", ".join(str(field.column) for field in row._meta.concrete_fields)


def second(row: Row) -> str:
    """The column after the key: it says what the row belongs to."""
    return str(row._meta.concrete_fields[1].column)


def refused(statement: str, *parameters: int) -> None:
    """Assert that the database refuses a statement and that nothing has changed by it."""
    before = [list(model.objects.order_by("pk").values()) for model in MODELS]
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, parameters)
    assert [list(model.objects.order_by("pk").values()) for model in MODELS] == before


def test_no_row_is_updated_or_deleted(rows: list[Row]) -> None:
    for row in rows:
        table = row._meta.db_table
        for field in row._meta.concrete_fields:
            refused(f"UPDATE {table} SET {field.column} = {field.column}")
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save()
        with pytest.raises(IntegrityError), transaction.atomic():
            type(row)._default_manager.filter(pk=row.pk).update(**{second(row): 1})
        refused(f"DELETE FROM {table}")
        refused(f"DELETE FROM {table} WHERE id = %s", row.pk)
    for row in rows:
        if isinstance(row, Seal):
            row.texts.all().delete()
        with pytest.raises(IntegrityError), transaction.atomic():
            row.delete()


def unique_sets(row: Row) -> list[str]:
    column = {field.name: str(field.column) for field in row._meta.concrete_fields}
    sets = [constraint.fields for constraint in row._meta.total_unique_constraints]
    return ["id", *(", ".join(column[name] for name in names) for names in sets)]


def test_no_row_is_inserted_twice_or_overwritten_by_an_upsert(rows: list[Row]) -> None:
    """PostgreSQL and SQLite both know ON CONFLICT DO UPDATE."""
    for row in rows:
        table = row._meta.db_table
        same = f"SELECT {columns(row)} FROM {table} WHERE id = %s"
        insert = f"INSERT INTO {table} ({columns(row)}) {same}"
        refused(insert, row.pk)
        for names in unique_sets(row):
            update = f"DO UPDATE SET {second(row)} = excluded.{second(row)}"
            refused(f"{insert} ON CONFLICT ({names}) {update}", row.pk)


def test_no_row_is_overwritten_by_insert_or_replace(rows: list[Row]) -> None:
    """SQLite deletes what it replaces without a word, where recursive triggers are off."""
    if connection.vendor != "sqlite":
        pytest.skip("SQLite alone knows OR REPLACE; upserts of both are tested above")
    for recursive_triggers in ("OFF", "ON"):
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA recursive_triggers={recursive_triggers}")
        try:
            for row in rows:
                replaced_by_none(row)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA recursive_triggers=ON")


def replaced_by_none(row: Row) -> None:
    """Neither by one of its key nor by one of another key and the same number, where it has one."""
    table = row._meta.db_table
    other = columns(row).replace("id,", f"{row.pk} + 1000,", 1)
    for word in ("INSERT OR REPLACE", "REPLACE"):
        for values in (columns(row), other)[: len(unique_sets(row))]:
            same = f"SELECT {values} FROM {table} WHERE id = %s"
            refused(f"{word} INTO {table} ({columns(row)}) {same}", row.pk)


@pytest.mark.postgres  # SQLite has no TRUNCATE
def test_no_table_is_truncated(rows: list[Row]) -> None:
    with connection.cursor() as cursor:  # else the rows just made are in the way, not the triggers
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    for table in TABLES:
        refused(f"TRUNCATE {table} CASCADE")


@pytest.mark.django_db(transaction=True)
def test_the_triggers_are_back_after_a_test_database_was_emptied(cast: Cast) -> None:
    """What `tests/append_only.py` lifts between two tests, it puts back."""
    cast.sealed_hand()
    call_command("flush", interactive=False, verbosity=0)
    assert not Entry.objects.exists()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'games%%' AND tgenabled = 'O'"
            if connection.vendor == "postgresql"
            else "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'"
        )
        # SQLite uses up what lets an entry be changed by a trigger of its own.
        assert cursor.fetchone() == (3 * len(TABLES) + (connection.vendor == "sqlite"),)
