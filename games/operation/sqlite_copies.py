"""Copies of an SQLite file, page by page, as SQLite itself makes them."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import connection

from games.operation.backups import NAME, UNFINISHED, CannotCopy
from games.operation.copying import Report
from games.operation.inventory import Inventory, take_inventory
from games.transfer.folder import sync_folder

PAGES = 1_000  # between two reports
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite puts beside its file


class SqliteCopies:
    """The file that the site is on."""

    ending = ".sqlite3"
    unit = "pages"

    def __init__(self) -> None:
        self.file = Path(connection.settings_dict["NAME"]).absolute()

    def write(self, target: Path, report: Report) -> Inventory:
        """One read transaction for the numbers and for the pages: whatever is recorded meanwhile
        is in neither. It keeps no writer waiting."""
        connection.ensure_connection()
        raw: Any = connection.connection
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            try:
                inventory = take_inventory()
                with closing(sqlite3.connect(target)) as copy:
                    raw.backup(
                        copy,
                        pages=PAGES,
                        progress=lambda _status, left, total: report(total - left, total),
                    )
            finally:
                cursor.execute("ROLLBACK")
        sync_file(target)
        return inventory

    @contextmanager
    def try_out(self, source: Path, folder: Path) -> Iterator[str]:
        """A copy of the copy: opening a file may change it."""
        trial = folder / f"{UNFINISHED}trial{self.ending}"
        try:
            shutil.copyfile(source, trial)
            with closing(sqlite3.connect(trial)) as opened:
                (found,) = opened.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise CannotCopy(f"The copy is damaged: {found}")
            yield f"sqlite:///{trial}"
        except sqlite3.DatabaseError as error:
            raise CannotCopy(f"The copy is damaged: {error}") from None
        finally:
            for ending in ("", *BESIDE):
                trial.with_name(trial.name + ending).unlink(missing_ok=True)

    def check_stopped(self) -> None:
        """SQLite gives up its log only to whoever is alone with the file. That also moves what is
        in the log into the file, which must not meet another file's log."""
        connection.close()
        if not self.file.exists():
            return
        with closing(sqlite3.connect(self.file, timeout=1)) as alone:
            try:
                alone.execute("PRAGMA journal_mode=DELETE")
            except sqlite3.OperationalError:
                raise CannotCopy(
                    f"Somebody has {self.file.name} open. Stop the site and try again."
                ) from None

    def put_in_place(self, source: Path) -> str:
        """The new file is written beside and then takes the name at once; the former one stays
        under another."""
        coming = self.file.with_name(self.file.name + ".restoring")
        kept = self.file.with_name(datetime.now(UTC).strftime(f"{NAME}-replaced{self.ending}"))
        with suppress(FileNotFoundError):
            coming.unlink()
        shutil.copyfile(source, coming)
        replaced = self.file.exists()
        if replaced:
            like(self.file, coming)
            os.link(self.file, kept)
        sync_file(coming)
        coming.replace(self.file)
        sync_folder(self.file.parent)
        return f"The former database is {kept}." if replaced else ""


def sync_file(path: Path) -> None:
    """Make sure that a file survives a power cut."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def like(former: Path, coming: Path) -> None:
    """Let a file belong to whom the former one belongs to, since root often restores, and the site
    is somebody else."""
    facts = former.stat()
    coming.chmod(facts.st_mode)
    if os.geteuid() == 0:
        os.chown(coming, facts.st_uid, facts.st_gid)
