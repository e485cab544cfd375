"""Who was erased since a backup is not there again when it is put back."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from games.operation import erased_people
from games.operation.backups import CannotCopy

INVENTORY: dict[str, Any] = {"rows": {"games_erasure": 1}}


class Commands:
    """The site's commands, of which `erasures` prints the lines of its database."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        self.called: list[str] = []
        self.fails = False

    def call(self, name: str, **options: Any) -> None:
        self.called.append(name)
        if "apply" in options:
            self.applied = options["apply"].read_text().splitlines()
            if self.fails:
                raise CommandError("1 of 2 erasures could not be made again.")
        elif name == "erasures":
            options["stdout"].write("".join(f"{line}\n" for line in self.lines))


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Commands:
    made = Commands(json.dumps({"id": "b"}))
    monkeypatch.setattr(erased_people, "call_command", made.call)
    monkeypatch.setattr(erased_people, "get_commands", lambda: {"erasures": "games"})
    return made


def test_each_backup_adds_to_the_list_and_removes_nothing(
    commands: Commands, tmp_path: Path
) -> None:
    (tmp_path / erased_people.LIST).write_text('{"id": "a"}\n')
    for _ in range(2):
        erased_people.remember_erasures(tmp_path, INVENTORY)
    assert erased_people.lines_in(tmp_path) == ['{"id": "a"}', '{"id": "b"}']


def test_the_list_is_applied_to_tables_of_today(commands: Commands, tmp_path: Path) -> None:
    erased_people.remember_erasures(tmp_path, INVENTORY)
    commands.called.clear()
    assert erased_people.erase_again(tmp_path) == 1
    assert commands.called == ["migrate", "erasures"]
    assert commands.applied == ['{"id": "b"}']


def test_nothing_is_done_where_nobody_was_ever_erased(commands: Commands, tmp_path: Path) -> None:
    erased_people.remember_erasures(tmp_path, {"rows": {}})
    assert erased_people.erase_again(tmp_path) == 0
    assert commands.called == []
    assert list(tmp_path.iterdir()) == []


def test_a_restore_says_that_the_site_must_wait_where_somebody_could_not_be_erased(
    commands: Commands, tmp_path: Path
) -> None:
    erased_people.remember_erasures(tmp_path, INVENTORY)
    commands.fails = True
    with pytest.raises(CannotCopy, match="Do not start the site before"):
        erased_people.erase_again(tmp_path)


def test_a_version_that_knows_no_erasures_does_not_pass_over_a_list_of_them(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    erased_people.remember_erasures(tmp_path, INVENTORY)
    monkeypatch.setattr(erased_people, "get_commands", lambda: {})
    with pytest.raises(CannotCopy, match="Install a newer one"):
        erased_people.erase_again(tmp_path)
