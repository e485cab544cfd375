"""A restore is all or nothing, whatever it meets; and nobody who was erased comes back by it."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from games.operation import backups, erased_people, restoring, sqlite_copies
from games.operation.backups import CannotCopy, backups_in, read_backup, working_folder
from games.operation.copies import copies
from games.operation.sqlite_copies import SqliteCopies
from tests.operation.places import Place

# Commands take their time on a busy machine.
pytestmark = pytest.mark.timeout(900)

both = pytest.mark.both_databases
NAME = "Bastien Quill"


def heads(place: Place) -> list[Any]:
    return place.rows("SELECT public_id, seals, head FROM games_club")


def on_sqlite() -> bool:
    return connection.vendor == "sqlite"


@pytest.fixture
def erased_since(copy: Place, backup: Path, tmp_path: Path) -> tuple[Place, Path]:
    """A club that has erased a player since its backup was made, and the folder of that."""
    folder = tmp_path / "backups"
    shutil.copytree(backup, folder)
    (club, player) = copy.rows(
        "SELECT games_club.public_id, games_player.public_id FROM games_player "
        "JOIN games_club ON games_club.id = club_id ORDER BY games_player.id"
    )[0]
    line = {"format": "clubtarot-erasure/1", "id": "a", "club": club, "player": player}
    line |= {"account": None, "account_went": False, "names": 1, "texts": 0, "places": []}
    (tmp_path / "list").write_text(json.dumps(line | {"spared": [], "by": None, "at": "now"}))
    copy.did("erasures", "--apply", tmp_path / "list")
    assert erased(copy) == 1
    return copy, folder


def erased(place: Place) -> int:
    """How many players are erased; also a name that is left in no table shows it."""
    return int(place.rows("SELECT count(*) FROM games_player WHERE erased_at IS NOT NULL")[0][0])


# Where a restore is killed: before the database is replaced, and last just after that.
KILLED_AT = {
    "sqlite": [
        "games.operation.sqlite_copies.like",
        "games.operation.erased_people.manage",
        "games.operation.sqlite_copies.sync_folder",
    ],
    "postgresql": [
        "games.operation.erased_people.manage",
        "games.operation.postgres_copies.PostgresCopies.put_in_place",
    ],
}


@both
@pytest.mark.thorough
def test_who_was_erased_is_erased_from_a_backup_that_is_put_back(
    erased_since: tuple[Place, Path],
) -> None:
    """Wherever a restore is killed, it brings nobody back, and the next one is whole."""
    place, folder = erased_since
    before = heads(place)
    for name in KILLED_AT[connection.vendor]:
        assert len(erased_people.lines_in(folder)) <= 1
        place.killed_at(name, "restore", folder, "--replace", "--digests", after="like" not in name)
        assert (name, erased(place), heads(place)) == (name, 1, before)
    said = place.did("restore", folder, "--replace", "--digests")
    assert (erased(place), heads(place)) == (1, before)
    assert f"{len(erased_people.lines_in(folder))} erasures were made again" in said
    if on_sqlite():
        assert not list(place.file.parent.glob("*.restoring*"))


@pytest.mark.thorough
def test_a_database_that_is_damaged_beyond_reading_is_replaced_and_kept(
    copy: Place, backup: Path
) -> None:
    if not on_sqlite():
        return
    whole = copy.file.read_bytes()
    damaged = [
        whole[: len(whole) // 2],
        b"SQLite format 3\0" + os.urandom(20_000),
        b"nothing that anybody can read" + os.urandom(20_000),
    ]
    for garbage in damaged:
        copy.file.write_bytes(garbage)
        sqlite_copies.companion(copy.file, "-wal").write_bytes(b"of the damaged file")
        said = copy.did("restore", backup, "--replace", "--digests")
        kept = max(copy.file.parent.glob("*-replaced.sqlite3"))
        assert str(kept) in said and kept.read_bytes() == garbage
    assert copy.inventory() == backups_in(backup)[0].manifest.inventory
    copy.file.write_bytes(garbage)
    assert "--replace" in copy.refused("restore", backup)


def test_a_damaged_database_that_somebody_has_open_is_not_replaced(tmp_path: Path) -> None:
    place = Place(f"sqlite:///{tmp_path / 'club.sqlite3'}")
    other = place.opened()
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("CREATE TABLE one (id)")
    with place.file.open("r+b") as file:
        file.write(b"no header")
    ours = SqliteCopies()
    ours.file = place.file
    pid = os.fork()
    if pid == 0:  # a lock of this very process would be in nobody's way
        try:
            ours.check_stopped()
        except CannotCopy:
            os._exit(7)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
    other.close()


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_a_disk_without_room_changes_nothing_and_gets_no_fuller(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not on_sqlite():
        return
    ours = SqliteCopies()
    ours.file, ours.coming = tmp_path / "club.sqlite3", tmp_path / "club.sqlite3.restoring"
    file = backups_in(backup)[0].file

    def full(source: Path, target: Path) -> None:
        target.write_bytes(b"as much as there is room for")
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(shutil, "copyfile", full)
    with (
        pytest.raises(CannotCopy, match=r"No space left on device: .*restoring"),
        backups.in_words(),
        ours.prepare(file, tmp_path),
    ):
        pass
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: shutil._ntuple_diskusage(100, 100, 0))
    with (
        pytest.raises(CannotCopy, match=r"There is no room in .*: \d\.\d MB are needed, 0\.0 MB"),
        ours.prepare(file, tmp_path),
    ):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_backup_on_a_medium_that_can_only_be_read_is_read_elsewhere(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def only_read(path: Path, mode: str = "r", **options: Any) -> Any:
        if path.parent == backup and mode != "rb":
            raise OSError(30, "Read-only file system", str(path))
        return opened(path, mode, **options)

    monkeypatch.setattr(Path, "open", only_read)
    monkeypatch.setattr(restoring, "verify", lambda *_: None)
    one = read_backup(backup)
    with (
        working_folder(backup) as room,
        restoring.ready_copy(
            one,
            room,
            copies().try_out,
            [],
            note=lambda _line: None,
            trial=None,  # type: ignore[arg-type]
        ) as took,
    ):
        assert room != backup.resolve()
        assert {"reading", "restoring"} < took.keys()
    assert not room.exists()
    said: list[str] = []
    restoring.remember(backup, ['{"id": "a"}'], said.append)
    assert "can only be read" in said[0]


@pytest.mark.thorough
def test_somebody_who_was_erased_and_is_there_again_is_named_by_all_who_look(
    erased_since: tuple[Place, Path], backup: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place, folder = erased_since
    place.did("backup", folder, "--quick")
    monkeypatch.setenv("BACKUP_FOLDER", str(folder))
    monkeypatch.setenv("WATCH_FOLDER", str(tmp_path / "watch"))
    assert "sound" in place.did("verify_archive", "--digests")
    place.change("UPDATE games_player SET erased_at = NULL")  # as in a copy put there by hand
    again = "1 of those who were erased are there again"
    assert again in place.refused("verify_archive", "--digests")
    assert again in place.refused("backup", folder, "--quick")
    ask = "from games.operation.readiness import *; print(Lookout().look().warnings['erasures'])"
    assert again in place.did("shell", "--no-imports", "-c", ask)
