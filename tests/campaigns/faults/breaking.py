"""The site and its database killed, ended, full, away, hanging or locked while tablets write.

A kill is over at once; an outage lasts some seconds, is answered 503, and then it goes on.
"""

from __future__ import annotations

import resource
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import wraps
from pathlib import Path

from tests.campaigns.faults.campaign import Campaign, Reached, Setting, mounted

WHOLE = 6  # one kill in this many ends the whole site, the others one of its workers
LASTS = 4  # seconds of each outage
MEGABYTES = 200  # of a disk that is filled
MORE = 10  # requests that must be settled after an outage
UNLIMITED = resource.RLIM_INFINITY


def again_and_again(fault: Callable[[Campaign, int], object]) -> Callable[[Campaign, int], Reached]:
    """Return what lets a fault, which is told its number, happen at random moments."""

    @wraps(fault)
    def meet(running: Campaign, amount: int) -> Reached:
        running.again_and_again(amount, lambda number: fault(running, number))
        return running.judged(amount)

    return meet


def outage(lasting: Callable[[Campaign], Iterator[None]]) -> Callable[[Campaign, int], Reached]:
    """Return what lets an outage, from its beginning to the `yield` and on to its end, happen at
    random moments, and says how long the site needed to go on."""
    lasts = contextmanager(lasting)

    @wraps(lasting)
    def meet(running: Campaign, amount: int) -> Reached:
        slowest = 0.0

        def once(_number: int) -> None:
            nonlocal slowest
            with lasts(running):
                time.sleep(LASTS)
            back = time.monotonic()
            running.wait_for(MORE)
            slowest = max(slowest, time.monotonic() - back)

        running.again_and_again(amount, once)
        note = f"{MORE} requests settled at most {slowest:.1f} s after its end"
        return running.judged(amount, note)

    return meet


@again_and_again
def kill_site(running: Campaign, number: int) -> None:
    """Kill a worker, which is started again by the first process, or all of them."""
    if number % WHOLE:
        running.site.kill_worker()
    else:
        running.site.kill()
        running.site.start()


@again_and_again
def end_site(running: Campaign, _number: int) -> None:
    """Send SIGTERM: what is under way is answered, nothing is cut."""
    running.site.stop()
    running.site.start()


@again_and_again
def kill_database(running: Campaign, number: int) -> None:
    """Kill PostgreSQL: a backend, the whole server, the server and the site at once."""
    server, with_site = running.postgres, number % 3 == 2
    if number % 3 == 0:
        server.kill_backend()
        return
    server.kill()
    if with_site:
        running.site.kill()
    server.start()
    if with_site:
        running.site.start()


@outage
def stop_database(running: Campaign) -> Iterator[None]:
    """Stop PostgreSQL, and start it again."""
    running.postgres.stop()
    yield
    running.postgres.start()


@outage
def hang_database(running: Campaign) -> Iterator[None]:
    """Let PostgreSQL be there and answer nothing."""
    running.postgres.pause()
    yield
    running.postgres.go_on()


@outage
def lock_file(running: Campaign) -> Iterator[None]:
    """Let another program keep the SQLite file locked."""
    with closing(sqlite3.connect(running.setting.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@outage
def limit_file(running: Campaign) -> Iterator[None]:
    """Let no file of the site grow any more: a quota, without root."""
    log = running.setting.file.with_suffix(".sqlite3-wal")
    _limit(running, log.stat().st_size)
    yield
    _limit(running, UNLIMITED)


def _limit(running: Campaign, size: int) -> None:
    for pid in running.site.workers():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, UNLIMITED))


@outage
def fill_disk(running: Campaign) -> Iterator[None]:
    """Fill the small disk of the database to its last byte, and make room again."""
    file = running.setting.folder / "disk" / "ballast"
    with file.open("ab", buffering=0) as grows:
        for piece in (bytes(1_000_000), bytes(1_000), b"0"):
            with suppress(OSError):
                while grows.write(piece):
                    pass
    yield
    file.unlink()
    if running.server is not None:  # it may have ended over it
        running.server.start()


def small_disk(setting: Setting) -> AbstractContextManager[Path]:
    """Return a disk of that many megabytes, in memory."""
    size = f"size={MEGABYTES}m,mode=755"
    return mounted(setting.folder / "disk", "-t", "tmpfs", "-o", size, "tmpfs")
