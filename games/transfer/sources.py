"""What can be imported: archives, files of records, text in the notation.

Which of them a file is follows from what it holds, not from its name. Nothing is unpacked to disk,
and nothing is read whole. Where there are limits, a file is unpacked once before anything
in it is looked at, only to see how much it is.
"""

from __future__ import annotations

import gzip
import re
import struct
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import Any, BinaryIO, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, is_zipfile

from django.utils.translation import gettext as _

from games.display.reasons import sentence
from games.rules import ndjson, notation
from games.transfer.importing.lines import Line, LineFault, LineSpot
from games.transfer.manifest import FOLDER, MANIFEST, MEMBERS, PAGE, SUMS, checked
from games.transfer.reading import joined, read_line, read_record_of

GZIP = b"\x1f\x8b"
# What may stand before the first record and does not tell records from text: a comment is then a
# line that is no record.
LEADING = re.compile(rb"\A(?:\s|#[^\n]*\n)+")
# What the libraries raise for what is damaged; some of it they raise for names in a zip alone.
BROKEN = (
    *(OSError, EOFError, zlib.error, BadZipFile, NotImplementedError, RuntimeError),
    *(ValueError, LookupError, struct.error),
)
READ_AT_ONCE = 1 << 16
Opener = Callable[[], BinaryIO]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file is accepted: unpacked bytes, and lines, blank ones too."""

    unpacked: int
    lines: int


class UnreadableFile(Exception):
    """A file that is not opened any further; `fault` says why."""

    def __init__(self, name: str, sentence: str, code: str = "archive-refused") -> None:
        super().__init__(sentence)
        self.fault = LineFault(LineSpot(name, 0), code, sentence)


def refused(name: str, error: Exception) -> UnreadableFile:
    """Return the error for a file that cannot be read."""
    why = error.strerror if isinstance(error, OSError) else None
    words = _("The file is damaged or incomplete and cannot be unpacked.")
    return UnreadableFile(name, why or words)


class Careful(RawIOBase):
    """A stream that is read from elsewhere.

    Raises Refused where it is damaged, so that its readers need not know what the libraries raise.
    """

    def __init__(self, name: str, stream: BinaryIO) -> None:
        self.name = name
        self.stream = stream

    def readable(self) -> bool:
        """Return True: the stream is only read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what fits into a buffer."""
        try:
            data = self.stream.read(len(buffer))
        except BROKEN as error:
            raise refused(self.name, error) from None
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the stream behind it too."""
        self.stream.close()
        super().close()


@dataclass(frozen=True, slots=True)
class LineStream:
    """A stream of lines under a name."""

    name: str
    opener: Opener

    def open(self) -> BufferedReader:
        """Return its bytes as they are stored. Raises Refused, also while it is read."""
        try:
            return self._careful(self.opener())
        except BROKEN as error:
            raise refused(self.name, error) from None

    def unpacked(self) -> BufferedReader:
        """Return its bytes, unpacked. Raises Refused, also while it is read."""
        stream = self.open()
        if stream.peek(2)[:2] == GZIP:
            stream = self._careful(cast(BinaryIO, gzip.GzipFile(fileobj=stream)))
        return stream

    def _careful(self, stream: BinaryIO) -> BufferedReader:
        return BufferedReader(Careful(self.name, stream), READ_AT_ONCE)


def lines_of(paths: Sequence[Path], limits: Limits | None = None) -> Iterator[Line]:
    """Return what files and folders bring, in order; a LineFault for what cannot be opened."""
    for path in paths:
        try:
            parts = parts_of(path, limits)
            if limits is not None:
                check_size(path.name, parts, limits)
            for part in parts:
                yield from lines_of_part(part)
        except UnreadableFile as error:
            yield error.fault


def parts_of(path: Path, limits: Limits | None) -> list[LineStream]:
    """Return the parts of an archive, first those referred to; or the file. Raises Refused."""
    try:
        if path.is_dir():
            streams = [
                LineStream(one.name, _opener(one)) for one in path.iterdir() if one.is_file()
            ]
        elif is_zipfile(path):
            streams = _members(path, limits)
        else:
            return [LineStream(path.name, _opener(path))]
    except BROKEN as error:
        raise refused(path.name, error) from None
    by_name = {stream.name: stream for stream in streams}
    if fault := checked(by_name):
        raise UnreadableFile(path.name, fault)
    streams = [
        by_name[name + end] for name in MEMBERS for end in ("", ".gz") if name + end in by_name
    ]
    if not streams:
        raise UnreadableFile(path.name, _("There is no archive of a club in it."))
    return streams


def _opener(path: Path) -> Opener:
    return lambda: cast(BinaryIO, path.open("rb"))


MOST_MEMBERS = 100
FOR_PEOPLE = (FOLDER, PAGE)  # next to the archive in the zip of a period; nothing is read of them
MOST_BESIDE = 1 << 17  # bytes of a zip that are no files: its lists of them, a comment


def _members(path: Path, limits: Limits | None) -> list[LineStream]:
    """Return the files in a zip. Raises Refused.

    It may contain no other file that is never read: that would be kept as long as the rest.
    """
    with ZipFile(path) as archive:
        members = archive.infolist()
    names = [one.filename for one in members]
    if len(members) > MOST_MEMBERS or len(set(names)) < len(names):
        words = _("It contains too many files, or two with the same name.")
        raise UnreadableFile(path.name, words)
    if any(one.flag_bits & 1 for one in members):
        raise UnreadableFile(path.name, _("It is encrypted."))
    if any(one.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for one in members):
        words = _("It is compressed with a method that cannot be read here.")
        raise UnreadableFile(path.name, words)
    if limits is not None and sum(one.file_size for one in members) > limits.unpacked:
        raise too_large(path.name, limits)
    wanted = {*MEMBERS, MANIFEST, SUMS}
    names = [name for name in names if not name.startswith(FOR_PEOPLE)]
    strange = next((name for name in names if name.removesuffix(".gz") not in wanted), None)
    if strange is not None:
        words = _("“%(name)s” is no part of an archive: leave it out.") % {"name": strange[:100]}
        raise UnreadableFile(path.name, words)
    packed = sum(one.compress_size for one in members)
    if path.stat().st_size > packed + MOST_BESIDE:
        raise UnreadableFile(path.name, _("It contains more than its files."))
    return [LineStream(name, lambda name=name: _member(path, name)) for name in names]  # type: ignore[misc]


def _member(path: Path, name: str) -> BinaryIO:
    return cast(BinaryIO, ZipFile(path).open(name))


def too_large(name: str, limits: Limits) -> UnreadableFile:
    """Return the error for more bytes than may be sent."""
    words = _("It would unpack to more than %(limit)s MB. Ask the person who looks after the site.")
    return UnreadableFile(name, words % {"limit": limits.unpacked // 1_000_000}, "too-large")


def check_size(name: str, parts: Sequence[LineStream], limits: Limits) -> None:
    """Raise Refused where a file unpacks to more than is accepted.

    A small file can unpack to a huge one. It is refused as soon as that is certain, and before a
    line of it is read.
    """
    size = lines = 0
    for part in parts:
        with part.unpacked() as stream:
            while data := stream.read(READ_AT_ONCE):
                size += len(data)
                lines += data.count(b"\n")
                if size > limits.unpacked:
                    raise too_large(name, limits)
                if lines > limits.lines:
                    words = _(
                        "A file may contain at most %(limit)s lines here. Ask the person who looks "
                        "after the site."
                    )
                    raise UnreadableFile(name, words % {"limit": limits.lines}, "too-large")


# --- one file ---------------------------------------------------------------------------------


def lines_of_part(part: LineStream) -> Iterator[Line]:
    """Return everything that one stream brings."""
    try:
        with part.unpacked() as stream:
            if stream.peek(len(BOM_UTF8)).startswith(BOM_UTF8):
                stream.read(len(BOM_UTF8))
            begin = LEADING.sub(b"", stream.peek(ndjson.LONGEST))[:1]
            if begin == b"[":
                why = _("This file is a JSON array. Write its records one object a line.")
                yield LineFault(LineSpot(part.name, 1), "malformed", why)
            elif begin == b"{":
                yield from joined(json_lines(part.name, stream))
            else:
                yield from text_lines(part.name, stream)
    except UnreadableFile as error:
        yield error.fault


def json_lines(name: str, stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a file with one object a line, or a single one over many lines."""
    numbered = ndjson.lines(stream)
    for number, line in numbered:
        if number == 1 and not line.rstrip().endswith(b"}"):  # no object of its own
            rest = b"\n".join([line, *(more for _number, more in _at_most(numbered))])
            yield read_line(LineSpot(name, 1), rest)
            return
        yield read_line(LineSpot(name, number), line)


def _at_most(numbered: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of one object, up to just beyond what an object may have."""
    size = 0
    for number, line in numbered:
        yield number, line
        size += len(line) + 1
        if size > ndjson.LONGEST:
            return


def text_lines(name: str, stream: BinaryIO) -> Iterator[Line]:
    """Yield the hands of a file in the text notation."""
    for piece in notation.hands_of(stream):
        spot = LineSpot(name, piece.line)
        try:
            if len(piece.text) > notation.MAX_TEXT_BYTES:
                yield LineFault(spot, "malformed", _("The text of a hand is too long."))
                continue
            written = notation.read_hand(piece.text.decode(), piece.line)
        except UnicodeDecodeError:
            yield LineFault(spot, "malformed", _("This text is not UTF-8."))
        except notation.NotationError as error:
            words = sentence(error.problem)
            yield LineFault(LineSpot(name, error.line), error.problem.code, words)
        else:
            yield read_record_of(spot, written)
