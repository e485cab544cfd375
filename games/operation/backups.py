"""Backups as files in a folder: a copy of the database, and a manifest that says what is in it.

A backup stands under its name only when it is whole, on the disk, and has been opened and checked.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import Error

from games.operation.inventory import Inventory
from games.transfer.folder import store, sync_folder
from games.writing.errors import StorageFull
from games.writing.outages import cause_of, outage_of

FORMAT = "clubtarot-backup/1"
NAME = "clubtarot-%Y%m%dT%H%M%SZ"
NAMED = re.compile(r"clubtarot-\d{8}T\d{6}Z(?:-(?P<number>\d+))?\.(?:json|sqlite3|dump)(?:\.age)?")
MANIFEST = ".json"
UNFINISHED = ".unfinished-"
ENCRYPTED = ".age"
# How far a backup was tried.
RESTORED = "restored and verified"
DIGESTS = "restored, digests verified"
WRITTEN = "written"
OWNER_ALONE = 0o600  # everything that the club knows is in it
NOT_WRITABLE = {errno.EROFS, errno.EACCES, errno.EPERM}
CopyReport = Callable[[int, int], None]  # how much is done, of how much (0: nobody knows)


class CannotCopy(Exception):
    """Why a backup cannot be made, read or restored: a sentence for the site's operator."""


@contextmanager
def in_words() -> Iterator[None]:
    """Raise CannotCopy in place of what the disk or the database raises."""
    try:
        yield
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        raise CannotCopy(f"{error.strerror or error}{where}.") from error
    except Error as error:
        full = outage_of(error) is StorageFull
        raise CannotCopy("No room is left on the disk." if full else cause_of(error)) from error


def check_room(folder: Path, needed: int) -> None:
    """Raise CannotCopy unless that many bytes are free in a folder."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise CannotCopy(
            f"There is no room in {folder}: {needed / 1e6:.1f} MB are needed, {free / 1e6:.1f} MB "
            "are free."
        )


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """What is in a backup.

    `database` is the vendor, `checked` says how far it was tried. Bytes and digest are those of the
    file, which may be `encrypted`.
    """

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
        """When it was made, by the clock of then."""
        return datetime.fromisoformat(self.manifest.made_at)

    @property
    def number(self) -> int:
        """Which one of its folder it is, whatever the clock said; 0 before they were numbered."""
        named = NAMED.fullmatch(self.manifest.file)
        return int(named["number"] or 0) if named else 0

    @property
    def place(self) -> tuple[int, str]:
        """Where it stands among those of its folder: the newest has the highest."""
        return self.number, self.manifest.made_at

    def lacks(self, other: Backup) -> bool:
        """Return whether another backup of the database has seals that this one lacks."""
        mine, theirs = (one.manifest.inventory.get("chains", {}) for one in (self, other))
        return self.manifest.database == other.manifest.database and any(
            chain["seals"] > mine.get(club, {"seals": 0})["seals"] for club, chain in theirs.items()
        )

    def check_bytes(self) -> None:
        """Raise CannotCopy unless the file is, byte for byte, the one that was written."""
        with self.file.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != self.manifest.sha256:
                raise CannotCopy(f"{self.file} is damaged: it is not what the manifest describes.")


def read_backup(path: Path) -> Backup:
    """Return the backup at `path`: its file, its manifest, or a folder.

    Of a folder the newest is meant. Raises CannotCopy, also where another one of the folder has
    more than its newest.
    """
    if path.is_dir():
        backups = backups_in(path)
        if not backups:
            raise CannotCopy(f"There is no finished backup in {path}.")
        for other in backups[1:]:
            if backups[0].lacks(other):
                raise CannotCopy(
                    f"The newest backup, {backups[0].file.name}, has fewer sealed hands than "
                    f"{other.file.name}. Name the file that you mean."
                )
        return backups[0]
    manifest_file = path if path.suffix == MANIFEST else manifest_path(path)
    try:
        facts: dict[str, Any] = json.loads(manifest_file.read_bytes())
        if facts.get("format") != FORMAT:
            raise CannotCopy(f"{manifest_file} is no manifest that this version can read.")
        known = {field.name for field in fields(BackupManifest)}
        manifest = BackupManifest(**{name: facts[name] for name in known & facts.keys()})
        backup = Backup(manifest_file.parent, manifest)
    except OSError:
        raise CannotCopy(f"{manifest_file} cannot be read: a backup needs its manifest.") from None
    except (ValueError, TypeError, AttributeError):
        raise CannotCopy(f"{manifest_file} is no manifest of a backup.") from None
    if not backup.file.is_file():
        raise CannotCopy(f"{backup.file} is missing.")
    return backup


def manifest_path(file: Path) -> Path:
    """Return where the manifest of a backup is."""
    return file.with_name(file.name.removesuffix(ENCRYPTED)).with_suffix(MANIFEST)


def backups_in(folder: Path) -> list[Backup]:
    """Return the finished backups in a folder, the newest first. Anything else in it is skipped."""
    backups = []
    for path in folder.glob(f"*{MANIFEST}"):
        if NAMED.fullmatch(path.name):
            try:
                backups.append(read_backup(path))
            except CannotCopy:
                continue
    return sorted(backups, key=lambda backup: backup.place, reverse=True)


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """Be the only one who writes in this folder; remove what somebody left unfinished.

    Raises CannotCopy, OSError.
    """
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


@contextmanager
def working_folder(folder: Path) -> Iterator[Path]:
    """Yield a folder for what is needed only while a backup of this folder is read.

    It is the folder itself, with the caller as its sole writer; for a read-only medium, one for
    temporary files.
    """
    try:
        with (folder / ".lock").open("a"):
            writable = True
    except OSError as error:
        if error.errno not in NOT_WRITABLE:
            raise
        writable = False
    if writable:
        with sole_writer(folder):
            yield folder.resolve()
    else:
        with tempfile.TemporaryDirectory(prefix="clubtarot-") as other:
            yield Path(other)


def remove_unfinished(folder: Path) -> None:
    """Remove what was begun and is no backup."""
    for path in folder.glob(f"{UNFINISHED}*"):
        path.unlink()


def finish(unfinished: Path, manifest: BackupManifest) -> Backup:
    """Give a checked copy its manifest, then its name.

    So both survive a power cut, and no copy is ever without its manifest. Raises CannotCopy where
    another has the name.
    """
    backup = Backup(unfinished.parent, manifest)
    if backup.file.exists():
        raise CannotCopy(f"{backup.file} is there already.")
    unfinished.chmod(OWNER_ALONE)
    store(manifest_path(backup.file), json.dumps(asdict(manifest), indent=1).encode() + b"\n")
    sync_folder(backup.folder)
    unfinished.replace(backup.file)
    sync_folder(backup.folder)
    return backup
