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

from tests.campaigns.begin import options
from tests.campaigns.cluster.whole import CannotStart, Cluster, DatabaseNode, cluster
from tests.campaigns.faults.campaign import rest, write_at
from tests.campaigns.faults.checker import judge_database
from tests.campaigns.faults.writers import Writer, progress
from tests.campaigns.journal import Journal
from tests.campaigns.programs import wait_until
from tests.campaigns.tables import furnish
from tests.processes import send_signal

FIRST_PORT = int(os.environ.get("CLUSTER_PORT", "18400"))
TABLES = 4
SETTLED_AFTER = 120  # seconds that the cluster may take until it is whole again


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


@contextmanager
def drill_on(folder: Path, seed: str, *, synchronous: bool) -> Iterator[tuple[Drill, Path]]:
    """A cluster on which tablets write; its journal."""
    with cluster(FIRST_PORT, synchronous=synchronous) as whole:
        tables = furnish(whole.url("leader_port"), TABLES)["tables"]
        whole.start_web()
        path = folder / f"{'synchronous' if synchronous else 'control'}.ndjson"
        journal = Journal(path)
        drill = Drill(whole, write_at(whole.address, tables, journal, seed))
        try:
            drill.until_next()
            yield drill, path
        finally:
            for writer in drill.writers:
                writer.stop()
            journal.close()


def hold(folder: Path, seed: str, count: int, report: Callable[[str], None]) -> list[str]:
    """All faults on a cluster as it should be. Returns what was wrong."""
    with drill_on(folder, seed, synchronous=True) as (drill, journal):
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
    return [*judgement.faults, *wrong]


def control(folder: Path, seed: str, report: Callable[[str], None]) -> list[str]:
    """The same with replicas that nobody waits for: the leader is cut off from them, acknowledges
    for a while, and loses its power. Returns what the checker says."""
    with drill_on(folder, seed, synchronous=False) as (drill, journal):
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
    report("failed" if faults or not caught else "held: 0 lost, 0 doubled")
    return 1 if faults or not caught else 0


if __name__ == "__main__":
    sys.exit(main())
