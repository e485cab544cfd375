"""Whatever keeps a backup from being made, a sentence says it, and somebody hears of it."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from games.operation import making, sqlite_copies
from games.operation.backups import CannotCopy, check_room
from tests.operation.places import Place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def noted(tmp_path: Path, settings: Any) -> Path:
    """Where it is written down that a backup has failed."""
    settings.WATCH_FOLDER = str(tmp_path / "watch")
    return tmp_path / "watch" / "incidents.ndjson"


def sentence(noted: Path) -> str:
    (line,) = noted.read_text().splitlines()
    return str(json.loads(line)["text"])


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError(28, "No space left on device", "backups/copy"), "No space left on device: ba"),
        (PermissionError(13, "Permission denied", "backups/.lock"), "Permission denied: ba"),
        (DatabaseError("canceling statement"), "canceling statement"),
        (CannotCopy("The copy is damaged."), "The copy is damaged."),
    ],
)
def test_a_backup_that_fails_says_why_and_is_noted(
    error: Exception, says: str, noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr(making, "bring_up_to_date", fail)
    with pytest.raises(CommandError, match=says):
        call_command("backup", tmp_path / "backups")
    assert says in sentence(noted)
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [".lock"]


def test_a_mistake_of_ours_is_noted_as_well(
    noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "bring_up_to_date", None)
    with pytest.raises(TypeError):
        call_command("backup", tmp_path / "backups")
    assert sentence(noted) == "A backup has failed: TypeError."


def test_a_folder_that_is_a_file_is_no_place_for_backups(noted: Path, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("")
    with pytest.raises(CommandError, match="File exists"):
        call_command("backup", tmp_path / "backups")
    assert "File exists" in sentence(noted)


def test_room_for_a_copy_and_its_trial_is_asked_for_first(
    noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "sqlite":
        return
    size = sqlite_copies.SqliteCopies().size
    usage = shutil._ntuple_diskusage(size, size, size * 3 // 2)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    check_room(tmp_path, size)
    with pytest.raises(CommandError, match="There is no room in"):
        call_command("backup", tmp_path / "backups")
    assert "There is no room" in sentence(noted)


def test_a_database_that_cannot_be_read_is_no_silent_night(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCH_FOLDER", str(tmp_path / "watch"))
    place = Place(f"sqlite:///{tmp_path / 'club.sqlite3'}")
    place.file.write_bytes(b"SQLite format 3\0" + os.urandom(5_000))
    said = place.refused("backup", tmp_path / "backups")
    assert "The database is damaged" in said
    assert "The database is damaged" in sentence(tmp_path / "watch" / "incidents.ndjson")
