"""Damage to the SQLite file while it is served: bytes of a page are overwritten at a random place.

SQLite's pages have no checksum, so not all damage is found where it is read. What must hold: the
site gives no answer but ordinary ones and 503. Either all that was acknowledged is there, or the
damage is named, in a sentence, by `verify_archive` or by a backup that is refused. And a backup
that was made before is sound, and has all that was acknowledged until then.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.campaigns.faults.campaign import TABLES, Campaign, Reached, Setting, campaign
from tests.campaigns.faults.checker import Judgement, judge_database
from tests.campaigns.faults.power import frozen
from tests.campaigns.programs import managed
from tests.campaigns.tables import furnish

BEFORE = 150  # requests that are settled before the backup: several hands at each table
BYTES = (32, 2048)  # how many are overwritten
PATIENCE = 20  # seconds, until nobody reads or writes for a moment
LASTS = 5  # seconds in which the tablets go on afterwards
HEADER = 100  # bytes at the beginning of the file
TRACE = "Traceback"
CHECKS = {"verify_archive": ["verify_archive"], "backup": ["backup", "later"]}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file is damaged: `what` is there, `bytes` bytes from `offset` on."""

    what: str
    offset: int
    bytes: int


def damage(setting: Setting, amount: int) -> Reached:
    """Damage that many files, each with a site and tablets of its own: the header, pages of indexes
    and pages of tables in turn."""
    template = setting.folder / "template.sqlite3"
    tables = furnish(f"sqlite:///{template}", TABLES)["tables"]
    reached, named = Reached(), 0
    for number in range(amount):
        if setting.broken and reached.lost:  # a control is caught
            break
        own = replace(setting, folder=setting.folder / str(number), seed=f"{setting.seed} {number}")
        own.folder.mkdir()
        shutil.copy(template, own.file)
        one, is_named = damage_one(own, tables, number)
        reached += one
        named += is_named
    reached.notes.append(f"{named} named, the others changed nothing")
    return reached


def damage_one(setting: Setting, tables: list[dict[str, Any]], number: int) -> tuple[Reached, bool]:
    """Damage one file. Returns what was reached, and whether the damage was named."""
    chance, folder, file = setting.chance, setting.folder, setting.file
    url = f"sqlite:///{file}"
    with campaign(url, setting, tables=tables) as running:
        running.wait_for(BEFORE)
        lost = back_up(running, folder, url)
        move_log(file)
        place = choose_place(file, number, chance)
        overwrite(file, place, chance)
        # What SQLite has in memory hides damage, and heals it where the page is written again.
        if number % 2 == 0:
            running.site.kill_worker()
        time.sleep(LASTS)
        lost += running.answered_wrongly()
        running.rest()
        is_ready = running.site.is_ready()
        judgement = running.judge()
        said = {name: managed(folder, url, *command) for name, command in CHECKS.items()}
    lost += faults_of(judgement, said)
    lost += faults_of_backup(folder)
    where = f"{place.what}, {place.bytes} bytes at {place.offset}, ready: {is_ready}: "
    figures = Reached(1, judgement.total, judgement.settled_by_key, [where + one for one in lost])
    return figures, any(status for status, _ in said.values())


def back_up(running: Campaign, folder: Path, url: str) -> list[str]:
    """Make a backup, and keep the journal of that moment; why there is none."""
    with frozen(running):
        shutil.copy(running.journal.path, folder / "journal-before")
        status, text = managed(folder, url, "backup", "backups")
    return [f"there is no backup: {text}"] if status else []


def move_log(file: Path) -> None:
    """Let SQLite move what is in its log into the file, as it does now and then, and begin a new
    one: what is still in the log would be read from there, and written over the damage."""
    with closing(sqlite3.connect(file, timeout=PATIENCE)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def choose_place(file: Path, number: int, chance: random.Random) -> Place:
    """A place in the header, in a page of an index or of a table, in turn."""
    what = ("header", "index", "table")[number % 3]
    size = chance.randint(*BYTES)
    if what == "header":
        offset = chance.randrange(HEADER // 2)  # further on there is little that SQLite reads
        return Place(what, offset, min(size, HEADER - offset))
    with closing(sqlite3.connect(file)) as database:
        pages = database.execute(PAGES, [what]).fetchall()
    name, begin, length = chance.choice(pages)
    offset = chance.randrange(length)
    return Place(f"{what} {name}", begin + offset, min(size, length - offset))


# Of our own tables those that are at least half full, with what SQLite knows of their pages: in an
# empty one there is nothing to damage.
PAGES = """
    SELECT page.name, page.pgoffset, page.pgsize FROM dbstat page
    JOIN sqlite_master part ON part.name = page.name
    WHERE part.type = ? AND part.tbl_name LIKE 'games_%' AND page.unused * 2 < page.pgsize
    ORDER BY page.pageno
"""


def overwrite(file: Path, place: Place, chance: random.Random) -> None:
    """Write other bytes there, behind SQLite's back."""
    opened = os.open(file, os.O_WRONLY)
    try:
        os.pwrite(opened, chance.randbytes(place.bytes), place.offset)
        os.fsync(opened)
    finally:
        os.close(opened)


def faults_of(judgement: Judgement, said: dict[str, tuple[int, str]]) -> list[str]:
    """What is wrong with what the checks say of a damaged file: they name nothing where something
    is lost, or name it by a traceback. `said`: how each has ended, and what it has printed."""
    traces = [
        f"{name} names it by a traceback: {text.strip().splitlines()[-1]}"
        for name, (_, text) in said.items()
        if TRACE in text
    ]
    is_named = any(status for status, _ in said.values())
    return traces + ([] if is_named else [f"nothing names: {one}" for one in judgement.faults])


def faults_of_backup(folder: Path) -> list[str]:
    """What is wrong with the backup that was made before, by the journal of that moment."""
    url = f"sqlite:///{folder / 'restored.sqlite3'}"
    status, text = managed(folder, url, "restore", "backups")
    if status:
        return [f"the backup cannot be restored: {text}"]
    judgement = judge_database(url, folder / "journal-before")
    return [f"in the backup: {fault}" for fault in judgement.faults]
