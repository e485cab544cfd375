"""A new club on a database, the site that serves it, tablets that record, and a kind of fault."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.campaigns.faults.checker import OUTAGE, Judgement, judge_database
from tests.campaigns.faults.writers import Writer, wait_for
from tests.campaigns.journal import Journal, read_journal, statuses
from tests.campaigns.programs import Server, Site, database_server
from tests.campaigns.tables import furnish

TABLES = 6  # one of each game
END = 60.0  # seconds in which what is under way must be settled
BETWEEN = (4, 24)  # requests that are settled between two faults
LAST = 40  # requests that are settled after the last one


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
    """What a fault is done to: the `site`, while `writers` write what is in the `journal`. `server`
    is there on PostgreSQL; `chance` chooses moments and victims."""

    setting: Setting
    database: str
    site: Site
    journal: Journal
    chance: random.Random
    server: Server | None = None
    writers: list[Writer] = field(default_factory=list)

    def wait_for(self, more: int, seconds: float = END) -> None:
        """Go on until `more` requests are settled. Raises TimeoutError where they are not."""
        if not wait_for(self.writers, more, seconds):
            raise TimeoutError(f"the site does not go on: {self.wrong or self.site.last_words()}")

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
        rest(self.writers, END)

    def judge(self, club: str = "") -> Judgement:
        """Return what the checker says of the database, by the journal; with `club`, where other
        clubs have what is in no journal."""
        zone = self.site.environment["TIME_ZONE"]
        judgement = judge_database(self.database, self.journal.path, club, zone)
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

    def judged(self, tried: int, *notes: str, club: str = "") -> Reached:
        """End it, and return what the checker says."""
        self.rest()
        judgement = self.judge(club)
        lost = [*judgement.faults, *self.answered_wrongly()]
        return Reached(tried, judgement.total, judgement.settled_by_key, lost, list(notes))


def rest(writers: list[Writer], seconds: float) -> None:
    """Let writers end, each after what it is about."""
    for writer in writers:
        writer.stop()
    for writer in writers:
        if writer.is_alive():
            writer.join(seconds)


def write_at(
    address: str,
    tables: list[dict[str, Any]],
    journal: Journal,
    seed: str,
    kind: type[Writer] = Writer,
) -> list[Writer]:
    """Return a writer of that kind at each table, already writing; the seed chooses its hands."""
    writers = [
        kind(address, table, journal, f"{seed} {number}") for number, table in enumerate(tables)
    ]
    for writer in writers:
        writer.start()
    return writers


@contextmanager
def campaign(
    database: str,
    setting: Setting,
    *,
    kind: type[Writer] = Writer,
    tables: list[dict[str, Any]] | None = None,
    **facts: Any,
) -> Iterator[Campaign]:
    """Run a campaign on a new database, or at tables that are furnished; `facts` are those of the
    site. At the end everything is stopped; what is in the folder stays."""
    if tables is None:
        tables = furnish(database, TABLES)["tables"]
    journal = Journal(setting.folder / "journal.ndjson")
    site = Site(database, setting.folder, broken=setting.broken, **facts)
    running = Campaign(setting, database, site, journal, setting.chance)
    try:
        site.start()
        running.writers = write_at(site.address, tables, journal, setting.seed, kind)
        yield running
    finally:
        try:
            running.rest()
        finally:
            site.stop()
            journal.close()


@contextmanager
def on_sqlite(
    setting: Setting, disk: Callable[[Path], Any] | None = None, **facts: Any
) -> Iterator[Campaign]:
    """Run a campaign on a file; with `disk`, on one that is mounted for it."""
    with ExitStack() as stack:
        file = setting.file
        if disk is not None:
            file = stack.enter_context(mounted_by_root(disk, setting)) / file.name
        yield stack.enter_context(campaign(f"sqlite:///{file}", setting, **facts))


@contextmanager
def on_postgres(
    setting: Setting, disk: Callable[[Path], Any] | None = None, **settings: str
) -> Iterator[Campaign]:
    """Run a campaign on a server of its own, with two workers; with `disk`, on one that is mounted
    for it. `settings` are those of the server."""
    with ExitStack() as stack:
        place = setting.folder
        if disk is not None:
            place = stack.enter_context(mounted_by_root(disk, setting))
        server = stack.enter_context(database_server(place, **settings))
        workers = 1 if setting.broken or disk is not None else 2
        running = stack.enter_context(campaign(server.url, setting, workers=workers))
        running.server = server
        yield running


def mounted_by_root(disk: Callable[[Path], Any], setting: Setting) -> Any:
    """Return the disk of a setting. Raises NotTried for everybody but root."""
    if os.geteuid():
        raise NotTried("only root can mount a disk")
    return disk(setting.folder / "disk")
