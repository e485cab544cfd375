"""SIGKILL of commands at random moments while tablets write: half of what they do is never there.

Of an archive that is taken in, all is there in the end, once. It is that of another site. What came
of it is written to an archive again, which must be the same, byte for byte.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from tests.campaigns.faults.campaign import Campaign, Reached
from tests.campaigns.programs import manage, managed
from tests.campaigns.tables import CLUB, GUESTS, SCORER, furnish

LINES = 60  # requests that are settled before the first command begins
LONGEST = 2.5  # seconds after which a command is killed
COMMANDS = (["rebuild"], ["backup", "backups"])
HANDS = 100  # of the archive for each kill
SLOWEST = 4.0  # seconds after which a command is killed that reads, judges, or has begun to write
LATEST = 0.2  # seconds after the first piece at which one is killed that writes
BEGINS = 60  # seconds in which it writes its first piece


def kill_commands(running: Campaign, amount: int) -> Reached:
    """Kill `rebuild` and `backup` in turn."""
    folder, url = running.setting.folder, running.database
    running.wait_for(LINES)
    for number in range(amount):
        command = manage(folder, url, *COMMANDS[number % len(COMMANDS)])
        time.sleep(running.chance.uniform(0.2, LONGEST))
        kill(command)
        running.wait_for(1)
    last, _said = managed(folder, url, "backup", "backups")
    reached = running.judged(amount)
    if last:
        reached.lost.append("after a backup that was killed none can be made")
    return reached


def kill(command: subprocess.Popen[str]) -> None:
    """End a command at once, where it has not ended by itself."""
    with suppress(ProcessLookupError):
        os.killpg(command.pid, signal.SIGKILL)
    command.communicate()


def kill_imports(running: Campaign, amount: int) -> Reached:
    """Kill the import so often, each time begun once more, and let it end then."""
    dice, file = running.chance, running.setting.file
    folder, url = running.setting.folder, running.database
    archive = archive_of_another_site(folder / "elsewhere", HANDS * amount)
    command = ["import_records", GUESTS, str(archive), "--as", SCORER[0]]
    in_writing = 0
    running.wait_for(LINES)
    for number in range(amount):
        before = hands_in(file)
        process = manage(folder, url, *command)
        if number % 3:
            wait_until_it_writes(process, file, before)
            time.sleep(dice.uniform(0, LATEST))
        else:
            time.sleep(dice.uniform(0, SLOWEST))
        kill(process)
        in_writing += before < hands_in(file) < HANDS * amount
        running.wait_for(1)
    ended, said = managed(folder, url, *command)
    running.wait_for(LINES)
    reached = running.judged(amount, f"{in_writing} of them while it wrote")
    if ended:
        reached.lost.append(f"after imports that were killed one ends with {ended}: {said[-300:]}")
    reached.lost += differences(folder, url, archive)
    return reached


def archive_of_another_site(folder: Path, hands: int) -> Path:
    """An archive with that many hands, from a database of its own in that folder."""
    folder.mkdir()
    url, archive = f"sqlite:///{folder / 'club.sqlite3'}", folder / "archive"
    furnish(url, 0, past=hands)
    status, said = managed(folder, url, "export_records", CLUB, str(archive))
    if status:
        raise RuntimeError(f"there is no archive: {said}")
    return archive


def wait_until_it_writes(process: subprocess.Popen[str], file: Path, before: int) -> None:
    """Wait until there are more hands than before, or there is nothing to be written."""
    until = time.monotonic() + BEGINS
    while process.poll() is None and hands_in(file) == before and time.monotonic() < until:
        time.sleep(0.02)


def hands_in(file: Path) -> int:
    """How many hands of the other site are in an SQLite file."""
    query = "SELECT count(*) FROM games_hand h JOIN games_club c ON c.id = h.club_id WHERE slug = ?"
    with closing(sqlite3.connect(file)) as database:
        (count,) = database.execute(query, [GUESTS]).fetchone()
    return int(count)


def differences(folder: Path, url: str, archive: Path) -> Iterator[str]:
    """How what was taken in differs, exported again, from the archive."""
    again = folder / "again"
    status, said = managed(folder, url, "export_records", GUESTS, str(again))
    if status:
        yield f"what was imported cannot be exported: {said[-300:]}"
        return
    for path in archive.glob("*.ndjson"):
        if path.read_bytes() != (again / path.name).read_bytes():
            yield f"{path.name} is another than that of the archive"
