"""A fresh checkout of the project, in which tests run what a README tells somebody to run."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.waiting import until

ROOT = Path(__file__).parent.parent
# Of the environment of the person who runs the tests, only what says where programs and caches are.
INHERITED = ("PATH", "TMPDIR", "LANG", "PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE")
# Nothing is installed: what the lock files name is in the environment that runs the tests.
MAKE = f"""#!/bin/sh
exec {shutil.which("make")} --old-file=.venv/run --old-file=.venv/dev "$@"
"""


class Checkout:
    """What git keeps, as it stands here, in a folder of its own, with our `.venv`."""

    def __init__(self, folder: Path) -> None:
        """Copy it into an empty folder."""
        self.scratch = folder
        self.root = folder / "clubtarot"
        ignored = (ROOT / ".gitignore").read_text().replace("/\n", "\n").split()
        shutil.copytree(ROOT, self.root, ignore=shutil.ignore_patterns(".git", *ignored))
        (self.root / ".venv").symlink_to(sys.prefix)
        (folder / "bin").mkdir()
        make = folder / "bin" / "make"
        make.write_text(MAKE)
        make.chmod(0o755)

    def environment(self, variables: dict[str, str]) -> dict[str, str]:
        """`variables` and nothing else that the site reads."""
        kept = {name: os.environ[name] for name in INHERITED if name in os.environ}
        path = f"{self.scratch / 'bin'}:{kept['PATH']}"
        return kept | {"PATH": path, "HOME": str(self.scratch)} | variables

    def run(self, script: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run lines of a shell to their end, or to the first that fails."""
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=self.root,
            env=self.environment(variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @contextmanager
    def running(self, script: str, **variables: str) -> Iterator["Running"]:
        """Run lines of a shell, of which the last goes on until it is ended."""
        log = self.scratch / f"{time.monotonic_ns()}.log"
        with log.open("w") as out:
            process = subprocess.Popen(
                ["bash", "-euo", "pipefail", "-c", script],
                cwd=self.root,
                env=self.environment(variables),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                preexec_fn=heed_ctrl_c,
            )
        running = Running(process, log)
        try:
            yield running
        finally:
            running.end(signal.SIGKILL)


def heed_ctrl_c() -> None:
    """Let a process be interrupted also where the tests themselves run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Running:
    """Lines of a shell that run, all their processes, and what they print."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        """Take over the first process of a session."""
        self.process = process
        self.log = log

    def printed(self) -> str:
        """Return what was printed so far."""
        return self.log.read_text()

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for a condition, however long the machine takes. Raises AssertionError where the
        processes have ended before it held; the limit of the test ends what never ends."""

        def held() -> bool:
            assert self.process.poll() is None, self.printed()
            return holds()

        until(held)

    def end(self, kind: signal.Signals) -> int:
        """Send a signal to all processes, as Ctrl-C does, wait, and return the exit code."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, kind)
        return self.process.wait()
