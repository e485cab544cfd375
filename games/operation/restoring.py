"""Putting a backup in the place of the site's database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader

from games.operation.backups import NOT_WRITABLE, Backup, CannotCopy, working_folder
from games.operation.copies import Copies
from games.operation.encrypting import opened
from games.operation.erased_people import erase_again, erased_now, lines_in, remember_erasures
from games.operation.inventory import holds_anything, take_inventory
from games.operation.proving import Note, Trial, bring_up_to_date, verify
from games.writing.outages import is_damaged


def check_fits(backup: Backup) -> None:
    """Raise CannotCopy for a backup of another kind of database or of a newer version."""
    manifest = backup.manifest
    if manifest.database != connection.vendor:
        raise CannotCopy(
            f"This is a backup of {manifest.database}, and the site is on {connection.vendor}. "
            "From one to the other goes an archive: manage.py export_records, import_records."
        )
    loader = MigrationLoader(None)
    # With those that one of today has taken the place of.
    replaced = (one for migration in loader.disk_migrations.values() for one in migration.replaces)
    known = {f"{app}.{name}" for app, name in (*loader.disk_migrations, *replaced)}
    # Release 0.2.0 recorded its own squash in addition to the migrations that it replaced.
    known.add("games.0001_squashed_0018_delete_milestone")
    newer = [name for name in manifest.inventory["migrations"] if name not in known]
    if newer:
        raise CannotCopy(
            f"The backup comes from a newer version of ClubTarot ({newer[-1]}): install that one, "
            "then restore."
        )


@contextmanager
def ready_copy(
    backup: Backup,
    room: Path,
    open_copy: Callable[[Path, Path], AbstractContextManager[str]],
    erased: Sequence[str],
    *,
    note: Note,
    trial: Trial,
) -> Iterator[dict[str, float]]:
    """Open a copy of a backup, erase people from it again, and verify it.

    Everybody in the lines of `erased` is erased. Yields how long each step took, in seconds. `room`
    is for temporary files. Raises CannotCopy.
    """
    took: dict[str, float] = {}
    begin = time.monotonic()

    def did(step: str) -> None:
        took[step] = time.monotonic() - begin - sum(took.values())

    backup.check_bytes()
    did("reading")
    with opened(backup, room) as file, open_copy(file.resolve(), room) as url:
        did("restoring")
        bring_up_to_date(url, backup.manifest.inventory, note)
        did("migrating")
        if erased:
            erase_again(url, erased, room)
            did("erasing")
        verify(url, note, trial)
        did("verifying")
        yield took


@dataclass(frozen=True, slots=True)
class Restored:
    """What became of the former database, in a sentence or ""; how many were erased again."""

    former: str
    erasures: int


def restore_backup(
    backup: Backup, copies: Copies, *, may_replace: bool, note: Note, trial: Trial
) -> Restored:
    """Replace the site's database by a backup.

    Anyone erased from the database so far is first written down next to the backups, and is not in
    the copy that replaces it.

    Raises CannotCopy, and then nothing has changed: where the database holds something and
    `may_replace` is not given, while the site is running, and where the backup is not sound.
    """
    check_fits(backup)
    in_use, lines = look_at_present(note)
    if in_use and not may_replace:
        raise CannotCopy(
            "The database is not empty. With --replace the backup takes its place: whatever was "
            "recorded since the backup is then no longer on the site."
        )
    copies.check_stopped()
    with working_folder(backup.folder) as room:
        erased = known_erasures(backup.folder, lines)
        remember(backup.folder, erased, note)
        note("Trying the backup in a throwaway place ...")
        with ready_copy(backup, room, copies.prepare, erased, note=note, trial=trial):
            copies.check_stopped()
            return Restored(copies.put_in_place(keep_former=in_use), len(erased))


def look_at_present(note: Note) -> tuple[bool, list[str]]:
    """Return whether the site's database holds anything, and the lines of its erased.

    A damaged one counts as full; then the list next to the backups must do.
    """
    try:
        present = take_inventory()
        return holds_anything(present), erased_now(present)
    except Error as error:
        if not is_damaged(error):
            raise
        note(
            "The database is damaged and cannot be read: who was erased is known from the list "
            "next to the backups alone."
        )
        return True, []


def known_erasures(folder: Path, lines: Iterable[str] = ()) -> list[str]:
    """Return the lines of all who were erased: of both folders, and `lines`."""
    named = lines_in(Path(settings.BACKUP_FOLDER)) if settings.BACKUP_FOLDER else []
    return list(dict.fromkeys([*lines_in(folder), *named, *lines]))


def remember(folder: Path, erased: Sequence[str], note: Note) -> None:
    """Add them to the list next to the backups, if possible."""
    try:
        remember_erasures(folder, erased)
    except OSError as error:
        if error.errno not in NOT_WRITABLE:
            raise
        note(f"{folder} can only be read: the list of erasures there stays as it is.")
