"""What an entry and a hand cost the database: bytes, statements, syncs, processor time.

    python -m tests.campaigns.cluster.costs [--hands N]

The table for games/operation/guide.md. Tablets record whole hands of all games on a server of
ours with nothing else on it, so bytes, statements and syncs are exact; processor time is more on a
busy machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from tests.campaigns.begin import options
from tests.campaigns.faults.campaign import Setting, campaign
from tests.campaigns.programs import database_server
from tests.processes import cpu

SETTINGS = {"shared_preload_libraries": "pg_stat_statements", "autovacuum": "off"}
# In the order of `Costs`.
QUESTIONS = (
    "SELECT count(*) FROM games_entry",
    "SELECT count(*) FROM games_seal",
    "SELECT wal_bytes FROM pg_stat_wal",
    "SELECT wal_fpi FROM pg_stat_wal",
    "SELECT wal_sync FROM pg_stat_wal",
    "SELECT sum(calls) FROM pg_stat_statements",
    "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r'"
    " AND relname LIKE 'games\\_%'",
)


@dataclass(frozen=True)
class Costs:
    """Entries and seals that were made, and what they cost."""

    entries: float
    seals: float
    log_bytes: float
    whole_pages: float
    syncs: float
    statements: float
    table_bytes: float
    processor: float

    def since(self, before: Costs) -> Costs:
        """What was added."""
        return Costs(
            *(
                now - then
                for now, then in zip(vars(self).values(), vars(before).values(), strict=True)
            )
        )


def costs(line: psycopg.Connection, server: int) -> Costs:
    """The counts of the server at this moment."""
    values = []
    for question in QUESTIONS:
        row = line.execute(question.encode()).fetchone()
        values.append(float(row[0]) if row else 0.0)
    values.append(cpu([server]) / 1_000)
    return Costs(*values)


def lines(cost: Costs) -> Iterator[str]:
    """The table."""
    yield f"{cost.entries:.0f} entries, {cost.seals:.0f} seals"
    for name in ("log_bytes", "whole_pages", "syncs", "statements", "table_bytes"):
        value = getattr(cost, name)
        yield f"{name:12} {value / cost.entries:10.2f} an entry {value / cost.seals:12.1f} a hand"
    milliseconds = cost.processor * 1_000
    each, hand = milliseconds / cost.entries, milliseconds / cost.seals
    yield f"processor ms {each:10.2f} an entry {hand:12.1f} a hand"


def main() -> int:
    """Record, measure, print. Returns the exit code."""
    wanted = options("python -m tests.campaigns.cluster.costs", __doc__, hands=60).hands
    with TemporaryDirectory(prefix="clubtarot-costs-") as name:
        folder = Path(name)
        with (
            database_server(folder, **SETTINGS) as server,
            psycopg.connect(server.url, autocommit=True) as line,
        ):
            line.execute("CREATE EXTENSION pg_stat_statements")
            first = server.family()[0]
            with campaign(server.url, Setting(folder, "costs")) as running:
                running.wait_for(50)
                before = costs(line, first)
                while (now := costs(line, first)).seals - before.seals < wanted:
                    time.sleep(1)
                running.rest()
                print("\n".join(lines(now.since(before))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
