"""The files of the engine as they are sent: their addresses, digests and compressed bytes."""

from __future__ import annotations

import gzip
import hashlib
import logging
import os
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

from django.conf import settings

from games.engine.bundle import bundle, templates_folder
from games.engine.runtime import runtime_files

logger = logging.getLogger(__name__)

BUNDLE = "bundle.zip"
LEVEL = 6  # of gzip: 9 takes twice as long for half a percent
CONTENT_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}


class EngineFile(NamedTuple):
    """A file as it is sent.

    `digest` is the SHA-256 of its contents, `size` their number of bytes; only the compressed form
    (gzip) is kept in memory.
    """

    content_type: str
    digest: bytes
    size: int
    compressed: bytes

    @property
    def integrity(self) -> str:
        """Return the digest as browsers check it."""
        return f"sha256-{b64encode(self.digest).decode()}"


class EngineFiles(NamedTuple):
    """All files of an engine, by folder and name.

    A folder is named after the digest of what is in it, so that a file never changes: `runtime`
    holds Python, `bundle` the site's part.
    """

    digest: str
    runtime: str
    bundle: str
    files: Mapping[tuple[str, str], EngineFile]


class NotReady(Exception):
    """The engine is being made for another request; that takes some seconds."""


_one_at_a_time = Lock()
_kept: dict[tuple[int, ...], EngineFiles] = {}  # the engine of this process, once it is made


def _nobody_makes_it() -> None:
    global _one_at_a_time
    _one_at_a_time = Lock()


# The thread that makes it does not come along into a process that is forked meanwhile.
os.register_at_fork(after_in_child=_nobody_makes_it)


def make_ahead() -> Thread:
    """Begin to make the engine of this process, so that the first tablet need not wait."""
    thread = Thread(target=_make_or_log, name="engine", daemon=True)
    thread.start()
    return thread


def _make_or_log() -> None:
    try:
        engine_files()
    except NotReady:
        pass  # a tablet has been quicker
    except Exception:
        logger.exception("The engine of the tablets cannot be made: the server judges every card.")


def engine_files() -> EngineFiles:
    """Return the engine of this process, made when it is first asked for, or ahead of that.

    While the site is worked on (DEBUG) it is made again after a template has changed. Raises
    NotReady while another thread makes it, since a server has few threads and entries must not wait
    for this; ImproperlyConfigured where it cannot be made.
    """
    changes = _changes_of_templates() if settings.DEBUG else ()
    made = _kept.get(changes)
    if made is None:
        if not _one_at_a_time.acquire(blocking=False):
            raise NotReady
        try:
            made = _kept.get(changes) or _make()
            _kept.clear()
            _kept[changes] = made
        finally:
            _one_at_a_time.release()
    return made


def made_digest() -> str:
    """Return the digest of the engine of this process; "" while none has been made."""
    return next((made.digest for made in _kept.values()), "")


def _changes_of_templates() -> tuple[int, ...]:
    return tuple(path.stat().st_mtime_ns for path in templates_folder().rglob("*.html"))


def _make() -> EngineFiles:
    runtime = _runtime()
    site = {BUNDLE: _file(BUNDLE, bundle())}
    folders = _digest(runtime), _digest(site)
    files = {(folders[0], name): file for name, file in runtime.items()}
    files |= {(folders[1], name): file for name, file in site.items()}
    return EngineFiles(hashlib.sha256("".join(folders).encode()).hexdigest(), *folders, files)


@cache
def _runtime() -> dict[str, EngineFile]:
    return {name: _file(name, contents) for name, contents in runtime_files().items()}


def _file(name: str, contents: bytes) -> EngineFile:
    return EngineFile(
        content_type=CONTENT_TYPES[Path(name).suffix],
        digest=hashlib.sha256(contents).digest(),
        size=len(contents),
        compressed=gzip.compress(contents, LEVEL, mtime=0),
    )


def _digest(files: Mapping[str, EngineFile]) -> str:
    """Return the SHA-256 (hexadecimal) of files: of their names and digests."""
    lines = sorted(f"{file.digest.hex()}  {name}\n" for name, file in files.items())
    return hashlib.sha256("".join(lines).encode()).hexdigest()
