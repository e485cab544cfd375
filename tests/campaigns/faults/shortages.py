"""The database full, away, hanging or locked while tablets write: 503 meanwhile, then it goes on.

Nobody starts the site again: it recovers by itself.
"""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from tests.campaigns.faults.campaign import Campaign, campaign
from tests.campaigns.faults.kills import again_and_again, on_postgres, on_sqlite
from tests.campaigns.faults.kinds import Reached, Setting, judged
from tests.campaigns.faults.power import SMALL
from tests.campaigns.faults.servers import database_server

LASTS = 4  # seconds of each outage
MEGABYTES = 200  # of a disk that is filled
MORE = 10  # requests that must be settled after it
NEEDS_ROOT = "only root can mount a small disk"


def stop_database(setting: Setting, amount: int) -> Reached:
    """PostgreSQL is stopped, and started again."""
    with on_postgres(setting) as (running, server):
        return meet(setting, running, amount, server.stop, server.start)


def hang_database(setting: Setting, amount: int) -> Reached:
    """PostgreSQL is there and answers nothing."""
    with on_postgres(setting) as (running, server):
        return meet(setting, running, amount, server.freeze, server.thaw)


def lock_file(setting: Setting, amount: int) -> Reached:
    """Another program keeps the SQLite file locked."""
    with (
        on_sqlite(setting) as running,
        closing(sqlite3.connect(setting.folder / "club.sqlite3", isolation_level=None)) as other,
    ):
        lock = lambda: other.execute("BEGIN IMMEDIATE")  # noqa: E731
        return meet(setting, running, amount, lock, lambda: other.execute("ROLLBACK"))


def fill_disk_of_file(setting: Setting, amount: int) -> Reached:
    """The disk of the SQLite file is full: a small one, which only root can mount."""
    if os.geteuid():
        return Reached(skipped=NEEDS_ROOT)
    with small_disk(setting.folder / "disk") as place:
        url = f"sqlite:///{place / 'club.sqlite3'}"
        with campaign(url, setting.folder, setting.seed, broken=setting.broken) as running:
            return meet(setting, running, amount, *ballast(place))


def fill_disk_of_server(setting: Setting, amount: int) -> Reached:
    """The disk of PostgreSQL is full."""
    if os.geteuid():
        return Reached(skipped=NEEDS_ROOT)
    with (
        small_disk(setting.folder / "disk") as place,
        database_server(place, **SMALL) as server,
        campaign(server.url, setting.folder, setting.seed, broken=setting.broken) as running,
    ):
        return meet(setting, running, amount, *ballast(place), again=server.start)


def limit_file(setting: Setting, amount: int) -> Reached:
    """No file of the site may grow any more: a quota, without root."""
    with on_sqlite(setting) as running:

        def limit() -> None:
            log = setting.folder / "club.sqlite3-wal"
            for pid in running.site.workers():
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (log.stat().st_size, UNLIMITED))

        def lift() -> None:
            for pid in running.site.workers():
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))

        return meet(setting, running, amount, limit, lift)


UNLIMITED = resource.RLIM_INFINITY


def meet(
    setting: Setting,
    running: Campaign,
    amount: int,
    begin: Callable[[], object],
    end: Callable[[], object],
    again: Callable[[], object] = lambda: None,
) -> Reached:
    """Let an outage begin and end so often, and say how long the site needed to go on."""
    slowest = 0.0

    def outage(_number: int) -> None:
        nonlocal slowest
        begin()
        try:
            time.sleep(LASTS)
        finally:
            end()
        again()  # where the server has ended over it
        back = time.monotonic()
        running.wait_for(MORE)
        slowest = max(slowest, time.monotonic() - back)

    again_and_again(running, setting.chance, amount, outage)
    reached = judged(running, amount)
    reached.notes.append(f"{MORE} requests settled at most {slowest:.1f} s after its end")
    return reached


@contextmanager
def small_disk(place: Path) -> Iterator[Path]:
    """A disk of so many megabytes, in memory."""
    place.mkdir()
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=755", "tmpfs", place], check=True
    )
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


def ballast(place: Path) -> tuple[Callable[[], object], Callable[[], object]]:
    """How to fill a disk to its last byte, and how to make room again."""
    file = place / "ballast"

    def fill() -> None:
        with file.open("ab", buffering=0) as grows:
            for piece in (bytes(1_000_000), bytes(1_000), b"0"):
                with suppress(OSError):
                    while grows.write(piece):
                        pass

    return fill, lambda: file.unlink(missing_ok=True)
