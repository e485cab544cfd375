"""`make cluster`: a cluster on this machine, with a demo club, until Ctrl-C.

CLUSTER_PORT is the first of its ports (18400).
"""

from __future__ import annotations

import signal
import sys

from tests.campaigns.begin import options
from tests.campaigns.cluster.whole import CannotStart, Cluster, cluster
from tests.campaigns.programs import managed


def main() -> int:
    """Start it, say where everything is, wait. Returns the exit code."""
    options("make cluster", __doc__)
    print("Starting three databases ...", flush=True)
    try:
        with cluster() as whole:
            fill(whole)
            whole.start()
            print(f"ClubTarot: {whole.address}/ (stop with Ctrl-C); logs: {whole.folder}/*/*.log")
            for name, value in whole.facts.items():
                print(f"  {name:13} {value}", flush=True)
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
        status, said = managed(whole.folder, leader, *command.split())
        if status:
            raise CannotStart(f"{command} has failed: {said}")


if __name__ == "__main__":
    sys.exit(main())
