"""A cluster of Patroni, etcd, PgBouncer, HAProxy, set up by the example for operators."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
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

from tests.campaigns.begin import on_database
from tests.campaigns.programs import SERVED, WITH_FILES, Program, answers, wait_until
from tests.postgres import find_binaries, owner_of_server
from tests.processes import family

EXAMPLES = Path(__file__).parents[3] / "games/operation/deploy/cluster"
HOST = "127.0.0.1"
START = 120  # seconds that each step of a start may take
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

    rest = 0  # the port of Patroni

    def family(self) -> list[int]:
        """Return both programs and all that they have started."""
        return list(dict.fromkeys([*super().family(), *self.server()]))

    def server(self) -> list[int]:
        """Return PostgreSQL alone, its first process first."""
        try:
            return family([int((self.folder / "data" / "postmaster.pid").read_text().split()[0])])
        except (OSError, ValueError, IndexError):
            return []


class Cluster:
    """All parts, in a folder of their own. `synchronous`: whether an entry is on two machines
    before it is acknowledged; without it the cluster is a control, which loses entries."""

    def __init__(self, folder: Path, first_port: int, *, synchronous: bool) -> None:
        binaries = find_binaries()
        missing = [what for name, what in PROGRAMS.items() if not shutil.which(name, path=PATH)]
        missing += [] if binaries else ["postgresql"]
        if missing:
            raise CannotStart(f"Install what is missing: apt-get install {' '.join(missing)}")
        self.folder, self.password = folder, secrets.token_urlsafe(16)
        numbers = {
            "site_port": 0, "leader_port": 1, "pool_port": 2, "etcd_port": 3, "etcd_peers": 4,
            "web1_port": 11, "web2_port": 12,
            **{f"db{number}_port": 20 + number for number in (1, 2, 3)},
            **{f"rest{number}_port": 30 + number for number in (1, 2, 3)},
        }  # fmt: skip
        self.ports = {name: first_port + number for name, number in numbers.items()}
        self.facts: dict[str, Any] = {
            **self.ports,
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
        self.web = [self._web(number) for number in (1, 2)]

    @property
    def parts(self) -> list[Program]:
        """In the order in which they are started."""
        return [self.etcd, *self.databases, self.proxy, self.pool, *self.web]

    @property
    def address(self) -> str:
        """Where visitors find the site."""
        return f"http://{HOST}:{self.ports['site_port']}"

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

    def _configured(self, folder: Path, example: str, **facts: Any) -> Path:
        text = Template((EXAMPLES / example).read_text(encoding="utf-8"))
        path = folder / example
        path.write_text(text.substitute(self.facts, folder=folder, **facts), encoding="utf-8")
        self._hand_over(path)
        return path

    def _hand_over(self, path: Path) -> None:
        path.chmod(0o600)
        owner_of_server(path)

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
        command = [
            "etcd",
            "--unsafe-no-fsync",
            *(f"--{name}={one}" for name, one in options.items()),
        ]
        return Program("etcd", command, folder, own(folder), unprivileged=True)

    def _database(self, number: int) -> DatabaseNode:
        name = f"db{number}"
        folder = self._folder(name)
        port, rest = self.ports[f"db{number}_port"], self.ports[f"rest{number}_port"]
        path = self._configured(folder, "patroni.yml", name=name, port=port, rest_port=rest)
        node = DatabaseNode(name, ["patroni", path], folder, own(folder), unprivileged=True)
        node.rest = rest
        return node

    def _program(self, name: str, example: str, *options: str) -> Program:
        folder = self._folder(name)
        path = self._configured(folder, example)
        accounts = folder / "userlist.txt"
        accounts.write_text(f'"clubtarot" "{self.password}"\n', encoding="utf-8")
        self._hand_over(accounts)
        command = [shutil.which(name, path=PATH) or name, *options, path]
        return Program(name, command, folder, own(folder), unprivileged=True)

    def _web(self, number: int) -> Program:
        name = f"web{number}"
        options = ["--bind", f"{HOST}:{self.ports[f'{name}_port']}", "--threads", "8"]
        options += ["--keep-alive", "65", "--no-control-socket"]
        settings = {"DJANGO_SETTINGS_MODULE": WITH_FILES, "POOLED": "1"}
        environment = on_database(self.url("pool_port")) | settings
        command = [sys.executable, "-m", "gunicorn", SERVED, *options]
        return Program(name, command, self._folder(name), environment)

    # --- starting and watching it --------------------------------------------------------------

    def start_databases(self) -> None:
        """Start all that the site needs, and make its account and its empty database."""
        self.etcd.start()
        for node in self.databases:
            node.start()
        wait_until(self.is_whole, START, "a leader and two replicas")
        account = (EXAMPLES / "account.sql").read_text(encoding="utf-8")
        leader = self.leader()
        assert leader is not None
        with psycopg.connect(self.url(f"{leader.name}_port", "postgres"), autocommit=True) as line:
            for statement in Template(account).substitute(self.facts).split(";\n"):
                if statement.strip():
                    line.execute(statement.encode())
        self.proxy.start()
        self.pool.start()
        wait_until(partial(answers, self.url("pool_port")), START, "the leader, by the pool")

    def start_web(self) -> None:
        """Start the site on a database that is migrated."""
        for node in self.web:
            node.start()
        wait_until(self.is_served, START, "both web nodes")

    def stop(self) -> None:
        """Stop everything, from the last part to the first."""
        for part in reversed(self.parts):
            part.go_on()
            if isinstance(part, DatabaseNode):
                part.kill()  # nothing of it stays
            else:
                part.stop()

    def roles(self) -> list[str]:
        """What each database that runs is in the cluster, as Patroni's lock says."""
        for node in self.databases:
            try:
                answer = requests.get(f"http://{HOST}:{node.rest}/cluster", timeout=2).json()
            except (requests.RequestException, ValueError):
                continue
            running = (one for one in answer["members"] if one["state"] in RUNNING)
            return sorted(one["role"] for one in running)
        return []

    def leader(self) -> DatabaseNode | None:
        """The database that holds the lock and takes writes; None while there is none."""
        for node in self.databases:
            try:
                if requests.get(f"http://{HOST}:{node.rest}/primary", timeout=1).ok:
                    return node
            except requests.RequestException:
                continue
        return None

    def is_whole(self) -> bool:
        """Whether there is a leader with two replicas, and one of them may take over."""
        other = "sync_standby" if self.facts["synchronous"] == "true" else "replica"
        return self.roles() == sorted(["leader", "replica", other])

    def is_served(self) -> bool:
        """Whether both web nodes can do their work."""
        try:
            return all(
                requests.get(
                    f"http://{HOST}:{self.ports[f'{node.name}_port']}/readyz", timeout=3
                ).ok
                for node in self.web
            )
        except requests.RequestException:
            return False


def own(folder: Path) -> dict[str, str]:
    """Return the environment of a program that runs as `nobody` in its folder."""
    return os.environ | {"PATH": PATH, "LC_ALL": "C.UTF-8", "HOME": str(folder)}


@contextmanager
def cluster(first_port: int, *, synchronous: bool = True) -> Iterator[Cluster]:
    """A cluster whose databases run; nothing of it is left afterwards. Raises CannotStart."""
    with TemporaryDirectory(prefix="clubtarot-cluster-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        whole = Cluster(folder, first_port, synchronous=synchronous)
        try:
            whole.start_databases()
            yield whole
        except TimeoutError as error:
            for part in whole.parts:
                error.add_note(f"--- {part.name}\n{part.last_words()}")
            raise
        finally:
            whole.stop()
            time.sleep(0.2)  # what was killed lets go of its files
