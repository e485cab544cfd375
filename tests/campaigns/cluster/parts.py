"""The parts of a cluster as processes, which can be ended in every way and started again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.postgres import owner_of_server
from tests.processes import family, send_signal

# What `make cluster` needs besides PostgreSQL, and the packages of Debian that it is in.
PROGRAMS = {
    "patroni": "patroni",
    "etcd": "etcd-server",
    "pgbouncer": "pgbouncer",
    "haproxy": "haproxy",
}
# Where Debian has programs that administrators start.
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def missing_packages() -> list[str]:
    """The packages that have to be installed first."""
    return [package for name, package in PROGRAMS.items() if not shutil.which(name, path=PATH)]


@dataclass
class RunningPart:
    """One program: its `name`, its `command`, and the `folder` where it lies and its log is.

    As root it runs as `nobody`: a database that is run by root refuses to start.
    """

    name: str
    command: Sequence[str | Path]
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    unprivileged: bool = True
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, in a process group of its own."""
        who: dict[str, Any] = owner_of_server(self.folder) if self.unprivileged else {}
        own = {"PATH": PATH, "LC_ALL": "C.UTF-8", **self.environment}
        own |= {"HOME": str(self.folder)} if self.unprivileged else {}
        with (self.folder / f"{self.name}.log").open("ab") as out:
            self.process = subprocess.Popen(
                [str(word) for word in self.command],
                env=os.environ | own,
                cwd=self.folder if self.unprivileged else None,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                **who,
            )

    def family(self) -> list[int]:
        """Its processes, from the first one on."""
        return [] if self.process is None else family([self.process.pid])

    def kill(self) -> None:
        """SIGKILL all of it, as if its machine lost its power."""
        self.signal(signal.SIGKILL)
        self._collect()

    def pause(self) -> None:
        """SIGSTOP all of it: it is there and does nothing."""
        self.signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """SIGCONT all of it."""
        self.signal(signal.SIGCONT)

    def stop(self, seconds: float = 20) -> None:
        """Ask it to end; what has not ended by then is killed."""
        if self.process is None:
            return
        family = self.family()
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        for process in family:
            send_signal(process, signal.SIGKILL)
        self._collect()

    def signal(self, kind: signal.Signals) -> None:
        """Send a signal to each of its processes."""
        for process in self.family():
            send_signal(process, kind)

    def _collect(self) -> None:
        if self.process is not None:
            self.process.wait()
        self.process = None

    def last_words(self) -> str:
        """The end of its log."""
        log = self.folder / f"{self.name}.log"
        return log.read_text(errors="replace")[-2000:] if log.exists() else ""


@dataclass
class DatabaseNode(RunningPart):
    """Patroni and the PostgreSQL that it looks after, which has a session of its own."""

    port: int = 0
    rest: int = 0

    def family(self) -> list[int]:
        """Both programs and all that they have started."""
        return list(dict.fromkeys([*super().family(), *self.server()]))

    def server(self) -> list[int]:
        """PostgreSQL alone, its first process first."""
        try:
            first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return []
        return family([first])


def wait_until(holds: Any, seconds: float, what: str) -> float:
    """Wait until `holds()`; how long that took. Raises TimeoutError with `what` was waited for."""
    begin = time.monotonic()
    while not holds():
        if time.monotonic() - begin > seconds:
            raise TimeoutError(f"after {seconds:g} s not yet: {what}")
        time.sleep(0.1)
    return time.monotonic() - begin
