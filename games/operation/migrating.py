"""What is asked before a database is migrated: who else does it, is there a backup, what goes."""

from __future__ import annotations

import fcntl
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from django.db import Error
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.migrations.recorder import MigrationRecorder

Plan = list[tuple[Migration, bool]]  # each with whether it goes backwards

ADVISORY = zlib.crc32(b"clubtarot: migrate")
BACK_UP_FIRST = """\
Back up first: this database is in use, and migrations have to be made (number: {count}). They
cannot be undone without losing what people write afterwards; the way back is the backup.
    manage.py backup FOLDER
    manage.py migrate --without-backup
With BACKUP_FOLDER set, the site makes a backup by itself, and tries the migrations on it first."""
GOING_BACK = """\
This would undo migrations (number: {count}), and delete what people have written into what these
had added: comments, corrections, invitations. To go back to an older version, restore the backup of
that day with the code of that day:
    manage.py restore BACKUP --replace
Where nothing is to be lost: manage.py migrate APP NAME --lose-what-was-added"""


# The last release whose database this code takes over in one step, and its code.
LAST_RELEASE, ITS_CODE = "0.2.0", "95c094e"
FIRST, LAST = "0001_initial", "0039_seats_compared_in_the_index"  # of its migrations
TOO_OLD = """\
This database is older than release {release}: it goes through that release first. With its code
(git checkout {code}), without BACKUP_FOLDER: manage.py migrate. Then come back to this version.
See games/operation/guide.md, Upgrading."""


def is_too_old(database: BaseDatabaseWrapper) -> bool:
    """Return whether a database of an older release has not gone through the last one."""
    applied = MigrationRecorder(database).applied_migrations()
    return ("games", FIRST) in applied and ("games", LAST) not in applied


@contextmanager
def one_at_a_time(database: Any) -> Iterator[None]:
    """Wait until nobody else migrates this database, then be the one who does."""
    if database.vendor == "postgresql":
        with database.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            cursor.execute("SET lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [ADVISORY])
        try:
            yield
        finally:
            # A session that has ended holds no lock.
            with suppress(Error), database.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY])
                cursor.execute("RESET statement_timeout")
                cursor.execute("RESET lock_timeout")
    elif database.is_in_memory_db():
        yield
    else:
        path = Path(f"{database.settings_dict['NAME']}.migrating")
        with locked_file(path):
            try:
                yield
            finally:
                path.unlink()


def locked_file(path: Path) -> IO[str]:
    """Return the file at `path`, there and locked; closing it unlocks it."""
    while True:
        lock = path.open("w")
        fcntl.flock(lock, fcntl.LOCK_EX)
        with suppress(FileNotFoundError):
            if os.path.samestat(path.stat(), os.fstat(lock.fileno())):
                return lock
        lock.close()
