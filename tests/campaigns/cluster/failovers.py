"""`make faults CLUSTER=1`: the leader is ended while tablets write, again and again.

    --failovers N   how often (20)
    --seed TEXT     chooses the hands
    --control       the control alone

Each time: how long until the next entry was acknowledged. At the end the checker of the faults
compares the journal with the database. Last comes the control: the same with replicas that nobody
waits for, where something acknowledged must be lost and the checker must say so.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import requests

from tests.campaigns.begin import options
from tests.campaigns.cluster.whole import CannotStart, Cluster, DatabaseNode, cluster
from tests.campaigns.faults.campaign import rest, write_at
from tests.campaigns.faults.checker import judge_database
from tests.campaigns.faults.writers import Writer, progress
from tests.campaigns.journal import DEAL, ENTRY, Journal, read_journal
from tests.campaigns.programs import wait_until
from tests.campaigns.tables import furnish
from tests.processes import send_signal

FIRST_PORT = int(os.environ.get("CLUSTER_PORT", "18400"))
TABLES = 4
SETTLED_AFTER = 120  # seconds that the cluster may take until it is whole again
BEHIND = 30  # seconds that a replica stands still


class Drill:
    """A cluster on which tablets write, and what is done to it."""

    def __init__(self, whole: Cluster, writers: list[Writer]) -> None:
        self.whole, self.writers = whole, writers

    def until_next(self, most: float = SETTLED_AFTER) -> float:
        """Seconds until a request is settled that was sent after this moment: each writer has one
        under way, which may have been answered already. Raises TimeoutError."""
        before = progress(self.writers) + len(self.writers)
        wrong = [writer.wrong for writer in self.writers if writer.wrong]
        if wrong:
            raise TimeoutError(f"the site refused what is right: {wrong}")
        return wait_until(lambda: progress(self.writers) > before, most, "the next entry")

    def leader(self) -> DatabaseNode:
        """The leader, once there is one and the cluster is whole."""
        wait_until(self.whole.is_whole, SETTLED_AFTER, "one leader and two replicas")
        leader = self.whole.leader()
        assert leader is not None
        return leader

    def leader_now(self) -> str:
        """The name of the present leader."""
        leader = self.whole.leader()
        return leader.name if leader else "leader"

    # --- faults: each returns the seconds until the next entry ---------------------------------

    def power(self) -> float:
        """The machine of the leader loses its power, and comes back."""
        leader = self.leader()
        leader.kill()
        try:
            return self.until_next()
        finally:
            leader.start()

    def database(self) -> float:
        """PostgreSQL of the leader dies; its machine lives."""
        for process in self.leader().server():
            send_signal(process, signal.SIGKILL)
        return self.until_next()

    def second_leader(self) -> float:
        """The leader stands still until another one leads, and then goes on as if it still did."""
        leader = self.leader()
        leader.pause()
        try:
            return self.until_next()
        finally:
            leader.go_on()

    def web_node(self) -> float:
        """A web node dies, and comes back."""
        node = random.choice(self.whole.web)
        node.kill()
        try:
            return self.until_next()
        finally:
            node.start()

    def pool(self) -> float:
        """The pool dies, and comes back."""
        self.whole.pool.kill()
        self.whole.pool.start()
        return self.until_next()


def failovers(drill: Drill, count: int, report: Callable[[str], None]) -> list[float]:
    """End the leader so often, in each of three ways in turn; seconds until the next entry."""
    ways = (drill.power, drill.database, drill.second_leader)
    times = []
    for number in range(count):
        way = ways[number % len(ways)]
        times.append(way())
        report(f"failover {number + 1}, {way.__name__}: next entry after {times[-1]:.1f} s")
    return times


def read_beside(drill: Drill, journal: Path, tokens: list[str]) -> dict[str, int]:
    """Read hands through both web nodes while tablets write and one replica stands still. Returns
    how often; how often a hand was older than it had been acknowledged or shown before; and how
    much each replica was asked for."""
    leader = drill.leader()
    still, moving = (node for node in drill.whole.databases if node is not leader)
    urls = [drill.whole.url(f"{node.name}_port", "postgres") for node in (still, moving)]
    counts = {"read": 0, "older": 0}
    seen: dict[str, int] = {}
    before = [asked_of(url) for url in urls]
    # Not by pg_wal_replay_pause(), which Patroni ends. What is received is still written down.
    replaying = [pid for pid in still.family() if "startup" in command_of(pid)]
    with psycopg.connect(urls[0], autocommit=True) as line, stopped(replaying):
        end = time.monotonic() + BEHIND
        while time.monotonic() < end:
            for hand, version in acknowledged(journal).items():
                seen[hand] = max(version, seen.get(hand, 0))
                token = tokens[counts["read"] % len(tokens)]
                now = shown(drill.whole, hand, token)
                counts["read"] += 1
                counts["older"] += now < seen[hand]
                seen[hand] = max(now, seen[hand])
            time.sleep(0.3)
        behind = line.execute("SELECT extract(epoch FROM now() - pg_last_xact_replay_timestamp())")
        counts["seconds behind"] = int((behind.fetchone() or [0])[0])
    for name, url, first in zip(
        ("rows of the one behind", "rows of the other"), urls, before, strict=True
    ):
        counts[name] = asked_of(url) - first
    return counts


@contextmanager
def stopped(processes: list[int]) -> Iterator[None]:
    """Let processes stand still in this block. There must be some."""
    assert processes
    for process in processes:
        send_signal(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            send_signal(process, signal.SIGCONT)


def acknowledged(journal: Path) -> dict[str, int]:
    """The newest hand of each table, and the version that was last acknowledged."""
    newest: dict[str, str] = {}
    versions: dict[str, int] = {}
    for one in read_journal(journal).values():
        if one.acknowledged is None:
            continue
        if one.what == DEAL:
            newest[one.facts["match"]] = one.acknowledged["id"]
        elif one.what == ENTRY:
            hand = one.facts["hand"]
            versions[hand] = max(versions.get(hand, 0), one.acknowledged["version"])
    return {hand: versions.get(hand, 0) for hand in newest.values()}


def shown(whole: Cluster, hand: str, token: str) -> int:
    """The version of a hand that a reader is shown."""
    headers = {"Authorization": f"Bearer {token}"}
    answer = requests.get(f"{whole.address}/api/v1/hands/{hand}", headers=headers, timeout=20)
    assert answer.ok, answer.text
    return int(answer.headers["ETag"].removeprefix("W/").strip('"').partition("-")[0])


def asked_of(url: str) -> int:
    """How many rows a database has read for the site."""
    question = "SELECT tup_fetched FROM pg_stat_database WHERE datname = 'clubtarot'"
    with psycopg.connect(url) as line:
        row = line.execute(question).fetchone()
        return int(row[0]) if row else 0


@contextmanager
def drill_on(
    folder: Path, seed: str, *, synchronous: bool
) -> Iterator[tuple[Drill, Path, list[str]]]:
    """A cluster on which tablets write; its journal; keys of readers."""
    with cluster(FIRST_PORT, synchronous=synchronous) as whole:
        tables = furnish(whole.url("leader_port"), TABLES)["tables"]
        whole.start_web()
        path = folder / f"{'synchronous' if synchronous else 'control'}.ndjson"
        journal = Journal(path)
        drill = Drill(whole, write_at(whole.address, tables, journal, seed))
        try:
            drill.until_next()
            yield drill, path, [table["token"] for table in tables]
        finally:
            for writer in drill.writers:
                writer.stop()
            journal.close()


def hold(folder: Path, seed: str, count: int, report: Callable[[str], None]) -> list[str]:
    """All faults on a cluster as it should be. Returns what was wrong."""
    with drill_on(folder, seed, synchronous=True) as (drill, journal, tokens):
        counts = read_beside(drill, journal, tokens)
        report(f"a replica {BEHIND} s behind: {counts}")
        times = failovers(drill, count, report)
        for way in (drill.web_node, drill.pool):
            report(f"{way.__name__}: next entry after {way():.1f} s")
        drill.leader()  # the cluster is whole
        rest(drill.writers, SETTLED_AFTER)
        judgement = judge_database(drill.whole.url("leader_port"), journal)
        report(f"acknowledged {judgement.acknowledged}, statuses {judgement.statuses}")
        report(f"settled by their keys {judgement.settled_by_key}, unknown {judgement.unknown}")
    if times:
        report(f"{len(times)} failovers: {min(times):.1f} to {max(times):.1f} s")
    wrong = [writer.wrong for writer in drill.writers if writer.wrong]
    older = [f"{counts['older']} answers were older than seen"] if counts["older"] else []
    return [*judgement.faults, *wrong, *older]


def control(folder: Path, seed: str, report: Callable[[str], None]) -> list[str]:
    """The same with replicas that nobody waits for: the leader is cut off from them, acknowledges
    for a while, and loses its power. Returns what the checker says."""
    with drill_on(folder, seed, synchronous=False) as (drill, journal, _tokens):
        leader = drill.leader()
        # Nothing is sent to the replicas, and the server takes no new connection of theirs.
        senders = [pid for pid in leader.server() if "walsender" in command_of(pid)]
        for process in [*leader.server()[:1], *senders]:
            send_signal(process, signal.SIGSTOP)
        drill.until_next()
        drill.until_next()
        leader.kill()
        for writer in drill.writers:
            writer.stop()
        wait_until(lambda: drill.whole.leader() is not None, SETTLED_AFTER, "another leader")
        rest(drill.writers, SETTLED_AFTER)
        judgement = judge_database(drill.whole.url(f"{drill.leader_now()}_port"), journal)
        report(f"control: {len(judgement.faults)} faults, such as {judgement.faults[:1]}")
    return judgement.faults


def command_of(process: int) -> str:
    """What a process calls itself."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def main() -> int:
    """Run it all. Returns the exit code."""
    chosen = options("make faults CLUSTER=1", __doc__, failovers=20, seed="cluster", control=False)
    begin = time.monotonic()

    def report(line: str) -> None:
        print(f"{time.monotonic() - begin:6.0f} s  {line}", flush=True)

    try:
        with TemporaryDirectory(prefix="clubtarot-failovers-") as name:
            faults = []
            if not chosen.control:
                faults = hold(Path(name), chosen.seed, chosen.failovers, report)
                for fault in faults:
                    report(f"FAULT: {fault}")
            caught = control(Path(name), chosen.seed, report)
    except CannotStart as error:
        print(error)
        return 1
    if not caught:
        report("FAULT: the control lost what it had acknowledged, and nobody noticed")
    report("failed" if faults or not caught else "held: 0 lost, 0 doubled, 0 older than seen")
    return 1 if faults or not caught else 0


if __name__ == "__main__":
    sys.exit(main())
