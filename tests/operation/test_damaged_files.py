"""An SQLite file that is damaged: every command says so in a sentence and writes nothing to it."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest

from games.writing.outages import DAMAGED
from tests.test_readme import ROOT

COMMANDS = {
    "check": ["check", "--database", "default"],  # the first step of `make serve`
    "migrate": ["migrate"],
    "backup": ["backup", "backups"],
    "verify_archive": ["verify_archive"],
    "rebuild": ["rebuild"],
}


def without_its_name(file: Path) -> None:
    file.write_bytes(b"SQLite format 2" + bytes(9_000))


def of_an_unknown_format(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE one (id)")
    whole = file.read_bytes()
    file.write_bytes(whole[:44] + b"\xff\xff\xff\xff" + whole[48:])


# Each way to be damaged with every other command: all open the file alike.
TRIED = [*zip(COMMANDS, cycle([without_its_name, of_an_unknown_format]), strict=False)]


@pytest.mark.parametrize(("command", "damage"), TRIED)
def test_a_command_says_that_the_file_is_damaged_and_leaves_it_alone(
    tmp_path: Path, command: str, damage: Callable[[Path], None]
) -> None:
    file = tmp_path / "club.sqlite3"
    damage(file)
    before = file.read_bytes()
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", *COMMANDS[command]],
        env=os.environ
        | {
            "DATABASE_URL": f"sqlite:///{file}",
            "DJANGO_SETTINGS_MODULE": "clubtarot.settings_test",
            "PYTHONPATH": str(ROOT),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert DAMAGED in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_bytes() == before
