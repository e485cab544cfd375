"""An archive as a folder: written next to its destination, moved there when it is complete.

Interrupted, by a person or a power cut, it goes on where it was: what has been written is counted
up chunk by chunk, and the last one, if it is broken off, is cut away. It ends where the chain ended
when it was begun.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from django.utils.translation import gettext as _

from games.transfer import manifest
from games.transfer.club import Contents
from games.transfer.manifest import BESIDES_RECORDS, MANIFEST, MEMBERS, RECORDS, SUMS, Member

UNFINISHED = ".unfinished"
STATE = "progress.json"
LEVEL = 6
AT_ONCE = 1_000  # lines


class CannotWrite(Exception):
    """Why an archive is not written there."""


@dataclass(slots=True)
class ArchiveProgress:
    """How far an archive has come: what it is, the last seal written, lines and bytes so far."""

    club: str
    selection: dict[str, str | None]
    hidden: bool
    gzipped: bool
    seals: int
    head: str
    after: int = 0
    lines: int = 0
    bytes: int = 0

    def is_same(self, other: ArchiveProgress) -> bool:
        """Return whether the one continues the other, whatever the end of the chain is by now."""
        named = ("club", "selection", "hidden", "gzipped")
        return all(getattr(self, name) == getattr(other, name) for name in named)


class Folder:
    """An archive on its way to `target`. Raises CannotWrite where another one is in the way."""

    def __init__(self, contents: Contents, target: Path, *, gzipped: bool = False) -> None:
        self.target = target
        self.work = target.with_name(target.name + UNFINISHED)
        if target.exists():
            raise CannotWrite(_("%(path)s already exists.") % {"path": target})
        club = contents.club
        selection = contents.selection.as_json()
        begun = ArchiveProgress(
            club.public_id, selection, contents.hidden, gzipped, contents.seals, club.head
        )
        before = self._read_state()
        if before is not None and not before.is_same(begun):
            sentence = _("%(path)s contains another, unfinished archive. Delete it first.")
            raise CannotWrite(sentence % {"path": self.work})
        self.state = before or begun
        self.contents = Contents(club, contents.selection, self.state.seals, contents.hidden)
        self.resumed = before is not None

    def _read_state(self) -> ArchiveProgress | None:
        try:
            return ArchiveProgress(**json.loads((self.work / STATE).read_bytes()))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (ValueError, TypeError):
            sentence = _("%(path)s cannot be continued. Delete it first.") % {"path": self.work}
            raise CannotWrite(sentence) from None

    def write(self, on_hands: Callable[[int], None] = lambda _count: None) -> bytes:
        """Write all that is missing, put the archive in its place, and return its manifest.

        `on_hands` is called with the number of hands written so far.
        """
        self.work.mkdir(parents=True, exist_ok=True)
        files = {RECORDS: self._write_records(on_hands)}
        # After the hands, so that every player and match which they name is there.
        for name in BESIDES_RECORDS:
            files[name] = self._write(name, manifest.lines_in(self.contents, name))
        members = [files[name] for name in MEMBERS]
        about = manifest.manifest_of(self.contents, self.state.head, members)
        store(self.work / MANIFEST, about)
        store(self.work / SUMS, manifest.sums_of(members, about))
        (self.work / STATE).unlink()
        sync_folder(self.work)
        self.work.rename(self.target)
        sync_folder(self.target.parent)
        return about

    def _path(self, name: str) -> Path:
        return self.work / (f"{name}.gz" if self.state.gzipped else name)

    def _packed(self, data: bytes) -> bytes:
        return gzip.compress(data, LEVEL, mtime=0) if self.state.gzipped else data

    def _write_records(self, on_hands: Callable[[int], None]) -> Member:
        state, path = self.state, self._path(RECORDS)
        with path.open("ab") as file:
            if file.tell() < state.bytes:  # a power cut took what had been counted
                state.after = state.lines = state.bytes = 0
            file.truncate(state.bytes)
            digest = hashlib.sha256()
            with path.open("rb") as written:
                manifest.feed(digest, written)
            store(self.work / STATE, json.dumps(asdict(state)).encode())
            for number, lines in self.contents.chunks(state.after):
                data = self._packed(b"".join(lines))
                file.write(data)
                file.flush()
                digest.update(data)
                state.after, state.lines = number, state.lines + len(lines)
                state.bytes += len(data)
                store(self.work / STATE, json.dumps(asdict(state)).encode())
                on_hands(state.lines)
            os.fsync(file.fileno())
        return Member(path.name, state.lines, state.bytes, digest.hexdigest())

    def _write(self, name: str, lines: Iterable[bytes]) -> Member:
        """Write a file that is small compared with the hands."""
        path, count, waiting = self._path(name), 0, iter(lines)
        with path.open("wb") as file:
            while some := list(islice(waiting, AT_ONCE)):
                file.write(self._packed(b"".join(some)))
                count += len(some)
            file.flush()
            os.fsync(file.fileno())
        with path.open("rb") as file:
            return Member(path.name, count, path.stat().st_size, manifest.digest_of(file))


def store(path: Path, data: bytes) -> None:
    """Write a small file so that it is there whole or not at all."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def sync_folder(path: Path) -> None:
    """Make sure that the names in a folder survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
