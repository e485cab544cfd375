"""Copies of an SQLite file, page by page, as SQLite itself makes them."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import connection

from games.operation.backups import (
    NAME,
    OWNER_ALONE,
    UNFINISHED,
    CannotCopy,
    CopyReport,
    check_room,
)
from games.operation.inventory import Inventory, take_inventory
from games.transfer.folder import sync_folder

PAGES = 1_000  # between two reports
COMPANIONS = ("-wal", "-shm", "-journal")  # the files that SQLite puts next to its own
# Bytes of the file on which a reader has a lock, with a log all the time: the file format's
# description has them. Where, and how many.
SHARED_LOCK = (0x4000_0002, 510)


class SqliteCopies:
    """The file that the site is on."""

    ending = ".sqlite3"
    unit = "pages"  # in which progress is counted

    def __init__(self) -> None:
        self.file = Path(connection.settings_dict["NAME"]).absolute()
        self.coming = self.file.with_name(f"{self.file.name}.restoring")

    @property
    def size(self) -> int:
        """Return the bytes of a copy: the size of the file with its log."""
        log = companion(self.file, "-wal")
        return sum(path.stat().st_size for path in (self.file, log) if path.exists())

    def write(self, target: Path, report: CopyReport) -> Inventory:
        """Copy one state into a new file while the site goes on; return what is in it.

        The numbers and the pages are of one read transaction, for which no writer waits.
        """
        connection.ensure_connection()
        raw: Any = connection.connection
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            try:
                inventory = take_inventory()
                with connection.wrap_database_errors, closing(sqlite3.connect(target)) as copy:
                    raw.backup(
                        copy,
                        pages=PAGES,
                        progress=lambda _status, left, total: report(total - left, total),
                    )
            finally:
                cursor.execute("ROLLBACK")
        sync_file(target)
        return inventory

    def try_out(self, source: Path, folder: Path) -> AbstractContextManager[str]:
        """Open a throwaway copy of the copy, for its DATABASE_URL: opening a file may change it."""
        return opened_copy(source, folder / f"{UNFINISHED}trial{self.ending}")

    def prepare(self, source: Path, folder: Path) -> AbstractContextManager[str]:
        """Open a file next to the site's, so that it can take its name at once."""
        return opened_copy(source, self.coming)

    def check_stopped(self) -> None:
        """Raise CannotCopy while somebody has the file open.

        SQLite gives up its log only to a process that is alone with the file. That also moves what
        is in the log into the file, which must not meet another file's log. With a damaged file
        SQLite does nothing any more: then the lock that it holds on an open one is looked at.
        """
        connection.close()
        if not self.file.exists():
            return
        in_use = CannotCopy(f"Somebody has {self.file.name} open. Stop the site and try again.")
        with closing(sqlite3.connect(self.file, timeout=1)) as alone:
            try:
                alone.execute("PRAGMA journal_mode=DELETE")
                return
            except sqlite3.Error as error:
                if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise in_use from None
        start, count = SHARED_LOCK
        with self.file.open("r+b") as file:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, count, start)
            except BlockingIOError:
                raise in_use from None

    def put_in_place(self, *, keep_former: bool) -> str:
        """Give the prepared file the site's name at once; return what became of the former one.

        That stays under another name, with the log that could not be moved into it.
        """
        kept = self.file.with_name(datetime.now(UTC).strftime(f"{NAME}-replaced{self.ending}"))
        with closing(sqlite3.connect(self.coming)) as alone:
            alone.execute("PRAGMA journal_mode=DELETE")
        sync_file(self.coming)
        if self.file.exists():
            like(self.file, self.coming)
        if keep_former:
            os.link(self.file, kept)
        for ending in COMPANIONS:
            if (log := companion(self.file, ending)).exists():
                log.replace(companion(kept, ending))
        self.coming.replace(self.file)
        sync_folder(self.file.parent)
        return f"The former database is {kept}." if keep_former else ""


@contextmanager
def opened_copy(source: Path, target: Path) -> Iterator[str]:
    """Yield the DATABASE_URL of a checked copy; it is removed at the end unless renamed."""
    try:
        remove(target)
        check_room(target.parent, source.stat().st_size)
        target.touch(OWNER_ALONE)
        shutil.copyfile(source, target)
        with closing(sqlite3.connect(target)) as opened:
            (verdict,) = opened.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise CannotCopy(f"The copy is damaged: {verdict}")
        yield f"sqlite:///{target}"
    except sqlite3.DatabaseError as error:
        raise CannotCopy(f"The copy is damaged: {error}") from None
    finally:
        remove(target)


def companion(file: Path, ending: str) -> Path:
    """Return the path of a file that SQLite puts next to another."""
    return file.with_name(file.name + ending)


def remove(file: Path) -> None:
    """Remove a database with its companions."""
    for ending in ("", *COMPANIONS):
        companion(file, ending).unlink(missing_ok=True)


def sync_file(path: Path) -> None:
    """Make sure that a file survives a power cut."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def like(former: Path, coming: Path) -> None:
    """Give a file the owner and the mode of the former one, where root restores for another."""
    facts = former.stat()
    coming.chmod(facts.st_mode)
    if os.geteuid() == 0:
        os.chown(coming, facts.st_uid, facts.st_gid)
