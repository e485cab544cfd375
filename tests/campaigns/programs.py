"""Programs that a campaign starts, ends in every way and starts again: the site, PostgreSQL."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from tests.campaigns.begin import SETTINGS, on_database
from tests.campaigns.line import Line
from tests.postgres import address_at, find_binaries, free_port, owner_of_server, within_reach
from tests.processes import children_of, family, is_running, send_signal

START = 60  # seconds that a start, with whatever has to be recovered, may take
TRACE = "Traceback (most recent call last)"
SERVED, BUILT, BROKEN = (
    "clubtarot.wsgi",
    "tests.campaigns.faults.built",
    "tests.campaigns.faults.broken",
)
WITH_FILES = "tests.served_settings"  # of a site that a browser asks


class NotUp(Exception):
    """A program does not start."""


class Program:
    """A program with a log in its `folder`, in a process group of its own. With `unprivileged` it
    runs as `nobody` where we are root: a database that is run by root refuses to start."""

    def __init__(
        self,
        name: str,
        command: Sequence[object],
        folder: Path,
        environment: Mapping[str, str],
        *,
        unprivileged: bool = False,
    ) -> None:
        self.name, self.command, self.folder = name, command, folder
        self.environment, self.unprivileged = environment, unprivileged
        self.log = folder / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        who: dict[str, Any] = owner_of_server(self.folder) if self.unprivileged else {}
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [str(word) for word in self.command],
                env=self.environment,
                cwd=self.folder if self.unprivileged else None,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                **who,
            )

    def family(self) -> list[int]:
        """Return the ids of its processes, the first one first."""
        return [] if self.process is None else family([self.process.pid])

    def send(self, kind: signal.Signals) -> None:
        """Send a signal to each of its processes."""
        for pid in self.family():
            send_signal(pid, kind)

    def kill(self) -> None:
        """SIGKILL all of it, at one moment; then nothing of it runs."""
        pids = self.family()
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        for pid in pids:
            send_signal(pid, signal.SIGKILL)
        self.collect(pids)

    def pause(self) -> None:
        """SIGSTOP all of it: it is there and does nothing."""
        self.send(signal.SIGSTOP)

    def go_on(self) -> None:
        """SIGCONT all of it."""
        self.send(signal.SIGCONT)

    def stop(self, kind: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end; what has not ended within a minute is killed."""
        if self.process is None:
            return
        self.go_on()
        send_signal(self.process.pid, kind)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(60)
        self.kill()

    def collect(self, pids: Sequence[int]) -> None:
        """Wait until nothing of it runs."""
        if self.process is None:
            return
        self.process.wait(60)
        while _group_lives(self.process.pid) or any(map(is_running, pids)):
            time.sleep(0.01)
        self.process = None

    def last_words(self) -> str:
        """Return the end of its log."""
        return self.log.read_text(errors="replace")[-2000:] if self.log.exists() else ""

    def traces(self) -> int:
        """Return how many tracebacks are in its log."""
        return self.log.read_text(errors="replace").count(TRACE) if self.log.exists() else 0


def _group_lives(group: int) -> bool:
    """Return whether a process of this group runs; one that only waits to be collected does not."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            state, _parent, its_group, *_ = path.read_text().rpartition(")")[2].split()
            if int(its_group) == group and state not in "ZX":
                return True
    return False


def wait_until(holds: Callable[[], object], seconds: float, what: str) -> float:
    """Wait until `holds()`, and return how long that took. Raises TimeoutError."""
    begin = time.monotonic()
    while not holds():
        if time.monotonic() - begin > seconds:
            raise TimeoutError(f"after {seconds:g} s not yet: {what}")
        time.sleep(0.05)
    return time.monotonic() - begin


class Site(Program):
    """A site on a database, under gunicorn with the options of `make serve`.

    `app`: SERVED as in production; BUILT without an engine for tablets, loaded once for all workers
    so that one that is killed is back in no time. With `broken`, the name of a control, it is a
    build that is broken on purpose.
    """

    def __init__(
        self,
        database: str,
        folder: Path,
        *,
        app: str = BUILT,
        settings: str = SETTINGS,
        workers: int = 1,
        broken: str = "",
        **environment: str,
    ) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        # What is broken on purpose may keep several entries in one transaction: in one thread.
        threads = "1" if broken else "8"
        options = ["--bind", f"127.0.0.1:{self.port}", "--threads", threads, "--keep-alive", "65"]
        options += ["--no-control-socket", *(["--preload"] if app == BUILT else [])]
        command = [sys.executable, "-m", "gunicorn", BROKEN if broken else app, *options]
        more = {"DJANGO_SETTINGS_MODULE": settings, "WEB_CONCURRENCY": str(workers)}
        more |= {"BROKEN": broken, "TIME_ZONE": "UTC"} | environment
        self.database = database
        super().__init__("site", command, folder, on_database(database) | more)

    def start(self) -> None:
        """Start it and wait until its database answers, too. Raises NotUp."""
        super().start()
        try:
            wait_until(self.is_ready, START, "the site is ready")
        except TimeoutError as error:
            raise NotUp(f"{error}: {self.last_words()}") from error

    def is_ready(self) -> bool:
        """Return whether it says that it can do its work."""
        return Line(self.address, "", patience=5).get("/readyz").acknowledges

    def engine(self) -> str:
        """Return the digest of its engine, once it is made: until then the site answers 503."""
        line = Line(self.address, "")
        while not (answer := line.get("/engine/")).acknowledges:
            time.sleep(1)
        return str(answer.json()["digest"])

    def workers(self) -> list[int]:
        """Return the process ids of its workers."""
        return [] if self.process is None else children_of(self.process.pid)

    def kill_worker(self) -> None:
        """SIGKILL one worker: the first process starts another."""
        for pid in self.workers()[:1]:
            send_signal(pid, signal.SIGKILL)


@contextmanager
def served(database: str, folder: Path, **facts: Any) -> Iterator[Site]:
    """Serve that database, with the facts of a `Site`, and stop at the end."""
    site = Site(database, folder, **facts)
    try:
        site.start()
        yield site
    finally:
        site.stop()


def manage(folder: Path, url: str, *command: str, **more: str) -> subprocess.Popen[str]:
    """Begin a command of `manage.py` in that folder and a process group of its own."""
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, root / "manage.py", *command],
        cwd=folder,
        env=on_database(url, PYTHONPATH=str(root)) | more,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        errors="replace",
        start_new_session=True,
    )


def managed(folder: Path, url: str, *command: str, **more: str) -> tuple[int, str]:
    """Run a command of `manage.py`. Returns how it ends, and what it prints."""
    process = manage(folder, url, *command, **more)
    text, _ = process.communicate()
    return process.returncode, text


@contextmanager
def served_demo() -> Iterator[Site]:
    """Serve the demo club, as `make run` makes it. Raises NotUp."""
    as_run = {"DEBUG": "1", "DJANGO_SETTINGS_MODULE": "clubtarot.settings"}
    with TemporaryDirectory(prefix="clubtarot-demo-") as name:
        folder = Path(name)
        url = f"sqlite:///{folder / 'demo.sqlite3'}"
        for command in ("migrate", "demo"):
            status, text = managed(folder, url, command, **as_run)
            if status:
                raise NotUp(text)
        with served(url, folder, app=SERVED, settings="clubtarot.settings", DEBUG="1") as site:
            yield site


class Server(Program):
    """A PostgreSQL server whose data are in a folder: everything is synced, as in production."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        binaries = find_binaries()
        if binaries is None:
            raise FileNotFoundError("no PostgreSQL was found")
        self.who = owner_of_server(folder)
        self.binaries = within_reach(binaries, folder, self.who)
        self.port = free_port()
        self.url = address_at(self.port)
        where = ["-k", str(folder), "-h", "127.0.0.1", "-p", str(self.port)]
        given = [f"-c{name}={value}" for name, value in settings.items()]
        command = [self.binaries / "postgres", "-D", folder / "data", *where, *given]
        own = {"PATH": os.defpath, "HOME": str(folder), "LC_ALL": "C.UTF-8"}
        super().__init__("server", command, folder, own, unprivileged=True)

    def make(self) -> None:
        """Make an empty database in the folder."""
        command: list[Any] = [self.binaries / "initdb", "-D", self.folder / "data"]
        subprocess.run(
            [*command, "-U", "postgres", "-A", "trust", "-E", "UTF8"],
            check=True,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            **self.who,
        )

    def start(self) -> None:
        """Start it, again and again while it ends, until it answers. Raises TimeoutError."""

        def is_up() -> bool:
            if answers(self.url):
                return True
            if self.process is None or self.process.poll() is not None:
                super(Server, self).start()
            return False

        wait_until(is_up, START, f"PostgreSQL answers: {self.last_words()}")

    def kill_backend(self) -> None:
        """SIGKILL the process that serves one connection: the first process then starts again."""
        query = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
        with psycopg.connect(self.url) as asking:
            mine = asking.info.backend_pid
            pids = [pid for (pid,) in asking.execute(query) if pid != mine]
        for pid in pids[:1]:
            send_signal(pid, signal.SIGKILL)

    def stop(self, kind: signal.Signals = signal.SIGQUIT) -> None:
        """End it at once, but by its own way."""
        super().stop(kind)


def answers(url: str) -> bool:
    """Return whether a database takes connections."""
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.Error:
        return False
    return True


@contextmanager
def database_server(folder: Path, **settings: str) -> Iterator[Server]:
    """Run a new server in a folder of its own. Raises FileNotFoundError where none is installed."""
    place = folder / "server"
    place.mkdir()
    if os.geteuid() == 0:  # `nobody` must find the way there
        for above in (folder, *folder.parents):
            if above.stat().st_uid == os.geteuid() and above.stat().st_mode & 0o001 == 0:
                above.chmod(above.stat().st_mode | 0o011)
    server = Server(place, settings)
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(place, ignore_errors=True)
