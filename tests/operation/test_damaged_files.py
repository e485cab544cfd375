"""An SQLite file that is damaged: every command says so in a sentence and writes nothing to it."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from games.writing.outages import DAMAGED
from tests.test_readme import ROOT

# Runs several commands of manage.py, and prints how each ended and what it said.
EACH = """
import contextlib, io, json, sys
import manage
ends = []
for words in json.loads(sys.argv[1]):
    sys.argv, said, status = ["manage.py", *words], io.StringIO(), 0
    try:
        with contextlib.redirect_stderr(said):
            manage.main()
    except SystemExit as end:
        status = end.code
    ends.append([words[0], bool(status), f"{status} {said.getvalue()}"])
print(json.dumps(ends))
"""


def without_its_name(file: Path) -> None:
    file.write_bytes(b"SQLite format 2" + bytes(9_000))


def of_an_unknown_format(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE one (id)")
    whole = file.read_bytes()
    file.write_bytes(whole[:44] + b"\xff\xff\xff\xff" + whole[48:])


def after_its_first_bytes(file: Path) -> None:
    file.write_bytes(b"SQLite format 3\0" + os.urandom(5_000))


# Each way to be damaged with some of the commands: all open the file alike. `check` is the first
# step of `make serve`.
TRIED: list[tuple[Callable[[Path], None], list[list[str]]]] = [
    (without_its_name, [["check", "--database", "default"], ["rebuild"]]),
    (of_an_unknown_format, [["migrate"], ["verify_archive"]]),
    (after_its_first_bytes, [["backup", "backups"]]),
]


def test_a_command_says_that_the_file_is_damaged_and_leaves_it_alone(tmp_path: Path) -> None:
    """A night without a backup is not silent: the operator hears of it."""
    for damage, commands in TRIED:
        file = tmp_path / f"{damage.__name__}.sqlite3"
        damage(file)
        before = file.read_bytes()
        settings = {
            "DATABASE_URL": f"sqlite:///{file}",
            "DJANGO_SETTINGS_MODULE": "clubtarot.settings_test",
            "PYTHONPATH": str(ROOT),
            "WATCH_FOLDER": str(tmp_path / "watch"),
        }
        done = subprocess.run(
            [sys.executable, "-c", EACH, json.dumps(commands)],
            env=os.environ | settings,
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        ends = json.loads(done.stdout.splitlines()[-1])
        assert [(name, failed) for name, failed, _said in ends] == [
            (words[0], True) for words in commands
        ]
        for name, _failed, said in ends:
            assert DAMAGED in said, name
            assert "Traceback" not in said, name
        assert file.read_bytes() == before
    (incident,) = (tmp_path / "watch" / "incidents.ndjson").read_text().splitlines()
    assert "The database is damaged" in json.loads(incident)["text"]
