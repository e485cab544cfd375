"""Making a backup, step by step: write, try, name."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection

from games.operation.backups import NAME, UNFINISHED, Backup, BackupManifest, finish
from games.operation.copying import Copies, Report
from games.operation.erased_people import remember_erasures
from games.operation.proving import Note, prove
from games.transfer.manifest import digest_of

RESTORED, WRITTEN = "restored and verified", "written"


def make_backup(
    copies: Copies, folder: Path, *, is_tried: bool, note: Note, report: Report
) -> Backup:
    """Write a backup of the site's database into `folder`, of which the caller is the sole writer.

    With `is_tried` it is restored into a throwaway place and verified before it gets its name.
    Raises CannotCopy; then no new backup has appeared.
    """
    made_at = datetime.now(UTC)
    unfinished = folder.resolve() / f"{UNFINISHED}{secrets.token_hex(4)}{copies.ending}"
    inventory = copies.write(unfinished, report)
    if is_tried:
        with copies.try_out(unfinished, unfinished.parent) as url:
            prove(url, inventory, note)
    remember_erasures(folder, inventory)
    with unfinished.open("rb") as file:
        digest = digest_of(file)
    manifest = BackupManifest(
        file=made_at.strftime(NAME) + copies.ending,
        made_at=made_at.isoformat(timespec="seconds"),
        database=connection.vendor,
        bytes=unfinished.stat().st_size,
        sha256=digest,
        checked=RESTORED if is_tried else WRITTEN,
        inventory=inventory,
    )
    return finish(unfinished, manifest)
