"""The site as `make serve` runs it, which can be ended in every way and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

import requests

from tests.postgres import free_port
from tests.processes import children_of, send_signal

START = 60  # seconds that a start may take
TRACE = "Traceback (most recent call last)"
BUILT, BROKEN = "tests.campaigns.faults.built", "tests.campaigns.faults.broken"


class NotUp(Exception):
    """The site does not start."""


class Restartable:
    """A site on a database: `database` is its DATABASE_URL. With `broken`, the name of a control,
    it is a build that is broken on purpose."""

    def __init__(
        self,
        database: str,
        folder: Path,
        *,
        workers: int = 1,
        broken: str = "",
        environment: Mapping[str, str] | None = None,
        before: Callable[[], None] | None = None,
    ) -> None:
        self.database, self.log = database, folder / "site.log"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = os.environ | {
            "DATABASE_URL": database,
            "DJANGO_SETTINGS_MODULE": "clubtarot.settings_test",
            "WEB_CONCURRENCY": str(workers),
            "BROKEN": broken,
            "TIME_ZONE": "UTC",
            **(environment or {}),
        }
        # What is broken on purpose may keep several entries in one transaction: in one thread.
        threads = "1" if broken else "8"
        options = ["--bind", f"127.0.0.1:{self.port}", "--threads", threads, "--keep-alive", "65"]
        app = BROKEN if broken else BUILT
        gunicorn = [sys.executable, "-m", "gunicorn", app, *options, "--no-control-socket"]
        # Loaded once for all workers: one that is killed is back in no time.
        self.command = [*gunicorn, "--preload"]
        self.before = before  # called in the new process
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, in a process group of its own, and wait until it answers."""
        with self.log.open("ab") as out:
            self.process = self._popen(out)
        self.wait()

    def _popen(self, out: IO[bytes]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.command,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
            preexec_fn=self.before,
        )

    def wait(self, seconds: float = START) -> float:
        """Wait until its database answers, too; how long that took. Raises NotUp."""
        begin = time.monotonic()
        while time.monotonic() - begin < seconds:
            if self.is_ready():
                return time.monotonic() - begin
            time.sleep(0.05)
        raise NotUp(f"the site did not answer within {seconds} s: {self.last_words()}")

    def is_ready(self) -> bool:
        """Whether it says that it can do its work."""
        try:
            return requests.get(f"{self.address}/readyz", timeout=5).ok
        except requests.RequestException:
            return False

    def workers(self) -> list[int]:
        """The process ids of its workers."""
        assert self.process is not None
        return children_of(self.process.pid)

    def kill_worker(self) -> None:
        """SIGKILL one worker: the first process starts another."""
        for pid in self.workers()[:1]:
            send_signal(pid, signal.SIGKILL)

    def kill(self) -> None:
        """SIGKILL all of it, at one moment; then nothing of it runs."""
        self._end_group(signal.SIGKILL)

    def stop(self) -> None:
        """SIGTERM: it ends what is under way."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(60)
        finally:
            self._end_group(signal.SIGKILL)

    def _end_group(self, kind: signal.Signals) -> None:
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, kind)
        self.process.wait(60)
        while group_lives(self.process.pid):
            time.sleep(0.01)
        self.process = None

    def last_words(self) -> str:
        """The end of its log."""
        return self.log.read_text(errors="replace")[-2000:] if self.log.exists() else ""

    def traces(self) -> int:
        """How many tracebacks are in its log."""
        return self.log.read_text(errors="replace").count(TRACE) if self.log.exists() else 0


def group_lives(group: int) -> bool:
    """Whether a process of this group is alive; one that only waits to be collected is not."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return any(_is_of(path, group) for path in Path("/proc").glob("[0-9]*/stat"))


def _is_of(path: Path, group: int) -> bool:
    try:
        state, _parent, its_group, *_ = path.read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return int(its_group) == group and state not in "ZX"
