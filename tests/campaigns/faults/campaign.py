"""A campaign: a new club on a database, the site that serves it, and tablets that record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.campaigns.faults.checker import Judgement, judge_database
from tests.campaigns.faults.furnishing import furnish
from tests.campaigns.faults.journal import Journal
from tests.campaigns.faults.sites import Restartable
from tests.campaigns.faults.writers import Writer, progress, wait_for

TABLES = 6  # one of each game
END = 60  # seconds in which what is under way must be settled


@dataclass
class Campaign:
    """What a fault is done to: the `site`, while `writers` write what is in the `journal`."""

    database: str
    site: Restartable
    journal: Journal
    writers: list[Writer]

    def wait_for(self, more: int, seconds: float = END) -> None:
        """Go on until so many more requests are settled. Raises TimeoutError where they are not."""
        if not wait_for(self.writers, more, seconds):
            wrong = [writer.wrong for writer in self.writers if writer.wrong]
            raise TimeoutError(f"the site does not go on: {wrong or self.site.last_words()}")

    @property
    def settled(self) -> int:
        """How many requests are settled by now."""
        return progress(self.writers)

    def rest(self) -> None:
        """Let the writers end, each after what it is about."""
        for writer in self.writers:
            writer.stop()
        for writer in self.writers:
            if writer.is_alive():
                writer.join(END)

    def judge(self, database: str = "", club: str = "") -> Judgement:
        """What the checker says of the database, or of another in its place, by the journal; with
        `club`, where other clubs have what is in no journal."""
        zone = self.site.environment["TIME_ZONE"]
        judgement = judge_database(database or self.database, self.journal.path, club, zone)
        judgement.faults += [writer.wrong for writer in self.writers if writer.wrong]
        return judgement


def write_at(
    address: str,
    tables: list[dict[str, Any]],
    journal: Journal,
    seed: str,
    kind: type[Writer] = Writer,
) -> list[Writer]:
    """A writer of that kind at each table, already writing; the same seed chooses its hands."""
    writers = [
        kind(address, table, journal, f"{seed} {number}") for number, table in enumerate(tables)
    ]
    for writer in writers:
        writer.start()
    return writers


@contextmanager
def campaign(
    database: str, folder: Path, seed: str, tables: int = TABLES, **facts: Any
) -> Iterator[Campaign]:
    """A campaign on a new database, else as `campaign_at`."""
    with campaign_at(furnish(database, tables), database, folder, seed, **facts) as running:
        yield running


@contextmanager
def campaign_at(
    tables: list[dict[str, Any]],
    database: str,
    folder: Path,
    seed: str,
    kind: type[Writer] = Writer,
    **facts: Any,
) -> Iterator[Campaign]:
    """A campaign at tables that are furnished; `facts` are those of the site. At the end everything
    is stopped; what is in `folder` stays."""
    journal = Journal(folder / "journal.ndjson")
    site = Restartable(database, folder, **facts)
    running = Campaign(database, site, journal, [])
    try:
        site.start()
        running.writers = write_at(site.address, tables, journal, seed, kind)
        yield running
    finally:
        try:
            running.rest()
        finally:
            site.stop()
            journal.close()
