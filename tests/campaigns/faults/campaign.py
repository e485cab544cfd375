"""A new club on a database, the site that serves it, tablets that record, and a kind of fault."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.campaigns.faults.checker import OUTAGE, Judgement, judge_database
from tests.campaigns.faults.writers import Writer
from tests.campaigns.journal import Journal, read_journal, statuses
from tests.campaigns.programs import Server, Site, database_server, wait_until
from tests.campaigns.tables import furnish

TABLES = 6  # one of each game
END = 60.0  # seconds in which what is under way must be settled
BETWEEN = (4, 24)  # requests that are settled between two faults
LAST = 40  # requests that are settled after the last one


Disk = Callable[["Setting"], AbstractContextManager[Path]]


class NotTried(Exception):
    """This kind of fault cannot be tried here; the text says why."""


@dataclass
class Reached:
    """How often something was tried, and what came of it: `lost` are sentences, and any of them is
    a failure; `skipped` says why it was not tried at all."""

    tried: int = 0
    acknowledged: int = 0
    settled_by_key: int = 0  # after an answer that was lost
    lost: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    skipped: str = ""

    def __add__(self, other: Reached) -> Reached:
        return Reached(
            self.tried + other.tried,
            self.acknowledged + other.acknowledged,
            self.settled_by_key + other.settled_by_key,
            self.lost + other.lost,
            list(dict.fromkeys(self.notes + other.notes)),
            self.skipped or other.skipped,
        )


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a batch of faults happens: an empty `folder`, the `seed` that chooses everything, and
    the name of the control that the site is broken by, if any."""

    folder: Path
    seed: str
    broken: str = ""

    @property
    def chance(self) -> random.Random:
        """Return dice that fall the same for the same seed."""
        return random.Random(self.seed)

    @property
    def file(self) -> Path:
        """Return the file of a database on SQLite."""
        return self.folder / "club.sqlite3"


@dataclass
class Campaign:
    """What a fault is done to: the `site`, or a whole cluster that serves it, while `writers` write
    what is in the `journal`. `server` is there on PostgreSQL; `chance` chooses moments and victims;
    `zone` is the TIME_ZONE of the site."""

    setting: Setting
    database: str
    site: Any
    journal: Journal
    chance: random.Random
    zone: str
    server: Server | None = None
    writers: list[Writer] = field(default_factory=list)

    @property
    def postgres(self) -> Server:
        """Return the server of a campaign on PostgreSQL."""
        assert self.server is not None
        return self.server

    @property
    def settled(self) -> int:
        """Return how many requests are settled by now."""
        return sum(writer.settled for writer in self.writers)

    def wait_for(self, more: int, seconds: float = END) -> None:
        """Go on until `more` requests are settled. Raises TimeoutError where they are not."""
        wanted = self.settled + more
        try:
            wait_until(lambda: self.settled >= wanted, seconds, "the site goes on")
        except TimeoutError as late:
            raise TimeoutError(f"{late}: {self.wrong or self.site.last_words()}") from late

    def at_random(self) -> None:
        """Go on to a random moment."""
        self.wait_for(self.chance.randint(*BETWEEN))
        time.sleep(self.chance.uniform(0, 0.05))

    def again_and_again(self, amount: int, fault: Callable[[int], object]) -> None:
        """Let the fault happen so often, at random moments, and the writers go on in between."""
        for number in range(amount):
            self.at_random()
            fault(number)
        self.wait_for(LAST)

    @property
    def wrong(self) -> list[str]:
        """Return what the site should not have answered."""
        return [writer.wrong for writer in self.writers if writer.wrong]

    def rest(self) -> None:
        """Let the writers end, each after what it is about."""
        for writer in self.writers:
            writer.stop()
        for writer in self.writers:
            writer.join(END)

    def judge(self) -> Judgement:
        """Return what the checker says of the database, by the journal."""
        judgement = judge_database(self.database, self.journal.path, self.zone)
        judgement.faults += self.wrong
        return judgement

    def answered_wrongly(self) -> list[str]:
        """Return what no fault excuses: an answer that is an error and no 503, a traceback."""
        wrong = [
            f"{count} answers were {status}"
            for status, count in sorted(statuses(read_journal(self.journal.path)).items())
            if status >= 500 and status != OUTAGE
        ]
        traces = self.site.traces()
        return wrong + ([f"{traces} tracebacks in the log"] if traces else [])

    def judged(self, tried: int, *notes: str) -> Reached:
        """End it, and return what the checker says."""
        self.rest()
        judgement = self.judge()
        lost = [*judgement.faults, *self.answered_wrongly()]
        return Reached(tried, judgement.total, judgement.settled_by_key, lost, list(notes))


@contextmanager
def campaign(
    database: str,
    setting: Setting,
    *,
    kind: type[Writer] = Writer,
    tables: list[dict[str, Any]] | None = None,
    site: Any = None,
    **facts: Any,
) -> Iterator[Campaign]:
    """Run a campaign on a new database, or at tables that are furnished, at a `site` that can be
    started, or one with these `facts`. At the end everything is stopped; what is in the folder
    stays."""
    if tables is None:
        tables = furnish(database, TABLES)["tables"]
    journal = Journal(setting.folder / "journal.ndjson")
    site = site or Site(database, setting.folder, broken=setting.broken, **facts)
    zone = facts.get("TIME_ZONE", "UTC")
    running = Campaign(setting, database, site, journal, setting.chance, zone)
    try:
        site.start()
        for number, table in enumerate(tables):
            writer = kind(site.address, table, journal, f"{setting.seed} {number}")
            running.writers.append(writer)
            writer.start()
        yield running
    finally:
        try:
            running.rest()
        finally:
            site.stop()
            journal.close()


def in_its_folder(setting: Setting) -> AbstractContextManager[Path]:
    """Return the folder of a setting: no disk is mounted for it."""
    return nullcontext(setting.folder)


@contextmanager
def on_sqlite(setting: Setting, disk: Disk = in_its_folder, **facts: Any) -> Iterator[Campaign]:
    """Run a campaign on a file of that disk."""
    with (
        disk(setting) as place,
        campaign(f"sqlite:///{place / setting.file.name}", setting, **facts) as running,
    ):
        yield running


@contextmanager
def on_postgres(
    setting: Setting, disk: Disk = in_its_folder, **settings: str
) -> Iterator[Campaign]:
    """Run a campaign on a server of its own, whose data are on that disk, with two workers where
    they have room. `settings` are those of the server."""
    workers = 1 if setting.broken or disk is not in_its_folder else 2
    with (
        disk(setting) as place,
        database_server(place, **settings) as server,
        campaign(server.url, setting, workers=workers) as running,
    ):
        running.server = server
        yield running


@contextmanager
def mounted(place: Path, *what: object) -> Iterator[Path]:
    """Mount something; `what` are the arguments of `mount` before the place. Raises NotTried for
    everybody but root."""
    if os.geteuid():
        raise NotTried("only root can mount a disk")
    place.mkdir()
    subprocess.run(["mount", *map(str, what), place], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)
