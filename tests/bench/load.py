"""Fifty tables at once on the site as `make serve` runs it: how long an entry takes, what it costs.

Each table is recorded by a tablet of its own, which begins an entry every second, or every few
seconds, whether or not the last answer took long. Tablets that draw for themselves only get an
acknowledgement; for the others the server draws. CPU is that of the server's processes.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import tempfile
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.bench.report import Load, Result, Unmeasured
from tests.bench.tables import tables_of

if TYPE_CHECKING:
    from tests.serving import Site

TABLES = 50
VARIANT, SEED = "french", 2
SECONDS = 30  # of each measurement
# Seconds between two entries of a table: as an evening goes, and as it never does.
PACES = {"one in 4 s each": 4.0, "one a second each": 1.0}
MEDIAN, NEARLY_ALL, SLOWEST = 30, 100, 250  # milliseconds: goals for 50, 95 and 99 % of entries
TICKS = 100  # of the kernel's clock in a second, as /proc counts


class Measured(NamedTuple):
    """Milliseconds of each entry, and those of CPU that the server took for one."""

    times: list[float]
    cpu: float


def rows(runs: int) -> Iterator[Result]:
    """Both kinds of tablets, at each pace, in turn, however many runs are asked for."""
    if importlib.util.find_spec("requests") is None:
        yield Unmeasured("fifty tables", "requests is not installed here; make bench-tablet has it")
    else:
        yield from _both_kinds()


def _both_kinds() -> Iterator[Result]:
    from tests.serving import served

    with tempfile.TemporaryDirectory(prefix="clubtarot-bench-") as folder:
        database = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        with served(database, Path(folder), "tests.served_settings") as site:
            digest = site.engine()
            kinds = {"acknowledged": digest, "drawn by the server": ""}
            for pace, seconds in PACES.items():
                found = {
                    kind: _measured(site, database, engine, seconds)
                    for kind, engine in kinds.items()
                }
                drawn = found["drawn by the server"]
                for kind, (times, cpu) in found.items():
                    name = f"{TABLES} tables, {pace}, {kind}"
                    beside = None if kind == "drawn by the server" else drawn.cpu
                    yield Load(name, times, (MEDIAN, NEARLY_ALL, SLOWEST), cpu, beside)


def _measured(site: Site, database: str, engine: str, pace: float) -> Measured:
    made = tables_of(database, VARIANT, SEED, TABLES, opened=True)
    tablets = [
        Tablet(site, table, engine, pace, pace * number / TABLES)
        for number, table in enumerate(made)
    ]
    gc.collect()
    gc.disable()
    before = _cpu(site)
    for tablet in tablets:
        tablet.start()
    for tablet in tablets:
        tablet.join()
    gc.enable()
    times = [time for tablet in tablets for time in tablet.times]
    wrong = [tablet.wrong for tablet in tablets if tablet.wrong]
    if wrong:
        raise RuntimeError(f"An entry was not recorded: {wrong[0]}")
    return Measured(times, (_cpu(site) - before) / len(times))


class Tablet(threading.Thread):
    """Records the cards of one hand, one every `pace` seconds from `begin` on."""

    def __init__(
        self, site: Site, table: dict[str, Any], engine: str, pace: float, begin: float
    ) -> None:
        super().__init__()
        self.site, self.table, self.engine = site, table, engine
        self.pace, self.begin = pace, begin
        self.times: list[float] = []
        self.wrong = ""

    def run(self) -> None:
        """Record until the time is up, each entry at its moment."""
        line = HTTPConnection(self.site.address.removeprefix("http://"), timeout=60)
        token = "t" * 32
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"sessionid={self.table['session']}; csrftoken={token}",
            "X-CSRFToken": token,
            "X-Engine": self.engine,
        }
        first = time.perf_counter() + self.begin
        last = first + SECONDS
        for number, change in enumerate(self.table["changes"]):
            moment = first + number * self.pace
            if moment >= last:
                break
            version = self.table["version"] + number
            key = f"bench-load-{threading.get_ident()}-{number:03}"
            body = json.dumps({"version": version, "key": key, "change": change})
            time.sleep(max(0, moment - time.perf_counter()))
            began = time.perf_counter()
            line.request("POST", self.table["entries"], body, headers)
            answer = line.getresponse()
            text = answer.read()
            self.times.append((time.perf_counter() - began) * 1000)
            drawn = b'"keys"' in text
            if answer.status != 201 or drawn == bool(self.engine):
                self.wrong = f"{answer.status} {text[:300]!r}"
                break
        line.close()


def _cpu(site: Site) -> float:
    """Milliseconds of CPU that the server and its processes have taken by now."""
    return sum(map(_ticks, _family(site.process))) * 1000 / TICKS


def _family(process: int) -> list[int]:
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *map(int, children)]


def _ticks(process: int) -> int:
    """User and system time of a process, as /proc/PID/stat counts them."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
