"""How many tables the site carries: `python -m tests.campaigns.load`.

    --on sqlite|postgres   one database only
    --tables N             how many (50)
    --seconds N            of the steady measurement (600)
    --only NAME            steady, together, knee; or several
    --workers N            processes of the site on PostgreSQL (2); on SQLite it is always one
    --json FILE            write all figures there as well

Every fifth tablet has no engine, so that the server draws for it. Ends with 1 where something that
was asked for was not done. What is measured, and what came of it, is in README.md.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.campaigns.load import measuring
from tests.campaigns.load.evening import evening_on
from tests.campaigns.load.figures import HEADING, as_json
from tests.campaigns.load.measuring import Hall, Measurement
from tests.postgres import find_binaries, server_in
from tests.serving import served

PAST = 100  # hands that are in the archive before
SETTINGS = "tests.served_settings"
KINDS = {
    "steady": measuring.steady,
    "together": measuring.together,
    "knee": measuring.knee,
}


class Database(NamedTuple):
    """A database of its own: DATABASE_URL, its first process (none for SQLite), and in how many
    processes the site runs on it."""

    url: str
    process: int | None
    workers: int


def main() -> int:
    """Measure what was asked for and print it. Returns the exit code."""
    asked = _options()
    gc.freeze()
    print(f"{platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    found: list[dict[str, Any]] = []
    failed = False
    try:
        for kind in asked.on or DATABASES:
            with ExitStack() as stack:
                folder = Path(
                    stack.enter_context(tempfile.TemporaryDirectory("", "clubtarot-load-"))
                )
                database = stack.enter_context(DATABASES[kind](folder, asked.workers))
                hall = stack.enter_context(_hall(database, folder, asked))
                for one in _measured(hall, asked):
                    title = f"{kind}, {database.workers} process(es): {one.title}"
                    _show(title, one)
                    found.append(as_json(title, one.waits, one.cost, one.wrong))
                    failed |= bool(one.wrong)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130
    finally:
        if asked.json:
            asked.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    return 1 if failed else 0


@contextmanager
def _sqlite(folder: Path, _workers: int) -> Iterator[Database]:
    yield Database(f"sqlite:///{folder / 'load.sqlite3'}", None, 1)


@contextmanager
def _postgres(folder: Path, workers: int) -> Iterator[Database]:
    binaries = find_binaries()
    if binaries is None:
        sys.exit("No PostgreSQL was found: apt-get install postgresql, or --on sqlite")
    with server_in(folder, binaries, stop="fast", settings={"fsync": "on"}) as url:
        process = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        yield Database(url, process, workers)


DATABASES = {"sqlite": _sqlite, "postgres": _postgres}


@contextmanager
def _hall(database: Database, folder: Path, asked: argparse.Namespace) -> Iterator[Hall]:
    with served(database.url, folder, SETTINGS, workers=database.workers) as site:
        engine = site.engine()
        evening = evening_on(database.url, asked.tables, PAST)
        yield Hall(site.address, engine, evening, site.process, database.process)


def _measured(hall: Hall, asked: argparse.Namespace) -> Iterator[Measurement]:
    for name in asked.only or KINDS:
        yield from KINDS[name](hall, asked.seconds)


def _show(title: str, one: Measurement) -> None:
    print(f"\n{title}\n{HEADING}")
    for wait in one.waits:
        print(wait)
    if one.cost:
        print(one.cost)
    print(f"  errors: {len(one.wrong)}", *one.wrong[:3], sep="\n    ", flush=True)


def _options() -> argparse.Namespace:
    about = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns.load", description=about)
    parser.add_argument("--on", action="append", choices=["sqlite", "postgres"])
    parser.add_argument("--tables", type=int, default=50, help="how many (%(default)s)")
    parser.add_argument("--seconds", type=float, default=600, help="steady (%(default)s)")
    parser.add_argument("--only", action="append", choices=list(KINDS))
    parser.add_argument("--workers", type=int, default=2, help="on PostgreSQL (%(default)s)")
    parser.add_argument("--json", type=Path, help="a file for all figures")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
