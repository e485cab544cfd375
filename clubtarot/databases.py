"""How the two databases are opened, so that an acknowledged entry is never lost.

The values are those of the store's measurements: see the decision notes in README.md.
"""

from typing import Any

SQLITE_PRAGMAS = (
    ("journal_mode", "WAL"),  # readers never wait for the scorer
    ("synchronous", "FULL"),  # an answered entry survives a power cut
    ("recursive_triggers", "ON"),  # else INSERT OR REPLACE goes past the triggers on sealed rows
    ("trusted_schema", "OFF"),
    ("cell_size_check", "ON"),
    ("journal_size_limit", "67108864"),
)


def with_profile(database: dict[str, Any], *, statement_timeout: int) -> dict[str, Any]:
    """Return `database`, the settings read from DATABASE_URL, with our profile for its engine.

    `statement_timeout`: milliseconds that one statement may take on PostgreSQL. Options that the
    address itself names win over the profile's.
    """
    if "sqlite3" in database["ENGINE"]:
        profile = sqlite_profile()
    else:
        profile = postgres_profile(statement_timeout=statement_timeout)
    options = profile.pop("OPTIONS") | database.get("OPTIONS", {})
    return database | profile | {"ATOMIC_REQUESTS": False, "OPTIONS": options}


def sqlite_profile() -> dict[str, Any]:
    """WAL, writers that queue instead of failing, and connections that stay open.

    Closing the last connection would move the log into the database file after every request.
    """
    pragmas = " ".join(f"PRAGMA {name}={value};" for name, value in SQLITE_PRAGMAS)
    return {
        "CONN_MAX_AGE": None,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 10, "init_command": pragmas},
    }


def postgres_profile(*, statement_timeout: int) -> dict[str, Any]:
    """Kept connections that are tried before use, and an end to every wait."""
    limits = {
        "lock_timeout": 5_000,
        "statement_timeout": statement_timeout,
        "idle_in_transaction_session_timeout": 30_000,
    }
    return {
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"options": " ".join(f"-c {name}={value}" for name, value in limits.items())},
    }
