"""Power cuts: the disk of the database as it would be found if the machine stopped at that moment.

The database is on an ext4 file system in a file, mounted as a disk. Its image is copied while
everything is frozen: what was never synced is still in memory then, and not in the copy.
The copy is mounted and opened as after a power cut, and judged by the journal of that moment. Needs
root; a disk that says that it has written what it has not cannot be tried this way.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.campaigns.faults.campaign import Campaign, Reached, Setting, mounted, on_postgres
from tests.campaigns.faults.checker import judge_database
from tests.campaigns.programs import Server

MEGABYTES = 512  # of the disk; with little room left the site is not ready
# Else ext4 writes everything every five seconds, whether or not anybody has asked for it.
LAZY = "loop,commit=600"
ON_ITS_WAY = 0.3  # seconds in which an answer that was sent reaches the journal
# A server that fits on a small disk.
SMALL: dict[str, Any] = {"max_wal_size": "64MB", "min_wal_size": "32MB", "shared_buffers": "16MB"}


@contextmanager
def on_lazy_server(setting: Setting) -> Iterator[Campaign]:
    """Run a campaign on PostgreSQL; its control writes what nobody waits for late."""
    lazy = {"wal_writer_delay": "10s"} if setting.broken else {}
    with on_postgres(setting, disk=disk, **lazy, **SMALL) as running:
        yield running


def cut(running: Campaign, amount: int) -> Reached:
    """Copy the disk so often, at random moments, and judge each copy."""
    reached, folder = Reached(), running.setting.folder
    for number in range(amount):
        running.at_random()
        image, journal = folder / f"image{number}", folder / f"journal{number}"
        with frozen(running):
            shutil.copy(running.journal.path, journal)
            subprocess.run(["cp", "--sparse=always", folder / "disk.image", image], check=True)
        with mounted(folder / f"found{number}", "-o", "loop", image) as found:
            if running.server is None:
                judgement = judge_database(f"sqlite:///{found}/club.sqlite3", journal)
            else:
                with recovered(found / "server") as url:
                    judgement = judge_database(url, journal)
        image.unlink()
        lost = [f"image {number + 1}: {fault}" for fault in judgement.faults]
        reached += Reached(1, judgement.total, judgement.settled_by_key, lost)
    return reached


@contextmanager
def frozen(running: Campaign) -> Iterator[None]:
    """Let nothing be done for a moment; what was answered before is in the journal."""
    everybody = [running.site, *([running.server] if running.server else [])]
    for one in everybody:
        one.pause()
    try:
        time.sleep(ON_ITS_WAY)
        yield
    finally:
        for one in everybody:
            one.go_on()


@contextmanager
def recovered(place: Path) -> Iterator[str]:
    """Start the server that is found on a copy of the disk, as after a power cut."""
    (place / "data" / "postmaster.pid").unlink(missing_ok=True)
    server = Server(place, SMALL)
    try:
        server.start()
        yield server.url
    finally:
        server.stop()


@contextmanager
def disk(setting: Setting) -> Iterator[Path]:
    """Mount a new file system, in a file next to its place."""
    place = setting.folder / "disk"
    image = place.with_suffix(".image")
    with image.open("wb") as file:
        file.truncate(MEGABYTES * 1_000_000)
    subprocess.run(["mkfs.ext4", "-q", "-F", image], check=True)
    with mounted(place, "-o", LAZY, image) as there:
        yield there
