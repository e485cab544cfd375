"""System checks: what `manage.py check` says about the place where the site runs.

games.E001  several processes on an SQLite whose log can be damaged by two writers
games.I001  the same library with one process, where it takes a rare accident (deploy only)
games.W002  production without https (deploy only)
games.E003  the database may lose what it acknowledged (a warning while DEBUG is on)
games.E004  somebody can sign in with a password of the demo club, which everybody knows
games.E005  the secret key is short, or can be guessed
games.E007  the database ends no wait, since a pool stands in between
games.W006  a proxy stands in front, and the site does not know how to tell visitors apart
games.W008  nobody has said in which time zone the club plays

What only a server must be asked is tagged as a question to the database: `make serve` puts those,
and the other commands do not.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register
from django.core.checks.security.base import check_secret_key as is_key_weak
from django.db import connections

from clubtarot.databases import limits_of_statements
from games.management.demo.evening import SIGN_INS
from games.models import User

# The release that repaired the reset of the write-ahead log, https://sqlite.org/wal.html
REPAIRED_SQLITE = (3, 51, 3)
POSTGRES_HINT = "Set DATABASE_URL to a PostgreSQL database, or use a Python with a newer SQLite."

EXPECTED: dict[str, dict[str, tuple[object, ...]]] = {
    "sqlite": {
        "PRAGMA journal_mode": ("wal",),
        "PRAGMA synchronous": (2, 3),  # FULL, EXTRA
        "PRAGMA foreign_keys": (1,),
    },
    "postgresql": {
        "SHOW fsync": ("on",),
        "SHOW full_page_writes": ("on",),
        # "local" waits for no standby, and what one lacks is lost when it takes over.
        "SHOW synchronous_commit": ("on", "remote_write", "remote_apply"),
    },
}


LIMITS = "SELECT name, setting FROM pg_settings WHERE name = ANY(%s) ORDER BY name"


def uses_fragile_sqlite() -> bool:
    """Return whether the site runs on an SQLite that is older than the repair of its log."""
    engine = settings.DATABASES["default"]["ENGINE"]
    return engine.endswith("sqlite3") and sqlite3.sqlite_version_info < REPAIRED_SQLITE


@register(Tags.database)
def check_sqlite_processes(**kwargs: Any) -> Iterator[CheckMessage]:
    """Refuse several server processes where one of them could damage the file."""
    if settings.SERVER_PROCESSES > 1 and uses_fragile_sqlite():
        yield Error(
            f"WEB_CONCURRENCY asks for {settings.SERVER_PROCESSES} processes, but SQLite "
            f"{sqlite3.sqlite_version} can damage its file when two of them write.",
            hint=f"Leave WEB_CONCURRENCY at 1. {POSTGRES_HINT}",
            id="games.E001",
        )


@register(deploy=True)
def check_sqlite_version(**kwargs: Any) -> Iterator[CheckMessage]:
    """Tell the operator; no more, since one process is the normal case and the library is given."""
    if uses_fragile_sqlite():
        yield Info(
            f"SQLite {sqlite3.sqlite_version} is older than 3.51.3, which repaired a rare "
            "damage to its write-ahead log. Keep one server process, and backups.",
            hint=POSTGRES_HINT,
            id="games.I001",
        )


@register(Tags.security, deploy=True)
def check_https(**kwargs: Any) -> Iterator[CheckMessage]:
    """Name what a club room without certificates gives up."""
    if not settings.HTTPS:
        yield Warning(
            "HTTPS is off: passwords and cards can be read and changed on the way.",
            hint="Put the site behind a server with a certificate and unset HTTPS.",
            id="games.W002",
        )


@register(Tags.database)
def check_durability(databases: Sequence[str] | None, **kwargs: Any) -> Iterator[CheckMessage]:
    """Ask the open database itself whether an acknowledged entry survives a power cut."""
    for connection in (connections[alias] for alias in databases or ()):
        with connection.cursor() as cursor:
            for question, allowed in EXPECTED.get(connection.vendor, {}).items():
                cursor.execute(question)
                (value,) = cursor.fetchone()
                if value not in allowed:
                    level = Warning if settings.DEBUG else Error
                    yield level(
                        f"{question} answers {value!r}: an acknowledged entry could be lost.",
                        hint=f"Needed: {' or '.join(map(str, allowed))}.",
                        id="games.E003",
                    )


@register(Tags.database)
def check_limits_behind_a_pool(
    databases: Sequence[str] | None, **kwargs: Any
) -> Iterator[CheckMessage]:
    """Ask whether the account has the limits that the site cannot ask for through a pool."""
    database = connections["default"]
    if not settings.POOLED or not databases or database.vendor != "postgresql":
        return
    wanted = limits_of_statements(settings.STATEMENT_TIMEOUT)
    with database.cursor() as cursor:
        cursor.execute(LIMITS, [list(wanted)])
        missing = [name for name, value in cursor.fetchall() if value == "0"]
    for name in missing:
        yield Error(
            f"The database waits for ever: {name} is not set for the account of the site.",
            hint=f"As its administrator: ALTER ROLE name SET {name} = '{wanted[name]}ms'.",
            id="games.E007",
        )


@register(Tags.database)
def check_demo_passwords(databases: Sequence[str] | None, **kwargs: Any) -> Iterator[CheckMessage]:
    """Keep a real server from starting on the database in which somebody tried the site out."""
    if settings.DEBUG or not databases:
        return
    known = [user.username for user in demo_users() if user.check_password(SIGN_INS[user.username])]
    if known:
        yield Error(
            f"Everybody knows the passwords of these demo accounts: {', '.join(known)}.",
            hint="Name a database of its own with DATABASE_URL, or change each of them with "
            "manage.py changepassword NAME.",
            id="games.E004",
        )


@register(Tags.database)
def check_secret_key(databases: Sequence[str] | None, **kwargs: Any) -> Iterator[CheckMessage]:
    """Refuse what Django's own check for a deployment only warns of."""
    if databases and not settings.DEBUG and is_key_weak(None):
        yield Error(
            "SECRET_KEY is short or can be guessed: who knows it can sign in as anybody.",
            hint="Make one, and keep it: python3 -c "
            "'import secrets; print(secrets.token_urlsafe(50))'",
            id="games.E005",
        )


@register(Tags.database)
def check_client_addresses(
    databases: Sequence[str] | None, **kwargs: Any
) -> Iterator[CheckMessage]:
    """Warn where all visitors would look like one, since only a proxy can reach this machine."""
    if settings.DEBUG or not databases or settings.CLIENT_ADDRESS_HEADER:
        return
    # Without https nothing is in front: somebody looks at the site on this machine.
    if settings.HTTPS and is_own_machine(settings.HOST):
        yield Warning(
            "Everybody seems to come from the proxy in front of the site: wrong passwords cannot "
            "be counted by visitor, and are only answered slowly.",
            hint="Let the proxy name the visitor in a header that it sets itself, and name that "
            "header: CLIENT_ADDRESS_HEADER=X-Real-IP.",
            id="games.W006",
        )


@register(Tags.database)
def check_time_zone(databases: Sequence[str] | None, **kwargs: Any) -> Iterator[CheckMessage]:
    """Warn where evenings would end at midnight of another place."""
    if databases and not settings.DEBUG and not settings.TIME_ZONE_IS_SET:
        yield Warning(
            "TIME_ZONE is not set: times are shown in UTC, and a new day begins at midnight there.",
            hint="Name the club's, as TIME_ZONE=Europe/Vienna, or UTC itself.",
            id="games.W008",
        )


def is_own_machine(host: str) -> bool:
    """Return whether a server that listens there can be reached from its own machine only."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.startswith("unix:")


def demo_users() -> list[User]:
    """Return the users with the names of the demo's; none before the first migration."""
    if User._meta.db_table not in connections["default"].introspection.table_names():
        return []
    return list(User.objects.filter(username__in=SIGN_INS, is_active=True).order_by("username"))
