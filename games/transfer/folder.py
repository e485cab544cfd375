"""An archive as a folder: written next to its destination, moved there when it is complete."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

from django.utils.translation import gettext as _

from games.transfer.club import Contents
from games.transfer.manifest import (
    MANIFEST,
    RECORDS,
    SUMS,
    Member,
    files_of,
    manifest_of,
    sums_of,
)

UNFINISHED = ".unfinished"
LEVEL = 6
AT_ONCE = 1_000  # lines


class CannotWrite(Exception):
    """Why an archive is not written there."""


class Folder:
    """An archive on its way to `target`. Raises CannotWrite where something is in the way."""

    def __init__(self, contents: Contents, target: Path, *, gzipped: bool = False) -> None:
        self.contents = contents
        self.gzipped = gzipped
        self.target = target
        self.work = target.with_name(target.name + UNFINISHED)
        if target.exists():
            raise CannotWrite(_("%(path)s already exists.") % {"path": target})
        if self.work.exists():  # of an attempt that was killed
            sentence = _("%(path)s was left by an export that was interrupted. Delete it first.")
            raise CannotWrite(sentence % {"path": self.work})

    def write(self, on_hands: Callable[[int], None] = lambda _count: None) -> int:
        """Write the archive, put it in its place, and return the number of its hands.

        `on_hands` is called with the number of hands so far. An interruption leaves nothing behind.
        """
        self.work.mkdir(parents=True)
        try:
            members = [
                self._write(name, lines, on_hands if name == RECORDS else lambda _count: None)
                for name, lines in files_of(self.contents)
            ]
            manifest = manifest_of(self.contents, members)
            store(self.work / MANIFEST, manifest)
            store(self.work / SUMS, sums_of(members, manifest))
            sync_folder(self.work)
            self.work.rename(self.target)
            sync_folder(self.target.parent)
        finally:
            shutil.rmtree(self.work, ignore_errors=True)
        return members[0].lines

    def _write(self, name: str, lines: Iterable[bytes], on_lines: Callable[[int], None]) -> Member:
        path, waiting = self.work / name, iter(lines)
        digest, count, size = hashlib.sha256(), 0, 0
        if self.gzipped:
            path = path.with_name(f"{name}.gz")
        with path.open("wb") as file:
            while some := list(islice(waiting, AT_ONCE)):
                data = b"".join(some)
                if self.gzipped:
                    data = gzip.compress(data, LEVEL, mtime=0)
                file.write(data)
                digest.update(data)
                count, size = count + len(some), size + len(data)
                on_lines(count)
            file.flush()
            os.fsync(file.fileno())
        return Member(path.name, count, size, digest.hexdigest())


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
