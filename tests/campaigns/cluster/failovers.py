"""The leader of a cluster ended while tablets write: its power cut, its PostgreSQL killed, or the
machine stands still until another leads. At the end a web node and the pool die, too.

The control is a cluster with replicas that nobody waits for, where something that was acknowledged
must be lost, and the checker must say so.
"""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.campaigns.cluster.whole import CannotStart, Cluster, DatabaseNode, cluster
from tests.campaigns.faults.campaign import Campaign, NotTried, Reached, Setting, campaign
from tests.campaigns.line import Line
from tests.campaigns.programs import wait_until
from tests.campaigns.tables import furnish
from tests.processes import send_signal

WAITS_FOR_NOBODY = "waits-for-nobody"
TABLES = 4
SETTLED_AFTER = 120  # seconds that the cluster may take until it is whole again


@contextmanager
def on_cluster(setting: Setting) -> Iterator[Campaign]:
    """Run a campaign at a cluster of its own."""
    try:
        with cluster(synchronous=not setting.broken) as whole:
            leader = whole.url("leader_port")
            evening = furnish(leader, TABLES)
            with campaign(leader, setting, tables=evening["tables"], site=whole) as running:
                until_next(running)
                yield running
                # A list that is sent as it is read, by the pool.
                list_of_hands = Line(whole.address, evening["member"]).get(evening["export"])
                if not list_of_hands.acknowledges:
                    raise TimeoutError(f"no list of hands by the pool: {list_of_hands.told()}")
    except CannotStart as missing:
        raise NotTried(str(missing)) from missing


def fail_over(running: Campaign, amount: int) -> Reached:
    """End the leader so often, in each of three ways in turn, then a web node and the pool."""
    if running.setting.broken:
        return lose(running)
    ways = (power, database, second_leader)
    times = [ways[number % len(ways)](running) for number in range(amount)]
    notes = [f"next entry after {min(times):.1f} to {max(times):.1f} s"]
    notes += [f"{way.__name__}: after {way(running):.1f} s" for way in (web_node, pool)]
    leader_of(running)  # the cluster is whole
    return running.judged(amount, *notes)


def lose(running: Campaign) -> Reached:
    """Cut the leader off from its replicas, let it acknowledge for a while, and cut its power."""
    leader, whole = leader_of(running), running.site
    # Nothing is sent to the replicas, and the server takes no new connection of theirs.
    senders = [pid for pid in leader.server() if "walsender" in command_of(pid)]
    for process in [*leader.server()[:1], *senders]:
        send_signal(process, signal.SIGSTOP)
    until_next(running)
    until_next(running)
    leader.kill()
    for writer in running.writers:  # what they are answered now shows that something is lost
        writer.stop()
    wait_until(whole.leader, SETTLED_AFTER, "another leader")
    wait_until(whole.is_served, SETTLED_AFTER, "the web nodes")
    return running.judged(1)


def until_next(running: Campaign) -> float:
    """Seconds until a request is settled that was sent after this moment: each writer has one under
    way, which may have been answered already. Raises TimeoutError."""
    wanted = running.settled + len(running.writers) + 1
    return wait_until(lambda: running.settled >= wanted, SETTLED_AFTER, "the next entry")


def leader_of(running: Campaign) -> DatabaseNode:
    """The leader, once there is one and the cluster is whole."""
    whole: Cluster = running.site
    wait_until(whole.is_whole, SETTLED_AFTER, "one leader and two replicas")
    leader = whole.leader()
    assert leader is not None
    return leader


# --- faults: each returns the seconds until the next entry ----------------------------------------


def power(running: Campaign) -> float:
    """The machine of the leader loses its power, and comes back."""
    leader = leader_of(running)
    leader.kill()
    try:
        return until_next(running)
    finally:
        leader.start()


def database(running: Campaign) -> float:
    """PostgreSQL of the leader dies; its machine lives."""
    for process in leader_of(running).server():
        send_signal(process, signal.SIGKILL)
    return until_next(running)


def second_leader(running: Campaign) -> float:
    """The leader stands still until another one leads, and then goes on as if it still did."""
    leader = leader_of(running)
    leader.pause()
    try:
        return until_next(running)
    finally:
        leader.go_on()


def web_node(running: Campaign) -> float:
    """A web node dies, and comes back."""
    node = random.choice(running.site.web)
    node.kill()
    try:
        return until_next(running)
    finally:
        node.start()


def pool(running: Campaign) -> float:
    """The pool dies, and comes back."""
    running.site.pool.kill()
    running.site.pool.start()
    return until_next(running)


def command_of(process: int) -> str:
    """What a process calls itself."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    return ""
