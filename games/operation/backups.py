"""Backups as files in a folder: a copy of the database, and a manifest that says what is in it.

A backup stands under its name only when it is whole, on the disk, and has been opened and checked.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from games.operation.inventory import Inventory
from games.transfer.folder import store, sync_folder
from games.transfer.manifest import digest_of

FORMAT = "clubtarot-backup/1"
NAME = "clubtarot-%Y%m%dT%H%M%SZ"
NAMES = "clubtarot-*"
MANIFEST = ".json"
UNFINISHED = ".unfinished-"
ENCRYPTED = ".age"
# How far a backup was tried.
RESTORED = "restored and verified"
DIGESTS = "restored, digests verified"
WRITTEN = "written"
OWNER_ALONE = 0o600  # everything that the club knows is in it


class CannotCopy(Exception):
    """Why a backup cannot be made, read or restored: a sentence for whoever runs the site."""


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """What is in a backup: `database` is the vendor, `checked` says how far it was tried. Bytes and
    digest are those of the file, which may be `encrypted`."""

    file: str
    made_at: str
    database: str
    bytes: int
    sha256: str
    checked: str
    inventory: Inventory
    encrypted: bool = False
    format: str = FORMAT


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in its folder."""

    folder: Path
    manifest: BackupManifest

    @property
    def file(self) -> Path:
        """Where the copy of the database is."""
        return self.folder / self.manifest.file

    @property
    def moment(self) -> datetime:
        """When it was made."""
        return datetime.fromisoformat(self.manifest.made_at)

    def check_bytes(self) -> None:
        """Raise CannotCopy unless the file is, byte for byte, the one that was written."""
        with self.file.open("rb") as file:
            if digest_of(file) != self.manifest.sha256:
                raise CannotCopy(f"{self.file} is damaged: it is not what the manifest describes.")


def read_backup(path: Path) -> Backup:
    """The backup at `path`: its file, its manifest, or a folder, of which the newest is meant.
    Raises CannotCopy."""
    if path.is_dir():
        found = backups_in(path)
        if not found:
            raise CannotCopy(f"There is no finished backup in {path}.")
        return found[0]
    beside = path if path.suffix == MANIFEST else beside_of(path)
    try:
        facts: dict[str, Any] = json.loads(beside.read_bytes())
        if facts.get("format") != FORMAT:
            raise CannotCopy(f"{beside} is no manifest that this version can read.")
        backup = Backup(beside.parent, BackupManifest(**facts))
    except OSError:
        raise CannotCopy(f"{beside} cannot be read: a backup has its manifest beside it.") from None
    except (ValueError, TypeError, AttributeError):
        raise CannotCopy(f"{beside} is no manifest of a backup.") from None
    if not backup.file.is_file():
        raise CannotCopy(f"{backup.file} is missing.")
    return backup


def beside_of(file: Path) -> Path:
    """Where the manifest of a backup is."""
    return file.with_name(file.name.removesuffix(ENCRYPTED)).with_suffix(MANIFEST)


def backups_in(folder: Path) -> list[Backup]:
    """The finished backups in a folder, the newest first; what is none is passed over."""
    found = []
    for path in folder.glob(NAMES + MANIFEST):
        try:
            found.append(read_backup(path))
        except CannotCopy:
            continue
    return sorted(found, key=lambda backup: backup.manifest.made_at, reverse=True)


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """Be the only one who writes in this folder; what somebody left unfinished is removed.
    Raises CannotCopy."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotCopy(f"Another backup is being written to {folder}.") from None
        remove_unfinished(folder)
        try:
            yield
        finally:
            remove_unfinished(folder)


def remove_unfinished(folder: Path) -> None:
    """Remove what was begun and is no backup."""
    for path in folder.glob(f"{UNFINISHED}*"):
        path.unlink()


def finish(unfinished: Path, manifest: BackupManifest) -> Backup:
    """Give a checked copy its name, and its manifest, so that both survive a power cut. Raises
    CannotCopy where another has it."""
    backup = Backup(unfinished.parent, manifest)
    if backup.file.exists():
        raise CannotCopy(f"{backup.file} is there already.")
    unfinished.chmod(OWNER_ALONE)
    unfinished.replace(backup.file)
    sync_folder(backup.folder)
    text = json.dumps(asdict(manifest), indent=1).encode() + b"\n"
    store(beside_of(backup.file), text)
    sync_folder(backup.folder)
    return backup


@dataclass(frozen=True, slots=True)
class Keep:
    """How many backups stay: the newest of so many days, weeks and months in which there is one."""

    days: int
    weeks: int
    months: int


def kept(backups: list[Backup], keep: Keep) -> list[Backup]:
    """Those of `backups`, the newest first, that stay; the newest always does."""
    staying = {backup.file for backup in backups[:1]}
    for count, period in ((keep.days, "%Y-%m-%d"), (keep.weeks, "%G-%V"), (keep.months, "%Y-%m")):
        newest: dict[str, Path] = {}
        for backup in backups:
            newest.setdefault(backup.moment.astimezone(UTC).strftime(period), backup.file)
        staying.update(list(newest.values())[:count])
    return [backup for backup in backups if backup.file in staying]


def rotate(folder: Path, keep: Keep, newest: Backup) -> list[Backup]:
    """Remove the backups of a folder that need not stay beside the `newest`, and return them.

    Only those that were tried as that one was: a quick one never takes the place of a better one.
    """
    backups = [one for one in backups_in(folder) if kind_of(one) == kind_of(newest)]
    staying = [backup.file for backup in kept(backups, keep)]
    going = [backup for backup in backups if backup.file not in staying]
    for backup in going:
        backup.file.unlink()
        beside_of(backup.file).unlink()
    return going


def kind_of(backup: Backup) -> tuple[str, bool]:
    """What backups must have in common so that one can stand for another: the database, and whether
    they were restored on trial."""
    manifest = backup.manifest
    return manifest.database, manifest.checked == WRITTEN
