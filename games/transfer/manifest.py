"""The manifest of an archive: what is in it, with the digest of every file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from io import BufferedReader
from typing import Any, NamedTuple, Protocol

from django.utils.translation import gettext as _

from games.transfer.club import Contents

FORMAT = "clubtarot-archive/1"
MANIFEST = "manifest.json"
SUMS = "SHA256SUMS"
# In the order in which they are read: what others name comes first.
PLAYERS, MATCHES, RECORDS, REMARKS, AGREEMENT, EVENINGS, TOTALS, STUDIES = MEMBERS = tuple(
    f"{name}.ndjson"
    for name in "players matches records remarks agreement evenings totals studies".split()
)
# Next to them in the zip of a period: the files that people open, and the page about all of them.
FOLDER, PAGE = "people/", "index.html"
LARGEST = 100_000


class Member(NamedTuple):
    """A file of an archive: its name, its lines, its bytes as they lie there and their digest."""

    name: str
    lines: int
    bytes: int
    sha256: str


class Openable(Protocol):
    """Something of a name that can be read."""

    def open(self) -> BufferedReader:
        """Return its bytes."""


def files_of(contents: Contents) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield the name and the lines of each file of an archive, in the order of writing.

    Hands come first, so that every player and match that they name is there.
    """
    for name in (RECORDS, *(one for one in MEMBERS if one != RECORDS)):
        yield name, getattr(contents, name.partition(".")[0])()


def manifest_of(contents: Contents, members: Iterable[Member]) -> bytes:
    """Return the manifest of an archive: with no moment in it, so that it stays the same."""
    manifest = {
        "format": FORMAT,
        "club": {"id": contents.club.public_id, "name": contents.club.name},
        "selection": contents.selection.as_json(),
        "chain": {"seals": contents.seals, "head": contents.club.head},
        "files": [member._asdict() for member in members],
    }
    return json.dumps(manifest, ensure_ascii=False, indent=2).encode() + b"\n"


def sums_of(members: Iterable[Member], manifest: bytes) -> bytes:
    """Return the digests in the form that `sha256sum --check` reads."""
    digests = {member.name: member.sha256 for member in members}
    digests[MANIFEST] = hashlib.sha256(manifest).hexdigest()
    return "".join(f"{digest}  {name}\n" for name, digest in digests.items()).encode()


def read_manifest(data: bytes) -> dict[str, Any]:
    """Return the manifest of an archive. Raises ValueError."""
    try:
        manifest = json.loads(data)
    except RecursionError:
        manifest = None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ValueError(_("The manifest has a different or newer format."))
    files = manifest.get("files")
    if not isinstance(files, list) or not all(
        isinstance(one, dict) and isinstance(one.get("name"), str) for one in files
    ):
        raise ValueError(_("The manifest lists no files."))
    if len({one["name"] for one in files}) < len(files):  # each is read whole for its digest
        raise ValueError(_("The manifest lists a file twice."))
    return manifest


def checked(parts: Mapping[str, Openable]) -> str:
    """Return what is wrong with the files of an archive; "" for nothing, or no manifest."""
    if MANIFEST not in parts:
        return ""
    with parts[MANIFEST].open() as stream:
        data = stream.read(LARGEST)
    try:
        manifest = read_manifest(data)
    except ValueError as error:
        return str(error)
    for one in manifest["files"]:
        name = one["name"]
        if name not in parts:
            shown = name[:64].encode(errors="replace").decode()
            return _("%(file)s is missing from the archive.") % {"file": shown}
        with parts[name].open() as stream:
            if hashlib.file_digest(stream, "sha256").hexdigest() != one.get("sha256"):
                return _("%(file)s is not what the manifest says: it was changed.") % {"file": name}
    return ""
