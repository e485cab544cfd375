"""Backups encrypted for the holder of a key, in the format of age (https://age-encryption.org).

The file is written and read in small pieces, so memory stays flat, and any program that knows age
opens it: `age --decrypt --identity KEY_FILE`. To encrypt, the public half of a key is enough.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import pyrage
from django.conf import settings
from pyrage import x25519

from games.operation.backups import ENCRYPTED, OWNER_ALONE, UNFINISHED, Backup, CannotCopy

PUBLIC, SECRET = "age1", "AGE-SECRET-KEY-1"


@dataclass(frozen=True, slots=True)
class BackupKey:
    """Keys for backups.

    `public`: those for which they are encrypted; `secret`: those that open them, which may be kept
    elsewhere.
    """

    file: Path
    public: tuple[x25519.Recipient, ...]
    secret: tuple[x25519.Identity, ...]


def backup_key() -> BackupKey | None:
    """Return the key in the settings; None if backups are not encrypted. Raises CannotCopy."""
    return read_key(Path(settings.BACKUP_KEY_FILE)) if settings.BACKUP_KEY_FILE else None


def read_key(path: Path) -> BackupKey:
    """Return the keys in a file, one a line, as `age-keygen` writes them. Raises CannotCopy."""
    try:
        lines = path.read_text(encoding="ascii").split("\n")
        secret = [
            x25519.Identity.from_str(line.strip()) for line in lines if line.startswith(SECRET)
        ]
        public = [
            x25519.Recipient.from_str(line.strip()) for line in lines if line.startswith(PUBLIC)
        ]
    except (OSError, UnicodeError) as error:
        raise CannotCopy(f"The key for backups cannot be read: {error}") from None
    except (pyrage.IdentityError, pyrage.RecipientError) as error:
        raise CannotCopy(f"{path} holds no key that can be read: {error}.") from None
    if not secret and not public:
        raise CannotCopy(f"{path} holds no key: make one with manage.py backup_key FILE.")
    return BackupKey(path, (*public, *(one.to_public() for one in secret)), tuple(secret))


def make_key(path: Path) -> str:
    """Write a new key, for its owner alone, and return its public half.

    Raises CannotCopy where the file exists already: the backups that its key opens would be lost.
    """
    made = x25519.Identity.generate()
    day = datetime.now(UTC).date().isoformat()
    text = f"# key for backups of ClubTarot, {day}\n# public: {made.to_public()}\n{made}\n"
    try:
        with created(path) as file:
            file.write(text.encode())
    except FileExistsError:
        raise CannotCopy(f"{path} is there already, and a key is never replaced.") from None
    except OSError as error:
        raise CannotCopy(f"The key cannot be written: {error}") from None
    return str(made.to_public())


def encrypt(source: Path, target: Path, key: BackupKey) -> None:
    """Write `source` encrypted to a new file.

    Where the key opens it, it is read again and must be what was encrypted. Raises CannotCopy.
    """
    try:
        with source.open("rb") as plain, created(target) as file:
            pyrage.encrypt_io(plain, file, list(key.public))
        if key.secret:
            with target.open("rb") as file, source.open("rb") as plain:
                read_again = HashedPieces()
                pyrage.decrypt_io(file, read_again, list(key.secret))
                if read_again.digest.digest() != hashlib.file_digest(plain, "sha256").digest():
                    raise CannotCopy("The encrypted copy, read again, is not what was written.")
    except (OSError, pyrage.EncryptError, pyrage.DecryptError) as error:
        raise CannotCopy(f"The copy cannot be encrypted: {error}") from None


@contextmanager
def opened(backup: Backup, room: Path) -> Iterator[Path]:
    """Yield the copy of the database in a backup, as a file that can be read.

    An encrypted one is readable only during this block, in the folder `room`. Raises CannotCopy.
    """
    if not backup.manifest.encrypted:
        yield backup.file
        return
    key = backup_key()
    if key is None:
        raise CannotCopy(f"{backup.file} is encrypted: let BACKUP_KEY_FILE name its key.")
    if not key.secret:
        raise CannotCopy(f"{key.file} holds only the public half of a key, which opens nothing.")
    plain = room / f"{UNFINISHED}{backup.file.name.removesuffix(ENCRYPTED)}"
    try:
        _decrypt(backup.file, plain, key)
        yield plain
    finally:
        plain.unlink(missing_ok=True)


def _decrypt(source: Path, target: Path, key: BackupKey) -> None:
    try:
        with source.open("rb") as file, created(target) as plain:
            pyrage.decrypt_io(file, plain, list(key.secret))
    except pyrage.DecryptError as error:
        raise CannotCopy(f"The key in {key.file} does not open {source}: {error}.") from None
    except OSError as error:
        raise CannotCopy(f"{source} cannot be decrypted to its end: {error}.") from None


class HashedPieces:
    """Takes what is written to a file, and keeps its digest alone."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()

    def write(self, data: bytes) -> int:
        self.digest.update(data)
        return len(data)

    def flush(self) -> None:
        """Nothing waits."""


@contextmanager
def created(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file, its owner's alone, that survives a power cut. Raises FileExistsError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE)
    with os.fdopen(handle, "wb") as file:
        yield file
        file.flush()
        os.fsync(handle)
