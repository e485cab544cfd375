"""What an entry and a hand cost the database: bytes, statements, syncs, processor time.

    python -m tests.campaigns.cluster.costs [--hands N]

Tablets record whole hands of all games on a server of
ours with nothing else on it, so bytes, statements and syncs are exact; processor time is more on a
busy machine.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from tests.campaigns.begin import options
from tests.campaigns.faults.campaign import Setting, campaign
from tests.campaigns.figures import shown, spent, write
from tests.campaigns.programs import database_server
from tests.processes import cpu

SETTINGS = {"shared_preload_libraries": "pg_stat_statements", "autovacuum": "off"}
QUESTIONS = {
    "entries": "SELECT count(*) FROM games_entry",
    "hands": "SELECT count(*) FROM games_seal",
    "bytes of log": "SELECT wal_bytes FROM pg_stat_wal",
    "whole pages": "SELECT wal_fpi FROM pg_stat_wal",
    "syncs": "SELECT wal_sync FROM pg_stat_wal",
    "statements": "SELECT sum(calls) FROM pg_stat_statements",
    "bytes of tables": "SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
    " WHERE relkind = 'r' AND relname LIKE 'games\\_%'",
}


def costs(line: psycopg.Connection, server: int) -> dict[str, float]:
    """Return the counts of the server at this moment."""
    counts = {"ms of processor": cpu([server])}
    for name, question in QUESTIONS.items():
        row = line.execute(question.encode()).fetchone()
        counts[name] = float(row[0]) if row else 0.0
    return counts


def main() -> int:
    """Record, measure, print. Returns the exit code."""
    asked = options("python -m tests.campaigns.cluster.costs", __doc__, hands=60)
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
                while (now := costs(line, first))["hands"] - before["hands"] < asked.hands:
                    time.sleep(1)
                running.rest()
    new = {name: count - before[name] for name, count in now.items()}
    entries, hands = new.pop("entries"), new.pop("hands")
    lines = [
        spent(name, count / entries, "an entry", "a hand", count / hands)
        for name, count in new.items()
    ]
    shown(f"{entries:.0f} entries, {hands:.0f} hands sealed", lines)
    write(asked.json, {"costs": lines})
    return 0


if __name__ == "__main__":
    sys.exit(main())
