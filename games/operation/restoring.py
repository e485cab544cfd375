"""Putting a backup in the place of the site's database."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.operation.backups import Backup, CannotCopy
from games.operation.copying import Copies
from games.operation.encrypting import opened
from games.operation.erased_people import remember_erasures
from games.operation.inventory import holds_anything, take_inventory
from games.operation.proving import Note, Trial, prove


def check_fits(backup: Backup) -> None:
    """Raise CannotCopy unless this site can read the backup: the same kind of database, and no
    migration that this code does not know."""
    manifest = backup.manifest
    if manifest.database != connection.vendor:
        raise CannotCopy(
            f"This is a backup of {manifest.database}, and the site is on {connection.vendor}. "
            "From one to the other goes an archive: manage.py export_records, import_records."
        )
    loader = MigrationLoader(None)
    known = {f"{app}.{name}" for app, name in loader.disk_migrations}
    newer = [name for name in manifest.inventory["migrations"] if name not in known]
    if newer:
        raise CannotCopy(
            f"The backup comes from a newer version of ClubTarot ({newer[-1]}): install that one, "
            "then restore."
        )


def restore_backup(
    backup: Backup, copies: Copies, *, may_replace: bool, note: Note, trial: Trial
) -> str:
    """Let a backup take the place of the site's database; what became of the former one. Who was
    erased from it so far is written down beside the backups first.

    Raises CannotCopy, and then nothing has changed: where the database holds something and
    `may_replace` is not given, while the site is running, and where the backup is not sound.
    """
    check_fits(backup)
    present = take_inventory()
    if holds_anything(present) and not may_replace:
        raise CannotCopy(
            "The database is not empty. With --replace the backup takes its place: whatever was "
            "recorded since the backup is then no longer on the site."
        )
    remember_erasures(backup.folder, present)
    copies.check_stopped()
    backup.check_bytes()
    note("Trying the backup in a throwaway place ...")
    with opened(backup) as file:
        with copies.try_out(file.resolve(), backup.folder.resolve()) as url:
            prove(url, backup.manifest.inventory, note, trial)
        copies.check_stopped()
        return copies.put_in_place(file)
