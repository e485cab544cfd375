"""A PostgreSQL server that writes to the disk, as in production, and can be ended in every way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.campaigns.faults.sites import group_lives
from tests.postgres import (
    address_at,
    find_binaries,
    free_port,
    owner_of_server,
    read_if_there,
    within_reach,
)
from tests.processes import family, send_signal

START = 60  # seconds that a start, with whatever has to be recovered, may take
NO_SERVER = "no PostgreSQL was found"


class DatabaseServer:
    """A server whose data are in a folder: everything is synced."""

    def __init__(self, folder: Path, binaries: Path, settings: Mapping[str, str]) -> None:
        self.folder, self.settings = folder, settings
        self.who = owner_of_server(folder)
        self.binaries = within_reach(binaries, folder, self.who)
        self.port = free_port()
        self.url = address_at(self.port)
        self.process: subprocess.Popen[bytes] | None = None
        self.environment = {"PATH": os.defpath, "HOME": str(folder), "LC_ALL": "C.UTF-8"}

    def make(self) -> None:
        """Make an empty database in the folder."""
        command: list[Any] = [
            self.binaries / "initdb",
            "-D",
            self.folder / "data",
            "-U",
            "postgres",
        ]
        subprocess.run(
            [*command, "-A", "trust", "-E", "UTF8"],
            check=True,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            **self.who,
        )

    def start(self) -> None:
        """Start it and wait until it answers. Raises TimeoutError."""
        until = time.monotonic() + START
        while not self.answers():
            if time.monotonic() > until:
                said = read_if_there(self.folder / "server.log")[-1000:]
                raise TimeoutError(f"PostgreSQL does not start: {said}")
            if self.process is None or self.process.poll() is not None:
                self._launch()
            time.sleep(0.1)

    def _launch(self) -> None:
        given = [f"-c{name}={value}" for name, value in self.settings.items()]
        where = ["-k", str(self.folder), "-h", "127.0.0.1", "-p", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.binaries / "postgres", "-D", self.folder / "data", *where, *given],
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self.who,
            )

    def answers(self) -> bool:
        """Whether it takes connections."""
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.Error:
            return False
        return True

    def processes(self) -> list[int]:
        """The process ids of the server: the postmaster first, then its children."""
        assert self.process is not None
        return family([self.process.pid])

    def kill_backend(self) -> None:
        """SIGKILL the process that serves one connection: the postmaster then starts all anew."""
        query = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
        with psycopg.connect(self.url) as asking:
            mine = asking.info.backend_pid
            pids = [pid for (pid,) in asking.execute(query) if pid != mine]
        for pid in pids[:1]:
            send_signal(pid, signal.SIGKILL)

    def kill(self) -> None:
        """SIGKILL the postmaster, and every process of it."""
        pids = self.processes()
        for pid in pids:
            send_signal(pid, signal.SIGKILL)
        self._wait_until_gone(pids)

    def stop(self) -> None:
        """End it at once, but by its own way."""
        if self.process is None:
            return
        pids = self.processes()
        send_signal(self.process.pid, signal.SIGCONT)
        send_signal(self.process.pid, signal.SIGQUIT)
        self._wait_until_gone(pids)

    def freeze(self) -> None:
        """Let it hang: it is there, and answers nothing."""
        for pid in self.processes():
            send_signal(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        for pid in self.processes():
            send_signal(pid, signal.SIGCONT)

    def _wait_until_gone(self, pids: list[int]) -> None:
        if self.process is None:
            return
        self.process.wait(60)
        while group_lives(self.process.pid) or any(Path(f"/proc/{pid}").exists() for pid in pids):
            time.sleep(0.02)
        self.process = None


@contextmanager
def database_server(folder: Path, **settings: str) -> Iterator[DatabaseServer]:
    """A new server in a folder of its own. Raises FileNotFoundError where none is installed."""
    binaries = find_binaries()
    if binaries is None:
        raise FileNotFoundError(NO_SERVER)
    place = folder / "server"
    place.mkdir()
    if os.geteuid() == 0:  # `nobody` must find the way there
        for above in (folder, *folder.parents):
            if above.stat().st_uid == os.geteuid() and above.stat().st_mode & 0o001 == 0:
                above.chmod(above.stat().st_mode | 0o011)
    server = DatabaseServer(place, binaries, settings)
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(place, ignore_errors=True)
