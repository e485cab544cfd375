"""What a database holds, in numbers: by that a copy is compared with what was copied."""

from collections.abc import Iterator
from typing import Any

from django.db import connection

Inventory = dict[str, Any]

CLUBS, USERS, MIGRATIONS = "games_club", "games_user", "django_migrations"
SEALS = "games_seal"


def take_inventory() -> Inventory:
    """Return the rows of each table, the head of each club's chain, and the migrations.

    In plain SQL, since a copy may be older than the code. For one state of the database, call it in
    a transaction that sees one.
    """
    tables = sorted(connection.introspection.table_names())
    clubs = _rows_of(CLUBS, "public_id, seals, head") if CLUBS in tables else []
    migrations = _rows_of(MIGRATIONS, "app, name") if MIGRATIONS in tables else []
    return {
        "rows": {name: _rows_of(name, "count(*)")[0][0] for name in tables},
        "chains": {club: {"seals": seals, "head": head} for club, seals, head in sorted(clubs)},
        "migrations": sorted({f"{app}.{name}" for app, name in migrations}),
    }


def _rows_of(table: str, columns: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {connection.ops.quote_name(table)}")  # noqa: S608
        return list(cursor.fetchall())


def is_link(club: str, number: int, head: str) -> bool:
    """Return whether the chain of a club has this link under this number. In plain SQL, too."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT 1 FROM {SEALS} JOIN {CLUBS} ON {CLUBS}.id = {SEALS}.club_id "  # noqa: S608
            f"WHERE public_id = %s AND number = %s AND link = %s",
            [club, number, head],
        )
        return cursor.fetchone() is not None


def holds_anything(inventory: Inventory) -> bool:
    """Return whether somebody has an account or a club in it."""
    return any(inventory["rows"].get(name) for name in (CLUBS, USERS))


def differences(first: Inventory, second: Inventory) -> Iterator[str]:
    """Yield what two inventories do not agree on, a line each."""
    for part in ("rows", "chains"):
        for name in sorted({*first[part], *second[part]}):
            was, now = first[part].get(name), second[part].get(name)
            if was != now:
                yield f"{name}: {was} became {now}"
    if first["migrations"] != second["migrations"]:
        yield "other migrations"
