"""The database full, away, hanging or locked while tablets write: 503, then it goes on."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from tests.campaigns.faults.campaign import Campaign, Reached

LASTS = 4  # seconds of each outage
MEGABYTES = 200  # of a disk that is filled
MORE = 10  # requests that must be settled after it
UNLIMITED = resource.RLIM_INFINITY


def stop_database(running: Campaign, amount: int) -> Reached:
    """Stop PostgreSQL, and start it again."""
    assert running.server is not None
    return meet(running, amount, running.server.stop, running.server.start)


def hang_database(running: Campaign, amount: int) -> Reached:
    """Let PostgreSQL be there and answer nothing."""
    assert running.server is not None
    return meet(running, amount, running.server.pause, running.server.go_on)


def lock_file(running: Campaign, amount: int) -> Reached:
    """Let another program keep the SQLite file locked."""
    with closing(sqlite3.connect(running.setting.file, isolation_level=None)) as other:
        begin, end = (lambda: other.execute("BEGIN IMMEDIATE")), (lambda: other.execute("ROLLBACK"))
        return meet(running, amount, begin, end)


def limit_file(running: Campaign, amount: int) -> Reached:
    """Let no file of the site grow any more: a quota, without root."""
    log = running.setting.file.with_suffix(".sqlite3-wal")

    def limit(size: int) -> None:
        for pid in running.site.workers():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, UNLIMITED))

    return meet(running, amount, lambda: limit(log.stat().st_size), lambda: limit(UNLIMITED))


def fill_disk(running: Campaign, amount: int) -> Reached:
    """Fill the small disk of the database to its last byte, and make room again."""
    file = running.setting.folder / "disk" / "ballast"

    def fill() -> None:
        with file.open("ab", buffering=0) as grows:
            for piece in (bytes(1_000_000), bytes(1_000), b"0"):
                with suppress(OSError):
                    while grows.write(piece):
                        pass

    def make_room() -> None:
        file.unlink(missing_ok=True)
        if running.server is not None:  # it may have ended over it
            running.server.start()

    return meet(running, amount, fill, make_room)


def meet(
    running: Campaign, amount: int, begin: Callable[[], object], end: Callable[[], object]
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
        back = time.monotonic()
        running.wait_for(MORE)
        slowest = max(slowest, time.monotonic() - back)

    running.again_and_again(amount, outage)
    note = f"{MORE} requests settled at most {slowest:.1f} s after its end"
    return running.judged(amount, note)


@contextmanager
def small_disk(place: Path) -> Iterator[Path]:
    """Mount a disk of that many megabytes, in memory."""
    place.mkdir()
    size = f"size={MEGABYTES}m,mode=755"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", place], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)
