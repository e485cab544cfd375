"""A cluster of Patroni, etcd, PgBouncer, HAProxy, set up by the example for operators."""

from __future__ import annotations

import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import requests

from tests.campaigns.programs import SERVED, WITH_FILES, Program, Site, answers, wait_until
from tests.postgres import find_binaries, owner_of_server
from tests.processes import family

EXAMPLES = Path(__file__).parents[3] / "games/operation/deploy/cluster"
HOST = "127.0.0.1"
START = 120  # seconds that each step of a start may take
FIRST_PORT = int(os.environ.get("CLUSTER_PORT", "18400"))
PORTS = (
    "site_port leader_port pool_port etcd_port etcd_peers "
    "db1_port db2_port db3_port rest1_port rest2_port rest3_port"
).split()
RUNNING = ("running", "streaming")
# What it needs besides PostgreSQL, and the packages of Debian that it is in.
PROGRAMS = {
    "patroni": "patroni",
    "etcd": "etcd-server",
    "pgbouncer": "pgbouncer",
    "haproxy": "haproxy",
}
# Where Debian has programs that administrators start.
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


class CannotStart(Exception):
    """What is missing, and how to get it."""


class DatabaseNode(Program):
    """Patroni and the PostgreSQL that it looks after, which has a session of its own."""

    def family(self) -> list[int]:
        """Return both programs and all that they have started."""
        return list(dict.fromkeys([*super().family(), *self.server()]))

    def server(self) -> list[int]:
        """Return PostgreSQL alone, its first process first."""
        if self.process is None:
            return []
        try:
            return family([int((self.folder / "data" / "postmaster.pid").read_text().split()[0])])
        except (OSError, ValueError, IndexError):
            return []


class Cluster:
    """All parts, in a folder of their own. `synchronous`: whether an entry is on two machines
    before it is acknowledged; without it the cluster is a control, which loses entries."""

    def __init__(self, folder: Path, *, synchronous: bool) -> None:
        binaries = find_binaries()
        missing = [what for name, what in PROGRAMS.items() if not shutil.which(name, path=PATH)]
        missing += [] if binaries else ["postgresql"]
        if missing:
            raise CannotStart(f"Install what is missing: apt-get install {' '.join(missing)}")
        self.folder, self.password = folder, secrets.token_urlsafe(16)
        self.ports = {name: FIRST_PORT + number for number, name in enumerate(PORTS)}
        self.address = f"http://{HOST}:{self.ports['site_port']}"  # where visitors find the site
        self.standby = "sync_standby" if synchronous else "replica"  # that may take over
        site: dict[str, Any] = {"app": SERVED, "settings": WITH_FILES, "POOLED": "1"}
        self.web = [
            Site(self.url("pool_port"), self._folder(f"web{number}"), **site) for number in (1, 2)
        ]
        self.facts: dict[str, Any] = {
            **self.ports,
            **{f"web{number}_port": node.port for number, node in enumerate(self.web, 1)},
            "host": HOST,
            "network": f"{HOST}/32",
            "password": self.password,
            "etcd": f"{HOST}:{self.ports['etcd_port']}",
            "binaries": binaries,
            "synchronous": str(synchronous).lower(),
        }
        self.etcd = self._etcd()
        self.databases = [self._database(number) for number in (1, 2, 3)]
        self.proxy = self._program("haproxy", "haproxy.cfg", "-db", "-f")
        self.pool = self._program("pgbouncer", "pgbouncer.ini")

    @property
    def parts(self) -> list[Program]:
        """In the order in which they are started."""
        return [self.etcd, *self.databases, self.proxy, self.pool, *self.web]

    def url(self, port: str, account: str = "clubtarot") -> str:
        """The address of the database behind a port, by its name."""
        where = f"{HOST}:{self.ports[port]}/{account}"
        return f"postgres://{account}:{self.password}@{where}"

    # --- what each part is started with --------------------------------------------------------

    def _folder(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir()
        owner_of_server(folder)
        return folder

    def _written(self, path: Path, text: str) -> Path:
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)
        owner_of_server(path)
        return path

    def _configured(self, folder: Path, example: str, **facts: Any) -> Path:
        text = Template((EXAMPLES / example).read_text(encoding="utf-8"))
        return self._written(folder / example, text.substitute(self.facts, folder=folder, **facts))

    def _etcd(self) -> Program:
        clients = f"http://{self.facts['etcd']}"
        peers = f"http://{HOST}:{self.ports['etcd_peers']}"
        folder = self._folder("etcd")
        options = {
            "name": "etcd1",
            "data-dir": folder / "data",
            "listen-client-urls": clients,
            "advertise-client-urls": clients,
            "listen-peer-urls": peers,
            "initial-advertise-peer-urls": peers,
            "initial-cluster": f"etcd1={peers}",
        }
        given = [f"--{name}={value}" for name, value in options.items()]
        command = ["etcd", "--unsafe-no-fsync", *given]
        return Program("etcd", command, folder, own(folder), unprivileged=True)

    def _database(self, number: int) -> DatabaseNode:
        name = f"db{number}"
        folder = self._folder(name)
        ports = {"port": self.ports[f"{name}_port"], "rest_port": self.ports[f"rest{number}_port"]}
        path = self._configured(folder, "patroni.yml", name=name, **ports)
        return DatabaseNode(name, ["patroni", path], folder, own(folder), unprivileged=True)

    def _program(self, name: str, example: str, *options: str) -> Program:
        folder = self._folder(name)
        path = self._configured(folder, example)
        self._written(folder / "userlist.txt", f'"clubtarot" "{self.password}"\n')
        command = [shutil.which(name, path=PATH) or name, *options, path]
        return Program(name, command, folder, own(folder), unprivileged=True)

    # --- starting and watching it --------------------------------------------------------------

    def start_databases(self) -> None:
        """Start all that the site needs, and make its account and its empty database."""
        self.etcd.start()
        for node in self.databases:
            node.start()
        wait_until(self.is_whole, START, "a leader and two replicas")
        leader = self.leader()
        assert leader is not None
        account = Template((EXAMPLES / "account.sql").read_text(encoding="utf-8"))
        with psycopg.connect(self.url(f"{leader.name}_port", "postgres"), autocommit=True) as line:
            for statement in account.substitute(self.facts).split(";\n"):
                if statement.strip():
                    line.execute(statement.encode())
        self.proxy.start()
        self.pool.start()
        wait_until(partial(answers, self.url("pool_port")), START, "the leader, by the pool")

    def start(self) -> None:
        """Start the site on a database that is migrated."""
        for node in self.web:
            node.start()
        wait_until(self.is_served, START, "both web nodes, by the proxy")

    def stop(self) -> None:
        """Stop everything, from the last part to the first."""
        for part in reversed(self.parts):
            if isinstance(part, DatabaseNode):
                part.kill()  # nothing of it stays
            else:
                part.stop()

    def last_words(self) -> str:
        """Return the end of each log."""
        return "\n".join(f"--- {part.name}\n{part.last_words()}" for part in self.parts)

    def traces(self) -> int:
        """Return how many tracebacks are in the logs of the web nodes."""
        return sum(node.traces() for node in self.web)

    def _asked(self, node: DatabaseNode, path: str) -> Any:
        """Return what Patroni answers there, as JSON; None where it does not, or not with 200."""
        port = self.ports[node.name.replace("db", "rest") + "_port"]
        try:
            answer = requests.get(f"http://{HOST}:{port}/{path}", timeout=2)
            return answer.json() if answer.ok else None
        except (requests.RequestException, ValueError):
            return None

    def leader(self) -> DatabaseNode | None:
        """The database that holds the lock and takes writes; None while there is none."""
        return next((node for node in self.databases if self._asked(node, "primary")), None)

    def is_whole(self) -> bool:
        """Whether there is a leader with two replicas, and one of them may take over."""
        told = (self._asked(node, "cluster") for node in self.databases)
        found: dict[str, Any] = next(filter(None, told), {"members": []})
        roles = sorted(one["role"] for one in found["members"] if one["state"] in RUNNING)
        return roles == sorted(["leader", "replica", self.standby])

    def is_served(self) -> bool:
        """Whether both web nodes, and the proxy in front of them, can do their work."""
        try:
            return (
                all(node.is_ready() for node in self.web)
                and requests.get(f"{self.address}/readyz", timeout=3).ok
            )
        except requests.RequestException:
            return False


def own(folder: Path) -> dict[str, str]:
    """Return the environment of a program that runs as `nobody` in its folder."""
    return os.environ | {"PATH": PATH, "LC_ALL": "C.UTF-8", "HOME": str(folder)}


@contextmanager
def cluster(*, synchronous: bool = True) -> Iterator[Cluster]:
    """A cluster whose databases run; nothing of it is left afterwards. Raises CannotStart."""
    with TemporaryDirectory(prefix="clubtarot-cluster-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        whole = Cluster(folder, synchronous=synchronous)
        try:
            whole.start_databases()
            yield whole
        except TimeoutError as error:
            error.add_note(whole.last_words())
            raise
        finally:
            whole.stop()
            time.sleep(0.2)  # what was killed lets go of its files
