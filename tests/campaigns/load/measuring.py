"""An evening that goes on, all tables at one moment, ever more entries, viewers of a wall."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from tests import processes
from tests.campaigns import figures
from tests.campaigns.figures import Most, quantile, spent, waited
from tests.campaigns.line import Line
from tests.campaigns.load.onlookers import (
    EXPORTED_EVERY,
    LOOKED_EVERY,
    READ_EVERY,
    ClubPage,
    Onlooker,
    OpenScreen,
    Reader,
    Viewer,
)
from tests.campaigns.load.recorders import PAUSE, Recorder, Table, Waits
from tests.campaigns.programs import Site

# Milliseconds that 50, 95 and 99 % should wait at most; None: not judged.
ENTRY_GOAL: Most = (30.0, 100.0, 250.0)
TOGETHER_GOAL: Most = (None, 1000.0, None)
PACE = 1.0  # seconds between two entries of a table
DRAWN_EACH = 5  # one tablet in this many has no engine
READERS = 10
FIRST_SECONDS = 5.0  # in which nothing counts: pages are compiled, connections made
STEP_SECONDS = 20.0  # at each rate, on the way to the knee
STEP = 1.15  # from a rate to the next
WALL_TABLES, VIEWERS, WALL_SECONDS = 7, 200, 60.0
KEPT_UP = 0.97  # of the entries that were due must have been recorded


class Hall:
    """The site that is measured, and the evening there."""

    def __init__(self, site: Site, evening: dict[str, Any]) -> None:
        self.address, self.engine, self.evening = site.address, site.engine(), evening
        self.site = site.family()[:1]
        self.tables = [Table(site.address, one, evening["deals"]) for one in evening["tables"]]

    def equip(self, engine_of: Callable[[int], str]) -> None:
        """Give each table, by number, a tablet with that engine, and a new list of waits."""
        for number, table in enumerate(self.tables):
            table.engine, table.waits = engine_of(number), Waits()

    def onlookers(self) -> list[Onlooker]:
        """Return the screens of the tables, ten readers, a page of the club, and an export."""
        share, pages, export = READ_EVERY / READERS, self.evening["pages"], self.evening["export"]
        readers = [
            Reader(self._member(), "a page read", _from(pages, n), READ_EVERY, share * n)
            for n in range(READERS)
        ]
        return [
            *(OpenScreen(self.address, table, share * n) for n, table in enumerate(self.tables)),
            *readers,
            ClubPage(self._member(), self.evening["club"]),
            Reader(self._member(), "an export", [export], EXPORTED_EVERY, READ_EVERY),
        ]

    def _member(self) -> Line:
        return Line(self.address, self.evening["member"])


def _from(pages: list[str], number: int) -> list[str]:
    """Return the same pages, beginning with another."""
    first = number % len(pages)
    return pages[first:] + pages[:first]


@dataclass(frozen=True, slots=True)
class Measurement:
    """What came of one: its title, its lines, and what went wrong."""

    title: str
    lines: list[figures.Line]
    wrong: list[str] = field(default_factory=list)


def steady(hall: Hall, seconds: float) -> Iterator[Measurement]:
    """Record an entry a second at each table for so long, next to everybody else."""
    _spread(hall)
    waits, costs = _evening(hall, PACE, seconds, hall.onlookers())
    title = f"{len(hall.tables)} tables, an entry a second each, {seconds:.0f} s"
    yield Measurement(title, [*waits_in(waits, {"entry": ENTRY_GOAL}), *costs], waits.wrong)


def together(hall: Hall, _seconds: float) -> Iterator[Measurement]:
    """Let all tables, which have finished their hands, seal at one moment, and then deal."""
    goals = {"seal": TOGETHER_GOAL, "deal": TOGETHER_GOAL}
    for title, engine in (
        ("all seal at one moment, then all deal", hall.engine),
        ("the same by forms and pages, without the engine", ""),
    ):
        hall.equip(lambda _number, engine=engine: engine)  # type: ignore[misc]
        _all(hall.tables, _finish_the_next)
        wrong = [text for table in hall.tables for text in table.waits.wrong]
        for table in hall.tables:
            table.waits = Waits()
        for step in (Table.seal, Table.deal):
            since = time.perf_counter()
            _all(hall.tables, lambda table: step(table, since))  # noqa: B023 - before the next
        waits = _of_all(hall.tables)
        title = f"{len(hall.tables)} tables: {title}"
        yield Measurement(title, waits_in(waits, goals), wrong + waits.wrong)


def knee(hall: Hall, _seconds: float) -> Iterator[Measurement]:
    """Record ever more entries a second, until they are late or too few; yield the step before."""
    _spread(hall)
    rate, best = len(hall.tables) * 1.0, None
    while True:
        for table in hall.tables:
            table.waits = Waits()
        waits, costs = _evening(hall, len(hall.tables) / rate, STEP_SECONDS, hall.onlookers())
        lines = [*waits_in(waits, {}), *costs]
        entries = [one for what, times in waits.times.items() if "entry" in what for one in times]
        late = not entries or quantile(entries, 0.99) > (ENTRY_GOAL[-1] or 0)
        if late or waits.wrong or len(entries) < KEPT_UP * rate * STEP_SECONDS:
            break
        best = Measurement(f"knee: {rate:.0f} entries a second; ", lines)
        rate *= STEP
    best = best or Measurement("knee: ", lines)
    title = f"{best.title}at {rate:.0f} a second they are late"
    yield Measurement(title, best.lines, waits.wrong)


def wall(hall: Hall, seconds: float) -> Iterator[Measurement]:
    """Record an entry a second at seven tables, alone, then with viewers of the wall."""
    few, seconds = copy(hall), min(seconds, WALL_SECONDS)
    few.tables = hall.tables[:WALL_TABLES]
    _spread(few)
    alone, _costs = _evening(few, PACE, seconds, [])
    for table in few.tables:
        table.waits = Waits()
    late = LOOKED_EVERY / VIEWERS
    address = hall.evening["wall"]
    viewers = [Viewer(hall.address, address, late * number) for number in range(VIEWERS)]
    waits, costs = _evening(few, PACE, seconds, viewers)
    lines = [
        waited(what, times, ENTRY_GOAL if "entry" in what else (), alone.times[what])
        for what, times in sorted(waits.times.items())
    ]
    title = f"{VIEWERS} viewers of the wall and {len(few.tables)} tables, {seconds:.0f} s"
    yield Measurement(title, [*lines, *costs], alone.wrong + waits.wrong)


def waits_in(waits: Waits, goals: Mapping[str, Most]) -> list[figures.Line]:
    """Return a line for everything that was waited for; `goals` by how its name begins."""
    return [
        waited(
            what, times, next((most for begin, most in goals.items() if what.startswith(begin)), ())
        )
        for what, times in sorted(waits.times.items())
    ]


def _spread(hall: Hall) -> None:
    """Let each table be somewhere else in its hand, as on any evening, not `together`."""
    hall.equip(lambda number: hall.engine if number % DRAWN_EACH else "")
    for number, table in enumerate(hall.tables):
        table.record_some(table.left * number // len(hall.tables))


def _evening(
    hall: Hall, pace: float, seconds: float, onlookers: Sequence[Onlooker]
) -> tuple[Waits, list[figures.Line]]:
    """Make all tables record, an entry every `pace` seconds, with onlookers; the first seconds
    do not count. Returns the waits, and what it cost."""
    for one in onlookers:
        one.start()
    _record(hall, pace, FIRST_SECONDS)
    people: list[Table | Onlooker] = [*hall.tables, *onlookers]
    for person in people:
        person.waits.times.clear()
    before = processes.cpu(hall.site)
    _record(hall, pace, seconds)
    spent_by_site, memory = processes.cpu(hall.site) - before, processes.memory(hall.site)
    for one in onlookers:
        one.stopped.set()
    for one in onlookers:
        one.join()
    waits = _of_all(people)
    number = sum(len(times) for what, times in waits.times.items() if "entry" in what)
    return waits, [
        spent("CPU of the site, for an entry", spent_by_site / max(1, number), "ms"),
        spent("memory of the site", memory, "MiB"),
    ]


def _record(hall: Hall, pace: float, seconds: float) -> None:
    """Let all tables record for so long, one after another within each `pace`."""
    begin = time.perf_counter() + 0.1
    recorders = [
        Recorder(table, pace, begin + pace * n / len(hall.tables), begin + seconds)
        for n, table in enumerate(hall.tables)
    ]
    for one in recorders:
        one.start()
    for one in recorders:
        one.join()


def _finish_the_next(table: Table) -> None:
    """Seal what is under way, deal, and record the next hand to its end."""
    table.record_all()
    for step in (table.seal, table.deal):
        while not step(time.perf_counter()):
            time.sleep(PAUSE)
    table.record_all()


def _all(tables: Sequence[Table], do: Callable[[Table], object]) -> None:
    """Let all tables do something at the same moment; return when the last one has."""
    gate = threading.Barrier(len(tables))

    def one(table: Table) -> None:
        gate.wait()
        do(table)

    threads = [threading.Thread(target=one, args=[table], daemon=True) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _of_all(people: Iterable[Table | Onlooker]) -> Waits:
    """Return the waits of all of them together."""
    waits = Waits()
    for one in people:
        waits.add(one.waits)
    return waits
