"""The demo club on a site of its own that leaves nothing behind."""

import os
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from tests.postgres import free_port

MANAGE = Path(__file__).parents[3] / "manage.py"
PATIENCE = 60  # seconds that the site may take to answer for the first time


@contextmanager
def served_demo() -> Iterator[str]:
    """Serve the demo club on a free port and yield the address; its database goes at the end.

    Raises subprocess.CalledProcessError where the club cannot be made, RuntimeError where the
    site does not answer.
    """
    with tempfile.TemporaryDirectory(prefix="clubtarot-pictures-") as folder:
        environment = os.environ | {
            "DEBUG": "1",
            "DATABASE_URL": f"sqlite:///{folder}/demo.sqlite3",
        }
        manage = [sys.executable, str(MANAGE)]
        for command in (["migrate", "--verbosity", "0"], ["demo"]):
            subprocess.run([*manage, *command], env=environment, check=True)
        host = f"127.0.0.1:{free_port()}"
        log = Path(folder, "site.log")
        with log.open("w") as output:
            site = subprocess.Popen(
                [*manage, "runserver", "--noreload", host],
                env=environment,
                stdout=output,
                stderr=output,
            )
        try:
            wait_for(f"http://{host}", site, log)
            yield f"http://{host}"
        finally:
            site.terminate()
            site.wait()


def wait_for(address: str, site: subprocess.Popen[bytes], log: Path) -> None:
    """Return when the site answers; raises RuntimeError with its output where it does not."""
    end = monotonic() + PATIENCE
    while monotonic() < end and site.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=PATIENCE).close()
        except OSError:
            sleep(0.2)
        else:
            return
    raise RuntimeError(f"The site does not answer.\n{log.read_text()}")
