"""Who was erased since a backup is not there again when it is put back."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games.operation import erased_people, restoring
from games.operation.backups import CannotCopy

LINES = [json.dumps({"id": name}) for name in "abc"]


class Commands:
    """What is asked of the database of a copy."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.status = 0
        self.applied: list[str] = []
        monkeypatch.setattr(erased_people, "manage", self.manage)

    def manage(self, url: str, *command: str) -> subprocess.CompletedProcess[str]:
        assert command[:2] == ("erasures", "--apply")
        self.applied = Path(command[2]).read_text().splitlines()
        return subprocess.CompletedProcess(command, self.status)


def test_each_backup_adds_to_the_list_and_removes_nothing(tmp_path: Path) -> None:
    """Where nobody was ever erased there is no list."""
    erased_people.remember_erasures(tmp_path, erased_people.erased_now({"rows": {}}))
    assert list(tmp_path.iterdir()) == []
    for some in (LINES[:1], LINES[1:2], LINES[:1]):
        erased_people.remember_erasures(tmp_path, some)
    assert erased_people.lines_in(tmp_path) == LINES[:2]


def test_every_list_that_is_at_hand_is_gone_through(tmp_path: Path, settings: Any) -> None:
    settings.BACKUP_FOLDER = str(tmp_path / "usual")
    for name, line in zip(("usual", "medium"), LINES, strict=False):
        (tmp_path / name).mkdir()
        erased_people.remember_erasures(tmp_path / name, [line])
    assert set(restoring.known_erasures(tmp_path / "medium", LINES[2:])) == set(LINES)


def test_a_list_is_applied_to_a_copy_which_is_not_put_in_place_where_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = Commands(monkeypatch)
    erased_people.erase_again("sqlite:///copy", LINES, tmp_path)
    assert copy.applied == LINES
    assert list(tmp_path.iterdir()) == []
    copy.status = 1
    with pytest.raises(CannotCopy, match="cannot be erased again"):
        erased_people.erase_again("sqlite:///copy", LINES, tmp_path)
