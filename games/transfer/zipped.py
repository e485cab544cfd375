"""An archive as one file for a browser: a zip that is written while it is sent."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from games.transfer.club import Contents
from games.transfer.manifest import MANIFEST, SUMS, Member, files_of, manifest_of, sums_of

MEDIA_TYPE = "application/zip"
# The moment that all files bear, so that the same archive is the same bytes.
MOMENT = (1980, 1, 1, 0, 0, 0)
# From this many hands on the file of records may be too large for the older form of zip.
LARGE = 200_000
SENT_AT_ONCE = 1 << 16
OtherFile = tuple[str, Callable[[], Iterable[bytes]]]


class Pipe:
    """What a zip is written to, and taken from again; it cannot go back."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0

    def write(self, data: Any) -> int:
        """Take in some bytes."""
        self.parts.append(bytes(data))
        self.size += len(self.parts[-1])
        return len(self.parts[-1])

    def flush(self) -> None:
        """Do nothing: no bytes are kept back."""

    def take(self, least: int = 0) -> Iterator[bytes]:
        """Yield the collected bytes, once there are more than `least`."""
        if self.size > least:
            yield b"".join(self.parts)
            self.parts, self.size = [], 0


class Zipped:
    """An archive that is being zipped."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.pipe = Pipe()
        self.members: list[Member] = []

    def stream(self, others: Iterable[OtherFile] = ()) -> Iterator[bytes]:
        """Yield the bytes of the zip.

        `others`: names of further files that no import reads, and what writes them.
        """
        with ZipFile(cast(Any, self.pipe), "w", ZIP_DEFLATED) as archive:
            for name, lines in files_of(self.contents):
                yield from self._add(archive, name, lines)
            manifest = manifest_of(self.contents, self.members)
            sums = sums_of(self.members, manifest)
            yield from self._add(archive, MANIFEST, [manifest])
            yield from self._add(archive, SUMS, [sums])
            for name, write in others:
                yield from self._add(archive, name, write())
        yield from self.pipe.take()

    def _add(self, archive: ZipFile, name: str, lines: Iterable[bytes]) -> Iterator[bytes]:
        info = ZipInfo(name, MOMENT)
        info.compress_type = ZIP_DEFLATED
        digest, count, size = hashlib.sha256(), 0, 0
        with archive.open(info, "w", force_zip64=self.contents.seals > LARGE) as member:
            for line in lines:
                member.write(line)
                digest.update(line)
                count, size = count + 1, size + len(line)
                yield from self.pipe.take(SENT_AT_ONCE)
        self.members.append(Member(name, count, size, digest.hexdigest()))
