"""What is right of a damaged file: all of it is there, or a check says what is not."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.campaigns.faults.checker import Judgement
from tests.campaigns.faults.damage import HEADER, choose_place, faults_of, overwrite

SOUND, NAMED = (0, "The archive is sound."), (2, "The database is damaged.")
LOST = Judgement(faults=["entry 3 was acknowledged and is lost"])


def test_damage_that_changes_nothing_need_not_be_named() -> None:
    assert faults_of(Judgement(), {"verify_archive": SOUND, "backup": SOUND}) == []


def test_what_is_lost_must_be_named_by_one_of_the_checks() -> None:
    assert faults_of(LOST, {"verify_archive": SOUND, "backup": NAMED}) == []
    assert faults_of(LOST, {"verify_archive": SOUND, "backup": SOUND}) == [
        "nothing names: entry 3 was acknowledged and is lost"
    ]


def test_a_traceback_names_nothing() -> None:
    trace = (1, "Traceback (most recent call last):\n  ...\nDatabaseError: malformed\n")
    assert faults_of(LOST, {"verify_archive": NAMED, "backup": trace}) == [
        "backup names it by a traceback: DatabaseError: malformed"
    ]


@pytest.mark.parametrize("number", range(6))
def test_only_the_place_that_was_chosen_is_overwritten(tmp_path: Path, number: int) -> None:
    file = tmp_path / "club.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE games_entry (id INTEGER PRIMARY KEY, key TEXT UNIQUE)")
        database.execute("INSERT INTO games_entry (key) VALUES (hex(zeroblob(1500)))")
        database.commit()
    before = file.read_bytes()
    place = choose_place(file, number, random.Random(number))
    overwrite(file, place, random.Random(1))
    after = file.read_bytes()
    changed = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    assert changed
    assert place.offset <= changed[0] <= changed[-1] < place.offset + place.bytes
    assert (changed[-1] < HEADER) == (number % 3 == 0)
