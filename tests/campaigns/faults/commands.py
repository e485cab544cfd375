"""SIGKILL of commands at random moments while tablets write: half of what they do is never there.

Of an archive that is taken in, all is there in the end, once. It is that of another site. What came
of it is written to an archive again, which must be the same, byte for byte.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from games.rules import VARIANTS, format_record
from tests import chance
from tests.campaigns.faults.campaign import Campaign, Reached
from tests.campaigns.programs import manage
from tests.campaigns.tables import CLUB, GUESTS, SCORER, furnish

LINES = 60  # requests that are settled before the first command begins
LONGEST = 2.5  # seconds after which a command is killed
COMMANDS = (["rebuild"], ["backup", "backups"])
HANDS = 100  # of the archive for each kill
SLOWEST = 4.0  # seconds after which a command is killed that reads, judges, or has begun to write
LATEST = 0.2  # seconds after the first piece at which one is killed that writes
BEGINS = 60  # seconds in which it writes its first piece
NAMES = ("Gil", "Hana", "Ivo", "Jana", "Karl", "Lea")


def kill_commands(running: Campaign, amount: int) -> Reached:
    """Kill `rebuild` and `backup` in turn."""
    folder, url = running.setting.folder, running.database
    running.wait_for(LINES)
    for number in range(amount):
        command = manage(folder, url, *COMMANDS[number % len(COMMANDS)])
        time.sleep(running.chance.uniform(0.2, LONGEST))
        kill(command)
        running.wait_for(1)
    last = manage(folder, url, "backup", "backups").wait()
    reached = running.judged(amount)
    if last:
        reached.lost.append("after a backup that was killed none can be made")
    return reached


def kill(command: subprocess.Popen[bytes]) -> None:
    """End a command at once, where it has not ended by itself."""
    with suppress(ProcessLookupError):
        os.killpg(command.pid, signal.SIGKILL)
    command.wait()


def kill_imports(running: Campaign, amount: int) -> Reached:
    """Kill the import so often, each time begun once more, and let it end then."""
    dice, file = running.chance, running.setting.file
    folder, url = running.setting.folder, running.database
    archive = archive_of_another_site(folder / "elsewhere", HANDS * amount, dice)
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
    ended = manage(folder, url, *command).wait()
    running.wait_for(LINES)
    reached = running.judged(amount, f"{in_writing} of them while it wrote", club=CLUB)
    reached.lost += faults_of(folder, url, archive, ended)
    return reached


def archive_of_another_site(folder: Path, hands: int, dice: random.Random) -> Path:
    """An archive with that many hands of all games, from a database of its own in that folder."""
    folder.mkdir()
    url = f"sqlite:///{folder / 'club.sqlite3'}"
    furnish(url, 0)
    lines, archive = folder / "hands.ndjson", folder / "archive"
    lines.write_bytes(b"".join(line + b"\n" for line in hands_of(hands, dice)))
    for command in (
        ["import_records", GUESTS, str(lines), "--as", SCORER[0]],
        ["export_records", GUESTS, str(archive)],
    ):
        if manage(folder, url, *command).wait():
            raise RuntimeError(f"there is no archive: {command[0]} has failed")
    return archive


def hands_of(number: int, dice: random.Random) -> Iterator[bytes]:
    """That many hands, played by chance, one a line."""
    for _ in range(number):
        variant = dice.choice(VARIANTS)
        players = dice.choice(variant.seats)
        record = chance.hand(
            seed=dice.randrange(2**32), variant=variant, options={}, players=players, dealer=0
        )
        yield format_record(record._replace(players=NAMES[:players]))


def wait_until_it_writes(process: subprocess.Popen[bytes], file: Path, before: int) -> None:
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


def faults_of(folder: Path, url: str, archive: Path, ended: int) -> Iterator[str]:
    """What is wrong with what was taken in, when the last import has ended so."""
    if ended:
        yield f"after imports that were killed one ends with {ended}"
    again = folder / "again"
    if manage(folder, url, "export_records", GUESTS, str(again)).wait():
        yield "what was imported cannot be exported"
        return
    for path in archive.glob("*.ndjson"):
        if path.read_bytes() != (again / path.name).read_bytes():
            yield f"{path.name} is another than that of the archive"
