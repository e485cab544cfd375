"""Whatever keeps a backup from being made, a sentence says it, and somebody hears of it."""

import json
import shutil
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from games.operation import making, sqlite_copies
from games.operation.backups import CannotCopy, check_room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def noted(tmp_path: Path, settings: Any) -> Path:
    """Where it is written down that a backup has failed."""
    settings.WATCH_FOLDER = str(tmp_path / "watch")
    return tmp_path / "watch" / "incidents.ndjson"


def sentences(noted: Path) -> list[str]:
    return [str(json.loads(line)["text"]) for line in noted.read_text().splitlines()]


def test_a_backup_that_fails_says_why_and_is_noted(
    noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake of ours is noted as well."""
    errors: dict[str, Exception] = {
        "No space left on device: ba": OSError(28, "No space left on device", "backups/copy"),
        "Permission denied: ba": PermissionError(13, "Permission denied", "backups/.lock"),
        "canceling statement": DatabaseError("canceling statement"),
        "The copy is damaged.": CannotCopy("The copy is damaged."),
    }
    folder = tmp_path / "backups"
    for says, error in errors.items():
        monkeypatch.setattr(making, "bring_up_to_date", Mock(side_effect=error))
        with pytest.raises(CommandError, match=says):
            call_command("backup", folder)
        assert says in sentences(noted)[-1]
        assert [path.name for path in folder.iterdir()] == [".lock"]
    monkeypatch.setattr(making, "bring_up_to_date", None)
    with pytest.raises(TypeError):
        call_command("backup", folder)
    assert sentences(noted)[-1] == "A backup has failed: TypeError."
    assert len(sentences(noted)) == len(errors) + 1


def test_a_folder_that_is_a_file_or_has_no_room_for_copy_and_trial_takes_no_backup(
    noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="File exists"):
        call_command("backup", tmp_path / "file")
    assert "File exists" in sentences(noted)[-1]
    if connection.vendor != "sqlite":
        return
    size = sqlite_copies.SqliteCopies().size
    usage = shutil._ntuple_diskusage(size, size, size * 3 // 2)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    check_room(tmp_path, size)
    with pytest.raises(CommandError, match="There is no room in"):
        call_command("backup", tmp_path / "backups")
    assert "There is no room" in sentences(noted)[-1]
