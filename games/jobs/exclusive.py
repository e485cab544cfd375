"""One long job at a time for a site, whichever process or machine it runs in.

The lock is not one of rows, so nobody who records waits for it, and it ends with its holder: with
the connection on PostgreSQL, with the process on SQLite, whose processes share one machine.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import Error, connection

from games.writing.errors import AnotherJob, StorageFull

# The names of the locks; of PostgreSQL's advisory locks, which have numbers for names, theirs.
JOBS, UPKEEP = "import", "upkeep"
NUMBERS = {JOBS: 0x7A407, UPKEEP: 0x7A408}


def exclusively(name: str = JOBS) -> AbstractContextManager[None]:
    """Do the only long job, or the upkeep, while the block lasts. Raises AnotherJob, StorageFull.

    Behind a pool that lends a connection for a transaction nobody can hold a lock for longer, and
    one that was taken could stay with a connection of the pool. There jobs are kept apart by their
    claims alone: none is worked on twice, but two of them may be at once.
    """
    if connection.vendor != "postgresql":
        return _lock_file(name)
    return nullcontext() if settings.POOLED else _on_postgres(NUMBERS[name])


@contextmanager
def _on_postgres(number: int) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
        (mine,) = cursor.fetchone()
    if not mine:
        raise AnotherJob
    try:
        yield
    finally:
        # Where the connection is lost, so is the lock.
        with suppress(Error), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [number])


@contextmanager
def _lock_file(name: str) -> Iterator[None]:
    # A file of its own: closing the database's file would release SQLite's own locks.
    with _opened(Path(f"{connection.settings_dict['NAME']}-{name}")) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AnotherJob from None
        yield


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("wb")
    except OSError as error:
        raise StorageFull from error
