"""Power cuts: the disk of the database as it would be found if the machine stopped at that moment.

The database is on an ext4 file system in a file, mounted as a disk. Its image is copied while
everything is frozen: what was never synced is still in memory then, and not in the copy.
The copy is mounted and opened as after a power cut, and judged by the journal of that moment. Needs
root; a disk that says that it has written what it has not cannot be tried this way.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.campaigns.faults.campaign import Campaign, campaign
from tests.campaigns.faults.checker import judge_database
from tests.campaigns.faults.kills import BETWEEN
from tests.campaigns.faults.kinds import Reached, Setting
from tests.campaigns.faults.servers import DatabaseServer, database_server
from tests.postgres import find_binaries
from tests.processes import send_signal

MEGABYTES = 512  # of the disk; with little room left the site is not ready
# Else ext4 writes everything every five seconds, whether or not anybody has asked for it.
LAZY = "loop,commit=600"
NEEDS_ROOT = "only root can mount the image of a disk"
ON_ITS_WAY = 0.3  # seconds in which an answer that was sent reaches the journal


def cut_sqlite(setting: Setting, amount: int) -> Reached:
    """So many images of the disk of an SQLite file."""
    if os.geteuid():
        return Reached(skipped=NEEDS_ROOT)
    with disk(setting.folder / "disk", MEGABYTES) as place:
        url = f"sqlite:///{place / 'club.sqlite3'}"
        with campaign(url, setting.folder, setting.seed, broken=setting.broken) as running:
            return cut(setting, running, [], amount, lambda copy: f"sqlite:///{copy}/club.sqlite3")


def cut_postgres(setting: Setting, amount: int) -> Reached:
    """So many images of the disk of PostgreSQL."""
    if os.geteuid():
        return Reached(skipped=NEEDS_ROOT)
    lazy = {"wal_writer_delay": "10s"} if setting.broken else {}
    with (
        disk(setting.folder / "disk", MEGABYTES) as place,
        database_server(place, **lazy, **SMALL) as server,
        campaign(server.url, setting.folder, setting.seed, broken=setting.broken) as running,
    ):
        return cut(setting, running, [server], amount, None)


# A server that fits on a small disk.
SMALL = {"max_wal_size": "64MB", "min_wal_size": "32MB", "shared_buffers": "16MB"}


def cut(
    setting: Setting,
    running: Campaign,
    servers: list[DatabaseServer],
    amount: int,
    address: Callable[[Path], str] | None,
) -> Reached:
    """Copy the disk so often, at random moments, and judge each copy."""
    reached = Reached()
    chance = setting.chance
    for number in range(amount):
        running.wait_for(chance.randint(*BETWEEN))
        time.sleep(chance.uniform(0, 0.05))
        image, journal = setting.folder / f"image{number}", setting.folder / f"journal{number}"
        with frozen(running, servers):
            shutil.copy(running.journal.path, journal)
            command: list[Any] = ["cp", "--sparse=always", setting.folder / "disk.image", image]
            subprocess.run(command, check=True)
        with mounted(image, setting.folder / f"found{number}", "loop") as found:
            if address is not None:
                judgement = judge_database(address(found), journal)
            else:
                with recovered(found / "server") as url:
                    judgement = judge_database(url, journal)
        image.unlink()
        where = f"image {number + 1}: "
        lost = [where + fault for fault in judgement.faults]
        reached += Reached(1, judgement.total, judgement.settled_by_key, lost)
    return reached


@contextmanager
def frozen(running: Campaign, servers: list[DatabaseServer]) -> Iterator[None]:
    """Nothing is done for a moment; what was answered before is in the journal."""
    assert running.site.process is not None
    everybody = [running.site.process.pid, *running.site.workers()]
    everybody += [pid for server in servers for pid in server.processes()]
    for pid in everybody:
        send_signal(pid, signal.SIGSTOP)
    try:
        time.sleep(ON_ITS_WAY)
        yield
    finally:
        for pid in everybody:
            send_signal(pid, signal.SIGCONT)


@contextmanager
def recovered(place: Path) -> Iterator[str]:
    """The server that is found on a copy of the disk, started as after a power cut."""
    (place / "data" / "postmaster.pid").unlink(missing_ok=True)
    binaries = find_binaries()
    assert binaries is not None
    server = DatabaseServer(place, binaries, SMALL)
    try:
        server.start()
        yield server.url
    finally:
        server.stop()


@contextmanager
def disk(place: Path, megabytes: int) -> Iterator[Path]:
    """A new file system of that size, in a file beside `place`."""
    image = place.with_suffix(".image")
    with image.open("wb") as file:
        file.truncate(megabytes * 1_000_000)
    subprocess.run(["mkfs.ext4", "-q", "-F", image], check=True)
    with mounted(image, place, LAZY) as there:
        yield there


@contextmanager
def mounted(image: Path, place: Path, options: str) -> Iterator[Path]:
    """The file system in `image`, mounted at `place`."""
    place.mkdir()
    subprocess.run(["mount", "-o", options, image, place], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)
