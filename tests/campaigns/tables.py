"""A club with tables, made on a database in a process of its own: see `furnishing.py`."""

from __future__ import annotations

from typing import Any

from tests.campaigns.begin import apart

SCORER = ("scorer", "cards-on-the-table")  # account name and password
CLUB, GUESTS = "les-atouts", "guests"  # addresses: where the tables are, and a club without any


def furnish(database: str, tables: int, **wanted: Any) -> dict[str, Any]:
    """Migrate that database where it is empty, and open that many tables; `wanted` are further
    arguments of `furnishing.main`. Raises RuntimeError."""
    made: dict[str, Any] = apart("tests.campaigns.furnishing", database, tables, wanted)
    return made
