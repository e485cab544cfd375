"""Entry requests on both databases, beside the floor, in processes of their own (see `apart`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.campaigns.bench.apart import PROCESSES, in_the_middle
from tests.campaigns.bench.report import Count, Goal, Result, Row, Unmeasured
from tests.campaigns.bench.timing import Figure, mean_thing
from tests.postgres import find_binaries, throwaway_server

ENTRY, DRAWN, FOLD, LIVE = Goal(1.4, 2), Goal(2, 2.5), Goal(0.2, 0.3), Goal(1, 1.5)
KINDS = {
    "tricks": ("tricks only", ENTRY),
    "all": ("all hands", ENTRY),
    "tricks drawn": ("tricks only, drawn", DRAWN),
    "all drawn": ("all hands, drawn", DRAWN),
}
MOST_STATEMENTS = 8
FLOOR = "raw+who-hello"
NO_POSTGRES = "no PostgreSQL was found"


def rows(runs: int) -> Iterator[Result]:
    """SQLite always, PostgreSQL where a server can be started."""
    yield from in_the_middle([list(_on_sqlite(runs)) for _ in range(PROCESSES)])
    binaries = find_binaries()
    if binaries is None:
        yield Unmeasured("PostgreSQL", NO_POSTGRES)
        return
    try:
        yield from in_the_middle([list(_on_postgres(binaries, runs)) for _ in range(PROCESSES)])
    except (subprocess.CalledProcessError, OSError) as error:
        yield Unmeasured("PostgreSQL", f"the server in {binaries} does not start: {error}")


def _on_sqlite(runs: int) -> Iterator[Result]:
    with tempfile.TemporaryDirectory(prefix="clubtarot-bench-") as folder:
        yield from _rows_of("SQLite", f"sqlite:///{Path(folder) / 'bench.sqlite3'}", runs)


def _on_postgres(binaries: Path, runs: int) -> Iterator[Result]:
    with throwaway_server(binaries) as url:
        yield from _rows_of("PostgreSQL", url, runs)


def _rows_of(database: str, url: str, runs: int) -> Iterator[Result]:
    found = _measure(url, runs)
    floor = _floor(found)
    for kind, (words, goal) in KINDS.items():
        plays = mean_thing([times[:-1] for times in found[kind]])
        yield Row(f"{database}, {words}", "request", plays, FLOOR, floor, goal)
    for number in (1, 36, 72):
        figure = mean_thing([[times[number - 1]] for times in found["tricks"]])
        yield Row(f"- tricks only, play {number}", "request", figure, FLOOR, floor)
    fold, raw = mean_thing(found["fold"]), mean_thing(found["raw"])
    yield Row(f"{database}, all of a hand folded", "hand", fold, "raw", raw, FOLD)
    who = mean_thing(found["who"])
    for kind in ("hand", "club"):
        asked = mean_thing(found[f"live {kind}"])
        yield Row(f"{database}, nothing new of a {kind}", "request", asked, "who", who, LIVE)
    first, last = found["statements"]
    yield Count(f"{database}, SQL statements", first, last, MOST_STATEMENTS)


def _measure(url: str, runs: int) -> dict[str, Any]:
    """What `tests.campaigns.bench.entry` finds on this database. Raises CalledProcessError."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.campaigns.bench.entry", str(runs)],
        env=os.environ | {"DATABASE_URL": url},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _floor(found: dict[str, Any]) -> Figure:
    """What an entry costs at least: a bare one, with session and user read."""
    raw, who, hello = (mean_thing(found[kind]) for kind in ("raw", "who", "hello"))
    return Figure(
        cpu=raw.cpu + who.cpu - hello.cpu,
        cpu_median=raw.cpu_median + who.cpu_median - hello.cpu_median,
        wall=raw.wall + who.wall - hello.wall,
        wall_median=raw.wall_median + who.wall_median - hello.wall_median,
        runs=raw.runs,
    )
