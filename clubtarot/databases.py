"""How the two databases are opened, so that an acknowledged entry is never lost.

The values come from measurements of the store: see the decisions in README.md.
"""

from typing import Any

# Seconds that one statement waits for a lock, or a connection for its server. Long enough for any
# other writer, short enough for three attempts within the patience of a tablet.
LONGEST_WAIT = 2

SQLITE_PRAGMAS = (
    ("journal_mode", "WAL"),  # readers never wait for the scorer
    ("synchronous", "FULL"),  # an answered entry survives a power cut
    ("recursive_triggers", "ON"),  # else INSERT OR REPLACE goes past the triggers on sealed rows
    ("trusted_schema", "OFF"),
    ("cell_size_check", "ON"),
    ("journal_size_limit", "67108864"),
)

# Parameters of libpq, in seconds but for the last one, which is in milliseconds.
REACHABLE = {
    "connect_timeout": LONGEST_WAIT,
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 8_000,
}


def with_profile(
    database: dict[str, Any], *, statement_timeout: int, pooled: bool = False
) -> dict[str, Any]:
    """Return `database`, the settings read from DATABASE_URL, with our profile for its engine.

    `statement_timeout`: milliseconds that one statement may take on PostgreSQL; `pooled`: whether
    each transaction may use another of its connections. Options that the address itself names
    win over the profile's.
    """
    if "sqlite3" in database["ENGINE"]:
        profile = sqlite_profile()
    else:
        profile = postgres_profile(statement_timeout=statement_timeout, pooled=pooled)
    options = profile.pop("OPTIONS") | database.get("OPTIONS", {})
    return database | profile | {"ATOMIC_REQUESTS": False, "OPTIONS": options}


def sqlite_profile() -> dict[str, Any]:
    """WAL, writers that queue instead of failing, and connections that stay open.

    Closing the last connection would move the log into the database file after every request.
    """
    pragmas = " ".join(f"PRAGMA {name}={value};" for name, value in SQLITE_PRAGMAS)
    return {
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": LONGEST_WAIT,
            "init_command": pragmas,
        },
    }


def postgres_profile(*, statement_timeout: int, pooled: bool) -> dict[str, Any]:
    """Kept connections that are tried before use, and an end to every wait.

    The server keeps the limits of statements. That there is a server at all, the network layer
    finds out: the machine of the database may have lost its power or its cable. Against a server
    that is there and has stopped working nothing here helps: see README.md.

    A pool that keeps a connection for a transaction only takes no options at the start of one.
    There the account has the limits (`limits_of_statements` says them).

    Rows are sent all at once: a cursor on the server ends with its transaction, and closing it
    later, when Python clears up what was read in part, would break the one that is open by then.
    """
    from clubtarot import moments  # the driver is loaded only where there is PostgreSQL

    moments.read_quickly()
    limits = limits_of_statements(statement_timeout)
    options = " ".join(f"-c {name}={value}" for name, value in limits.items())
    return {
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": True,
        "OPTIONS": REACHABLE if pooled else {"options": options} | REACHABLE,
    }


def limits_of_statements(statement_timeout: int) -> dict[str, int]:
    """Milliseconds after which PostgreSQL ends what waits or takes too long, by its settings."""
    return {
        "lock_timeout": LONGEST_WAIT * 1_000,
        "statement_timeout": statement_timeout,
        "idle_in_transaction_session_timeout": 30_000,
    }
