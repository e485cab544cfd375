"""Making a backup, step by step: write, try, encrypt, name."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection

from games.operation.backups import (
    ENCRYPTED,
    NAME,
    UNFINISHED,
    WRITTEN,
    Backup,
    BackupManifest,
    CopyReport,
    backups_in,
    check_room,
    finish,
)
from games.operation.copies import Copies
from games.operation.encrypting import backup_key, encrypt
from games.operation.erased_people import erased_now, remember_erasures
from games.operation.proving import Note, Trial, bring_up_to_date, verify


def make_backup(
    copies: Copies, folder: Path, *, trial: Trial | None, note: Note, report: CopyReport
) -> Backup:
    """Write a backup of the site's database into `folder`, of which the caller is the sole writer.

    With a `trial` it is restored into a throwaway place and verified before it gets its name; where
    the settings name a key it is encrypted then. Raises CannotCopy; then no new backup has
    appeared.
    """
    key = backup_key()  # read first: nobody waits for a trial to hear that it is not there
    made_at = datetime.now(UTC)
    check_room(folder, copies.size * (2 if trial or key else 1))
    unfinished = folder.resolve() / f"{UNFINISHED}{secrets.token_hex(4)}{copies.ending}"
    inventory = copies.write(unfinished, report)
    if trial:
        with copies.try_out(unfinished, unfinished.parent) as url:
            bring_up_to_date(url, inventory, note)
            verify(url, note, trial)
    remember_erasures(folder, erased_now(inventory))
    if key:
        note("Encrypting ...")
        plain, unfinished = unfinished, unfinished.with_name(unfinished.name + ENCRYPTED)
        encrypt(plain, unfinished, key)
        plain.unlink()
    with unfinished.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    number = max((one.number for one in backups_in(folder)), default=0) + 1
    manifest = BackupManifest(
        file=f"{made_at.strftime(NAME)}-{number}{copies.ending}{ENCRYPTED if key else ''}",
        made_at=made_at.isoformat(timespec="seconds"),
        database=connection.vendor,
        bytes=unfinished.stat().st_size,
        sha256=digest,
        checked=trial.proves if trial else WRITTEN,
        inventory=inventory,
        encrypted=key is not None,
    )
    return finish(unfinished, manifest)
