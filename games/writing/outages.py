"""The database away, locked, full or read-only: tells such an error apart from our own mistakes."""

import logging
import sqlite3
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import Error, InterfaceError, OperationalError

from games.writing.errors import Busy, StorageDamaged, StorageFull, StorageReadOnly

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
Outage = type[Busy] | type[StorageFull]

# locked; or its file, or a log that reading needs, cannot be opened or written
SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
SQLITE_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
# Damage that SQLite, or Python as it reads a text, gives no code of its own.
SQLITE_DAMAGED_WORDS = ("unsupported file format", "Could not decode to UTF-8")
SQLITE_GONE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, *SQLITE_DAMAGED}
# An input or output error: a file system that has met one takes no writes any more.
SQLITE_READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR}
# serialization failure, deadlock, lock timeout, statement timeout
POSTGRES_BUSY = {"40001", "40P01", "55P03", "57014"}
# connection lost or refused, server shutting down or starting, a transaction that waited too long,
# a server that only reads; what it finds on its disk is damaged
POSTGRES_DAMAGED = ("XX001", "XX002")
POSTGRES_READ_ONLY = "25006"
POSTGRES_GONE = ("08", "57P", "53300", "25P03", POSTGRES_READ_ONLY, *POSTGRES_DAMAGED)
POSTGRES_FULL = "53100"

SECONDS_TO_WAIT = 2  # what `Retry-After` says: a tablet sends again by itself
PAUSE = 60  # seconds
DAMAGED = (
    "The database is damaged. Stop the site, keep the damaged database, and restore the newest "
    "backup: games/operation/guide.md, When something has happened."
)


def outage_of(error: BaseException | None) -> Outage | None:
    """Return what an error says about the database, or None where it is a fault of ours.

    Takes what the database raised, what a service made of it, and what Django raises in its place
    where a session could not be saved.
    """
    match error:
        case Busy() | StorageFull():
            return type(error)
        case Error():
            return _outage_of_database(error)
        case UpdateError() | SessionInterrupted():
            return outage_of(error.__context__)
    return None


def _outage_of_database(error: Error) -> Outage | None:
    cause: Any = error.__cause__
    if is_damaged(error):
        return StorageDamaged
    if isinstance(cause, sqlite3.Error):
        code = _code_of(cause)
        if code == sqlite3.SQLITE_FULL:
            return StorageFull
        if code in SQLITE_READ_ONLY:
            return StorageReadOnly
        return Busy if code in SQLITE_BUSY | SQLITE_GONE else None
    state = getattr(cause, "sqlstate", None)
    if state == POSTGRES_FULL:
        return StorageFull
    return Busy if is_gone(error) or state in POSTGRES_BUSY else None


def _code_of(cause: sqlite3.Error) -> int:
    """Return SQLite's code of an error, without what it adds in further bits."""
    if str(cause).startswith(SQLITE_DAMAGED_WORDS):
        return sqlite3.SQLITE_CORRUPT
    return int(getattr(cause, "sqlite_errorcode", 0)) & 0xFF


def is_gone(error: Error) -> bool:
    """Return whether the database is out of reach, so that asking again at once is no use."""
    cause: Any = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _code_of(cause) in SQLITE_GONE
    state = getattr(cause, "sqlstate", None)
    if state is None:
        return isinstance(error, OperationalError | InterfaceError)
    return bool(state.startswith(POSTGRES_GONE))


def is_damaged(error: BaseException) -> bool:
    """Return whether the database has found its own file damaged: only a backup helps."""
    cause: Any = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _code_of(cause) in SQLITE_DAMAGED
    return getattr(cause, "sqlstate", None) in POSTGRES_DAMAGED


def only_reads(error: Error) -> bool:
    """Return whether a PostgreSQL that takes no writes has refused one."""
    return getattr(error.__cause__, "sqlstate", None) == POSTGRES_READ_ONLY


def cause_of(error: BaseException) -> str:
    """Return what the database said, and where it is damaged what to do, in one line."""
    advice = ""
    while error.__cause__ or error.__context__:
        advice = advice or (DAMAGED if is_damaged(error) else "")
        error = error.__cause__ or error.__context__  # type: ignore[assignment]
    return " ".join(f"{type(error).__name__}: {error} {advice}".split())


class SideWrites:
    """Writes that an answer does not depend on, such as when a key was last used.

    Where the database cannot take one it is left out, and for a minute no other one is tried:
    readers must not wait for a lock that they do not need.
    """

    def __init__(self) -> None:
        self.not_before = 0.0

    def attempt(self, write: Callable[[], Answer]) -> Answer | None:
        """Return what `write` returns; None where the database fails. Our mistakes are raised."""
        if time.monotonic() < self.not_before:
            return None
        try:
            return write()
        except (Error, SessionInterrupted) as error:
            if outage_of(error) is None:
                raise
            self.not_before = time.monotonic() + PAUSE
            log.warning("something that can wait was not written: %s", cause_of(error))
            return None
