"""A backup counts only when it could be restored; a restore is all or nothing."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.management.commands.backup import trial_on
from games.operation import making, postgres_copies, sqlite_copies
from games.operation.backups import CannotCopy, backups_in, sole_writer
from games.operation.copies import copies
from games.operation.encrypting import make_key
from games.operation.postgres_copies import PostgresCopies
from games.operation.proving import Trial, has_every_migration
from games.operation.restoring import restore_backup
from tests.cast import Cast
from tests.factories import claimed_by_seat_0
from tests.operation.places import Place

# Commands take their time on a busy machine.
pytestmark = pytest.mark.timeout(900)


def file_in(folder: Path) -> Path:
    return backups_in(folder)[0].file


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_a_whole_file_and_a_manifest_is_nobody_elses_and_is_refused_once_spoilt(
    club: Place, backup: Path, tmp_path: Path
) -> None:
    """A copy that lacks the newest migration is older than this version. One that is newer, or of
    another kind of database, is refused as well, with what to do."""
    (found,) = backups_in(backup)
    found.check_bytes()
    inventory = found.manifest.inventory
    assert inventory["chains"] == {
        name: {"seals": seals, "head": head}
        for name, seals, head in club.rows("SELECT public_id, seals, head FROM games_club")
    }
    assert found.file.stat().st_mode & 0o077 == 0
    names = {path.name for path in backup.iterdir()}
    assert names == {".lock", found.file.name, f"{found.file.stem}.json"}
    assert has_every_migration(inventory)
    # Not the largest number: those that the first one has taken the place of are there as well.
    newest = next(name for app, name in MigrationLoader(None).graph.leaf_nodes() if app == "games")
    inventory["migrations"].remove(f"games.{newest}")
    assert not has_every_migration(inventory)
    shutil.copytree(backup, tmp_path / "spoilt")
    (spoilt,) = backups_in(tmp_path / "spoilt")
    data = bytearray(spoilt.file.read_bytes())
    data[len(data) // 2] ^= 1
    spoilt.file.write_bytes(data)
    facts = spoilt.manifest.inventory
    newer = {**facts, "migrations": [*facts["migrations"], "games.9999_from_the_future"]}
    for changed, why in (
        ({}, "damaged"),
        ({"inventory": newer}, "newer version"),
        ({"database": "another"}, "import_records"),
    ):
        other = replace(spoilt, manifest=replace(spoilt.manifest, **changed))
        with pytest.raises(CannotCopy, match=why):
            restore_backup(other, copies(), may_replace=True, note=print, trial=Trial())


@pytest.mark.both_databases
def test_a_club_comes_back_in_an_empty_database_with_everything_in_it(
    backup: Path, new_place: Callable[[], Place]
) -> None:
    place = new_place()
    said = place.did("restore", backup)
    assert "Compare these heads" in said
    assert "former" not in said  # an empty database is not kept
    if connection.vendor == "sqlite":
        assert [path.name for path in place.file.parent.iterdir()] == [place.file.name]
    assert place.inventory() == backups_in(backup)[0].manifest.inventory


@pytest.mark.thorough
@pytest.mark.both_databases
def test_an_encrypted_backup_is_rehearsed_and_restored_with_its_own_key_alone(
    club: Place,
    new_place: Callable[[], Place],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rehearsal tells the times and leaves the site alone; nothing in clear is left."""
    for name in ("right", "wrong"):
        make_key(tmp_path / name)
    monkeypatch.setenv("BACKUP_KEY_FILE", str(tmp_path / "right"))
    folder, before = tmp_path / "backups", club.inventory()
    assert "digests verified" in club.did("backup", folder, "--digests")
    assert file_in(folder).read_bytes().startswith(b"age-encryption.org/v1")
    said = club.did("rehearse_restore", folder, "--jobs", "2")
    assert "restoring" in said and "verifying" in said
    assert "This backup can be restored." in said
    assert club.inventory() == before
    place = new_place()
    monkeypatch.setenv("BACKUP_KEY_FILE", str(tmp_path / "wrong"))
    assert "does not open" in place.refused("restore", folder)
    monkeypatch.setenv("BACKUP_KEY_FILE", str(tmp_path / "right"))
    place.did("restore", folder, "--digests")
    assert place.inventory() == backups_in(folder)[0].manifest.inventory
    assert len(list(folder.iterdir())) == 3  # lock, backup, manifest


def test_every_hand_is_judged_again_on_one_day_of_the_week() -> None:
    asked = {"jobs": 2, "digests": False, "judge_on": "sun"}
    for day, digests in ((28, True), (29, False), (30, True)):
        assert trial_on(datetime(2026, 11, day), asked) == Trial(2, digests)


@pytest.mark.thorough
@pytest.mark.both_databases
def test_a_database_with_a_club_in_it_is_replaced_only_on_request_and_while_the_site_is_stopped(
    backup: Path, copy: Place
) -> None:
    copy.change("UPDATE games_club SET name = 'Recorded since'")
    assert "--replace" in copy.refused("restore", backup)
    with closing(copy.opened()):
        assert "Stop the site" in copy.refused("restore", backup, "--replace")
    assert named(copy) == "Recorded since"
    copy.did("restore", backup, "--replace", "--digests")
    assert named(copy) != "Recorded since"


def named(place: Place) -> str:
    return str(place.rows("SELECT name FROM games_club")[0][0])


@pytest.mark.thorough
@pytest.mark.both_databases
def test_an_archive_that_is_not_sound_makes_no_backup_but_what_a_rebuild_cures_is_no_damage(
    copy: Place, tmp_path: Path
) -> None:
    copy.change("UPDATE games_hand SET sheet = '[]'")
    said = copy.did("backup", tmp_path / "cured")
    assert "Nothing that was sealed is damaged" in said and "manage.py rebuild" in said
    assert backups_in(tmp_path / "cured")[0].manifest.checked == "restored and verified"
    copy.change("UPDATE games_hand SET contract = 'guard' WHERE contract = 'small'")
    copy.change("UPDATE games_club SET seals = seals + 1")
    assert "not sound" in copy.refused("backup", tmp_path / "backups")
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [".lock"]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_an_interrupted_backup_leaves_nothing_and_removes_what_a_killed_one_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(making, "bring_up_to_date", interrupt)
    monkeypatch.setenv("DATABASE_URL", os.environ.get("DATABASE_URL", ""))
    (tmp_path / ".unfinished-killed.sqlite3").write_bytes(b"half")
    with pytest.raises(KeyboardInterrupt), sole_writer(tmp_path):
        making.make_backup(
            copies(), tmp_path, trial=Trial(), note=lambda _line: None, report=lambda *_done: None
        )
    assert [path.name for path in tmp_path.iterdir()] == [".lock"]


def test_two_backups_are_not_written_to_one_folder_at_once(tmp_path: Path) -> None:
    with (
        sole_writer(tmp_path),
        pytest.raises(CannotCopy, match="Another backup"),
        sole_writer(tmp_path),
    ):
        pass


@pytest.mark.django_db(transaction=True)
def test_a_hand_that_is_recorded_meanwhile_is_wholly_in_the_next_backup(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The numbers and the copy are of one moment, and the scorer does not wait for either."""
    if connection.vendor != "sqlite":
        return
    cast.sealed_hand(claimed_by_seat_0())
    monkeypatch.setattr(sqlite_copies, "PAGES", 20)
    written: list[int] = []

    def record(done: int, total: int) -> None:
        with closing(sqlite3.connect(ours.file, timeout=0, isolation_level=None)) as scorer:
            scorer.execute("UPDATE games_club SET seals = seals + 1")
        written.append(done)

    ours = sqlite_copies.SqliteCopies()
    inventory = ours.write(tmp_path / "copy.sqlite3", record)
    assert len(written) > 3
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy:
        found = dict(copy.execute("SELECT public_id, seals FROM games_club").fetchall())
    assert found == {name: chain["seals"] for name, chain in inventory["chains"].items()}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_dump_that_breaks_off_changes_nothing(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "pg_dump"
    broken.write_text("#!/bin/sh\necho 'CREATE TABLE half (id int);'\nexit 1\n")
    broken.chmod(0o700)
    whole = postgres_copies.program
    by_name = {"pg_dump": str(broken)}
    monkeypatch.setattr(postgres_copies, "program", lambda name: by_name.get(name) or whole(name))
    with pytest.raises(CannotCopy, match="Nothing was restored"):
        PostgresCopies().put_in_place(keep_former=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM games_club ORDER BY name")
        assert (cast.club.name,) in cursor.fetchall()


def test_a_program_that_is_missing_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(postgres_copies, "INSTALLED", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotCopy, match=r"pg_dump is missing.*postgresql-client"):
        postgres_copies.program("pg_dump")
