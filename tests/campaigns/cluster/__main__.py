"""`make cluster`: a cluster on this machine, with a demo club, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tests.campaigns.cluster.whole import CannotStart, Cluster, cluster
from tests.campaigns.programs import manage

FIRST_PORT = int(os.environ.get("CLUSTER_PORT", "18400"))


def main() -> int:
    """Start it, say where everything is, wait. Returns the exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    print("Starting three databases ...", flush=True)
    try:
        with cluster(FIRST_PORT) as whole:
            fill(whole)
            whole.start_web()
            print(addresses(whole), flush=True)
            signal.pause()
    except CannotStart as error:
        print(error)
        return 1
    except KeyboardInterrupt:
        print("Stopped; nothing is left.")
    return 0


def fill(whole: Cluster) -> None:
    """Make the tables and the demo club, past the pool: a migration locks for a session."""
    leader = whole.url("leader_port")
    for command in ("migrate --verbosity 0 --skip-checks", "demo --force --skip-checks"):
        if manage(Path(), leader, *command.split(), out=sys.stderr.fileno()).wait():
            raise CannotStart(f"{command} has failed")


def addresses(whole: Cluster) -> str:
    """Where everything is, a line each."""
    ports, host = whole.ports, whole.facts["host"]
    lines = [f"ClubTarot: {whole.address}/ (stop with Ctrl-C)"]
    lines += [f"  {node.name}  http://{host}:{ports[f'{node.name}_port']}/" for node in whole.web]
    lines += [
        f"  {node.name}   {whole.url(f'{node.name}_port')}  (Patroni: http://{host}:{node.rest}/)"
        for node in whole.databases
    ]
    lines += [
        f"  pool  {whole.url('pool_port')}",
        f"  leader  {whole.url('leader_port')}",
        f"  etcd  http://{whole.facts['etcd']}/",
        f"  logs  {whole.folder}/*/*.log",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
