"""Databases of sites that are not running, and commands that are started on them."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).parents[2]

# Runs a command of manage.py and ends it, as a power cut does, where it calls one function.
KILLED = """
import os, pkgutil, signal, sys
name, *sys.argv[1:] = sys.argv[1:]
import django
django.setup()
owner, function = pkgutil.resolve_name(name.rpartition(".")[0]), name.rpartition(".")[2]
whole = getattr(owner, function)
def end(*arguments, **options):
    if os.environ["WHEN"] == "after":
        whole(*arguments, **options)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(owner, function, end)
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
"""


@dataclass(frozen=True)
class Place:
    """A database at a DATABASE_URL, and the code and the settings with which it is used."""

    url: str
    code: Path = ROOT
    settings: Mapping[str, str] = field(default_factory=dict)

    def _run(self, *command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
        settings = {"DATABASE_URL": self.url, "DJANGO_SETTINGS_MODULE": "clubtarot.settings_test"}
        return subprocess.run(
            [sys.executable, *map(str, command)],
            cwd=self.code,
            env={**os.environ, **settings, **self.settings, **more},
            capture_output=True,
            text=True,
        )

    def manage(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        """What a command says."""
        return self._run("manage.py", *command)

    def did(self, *command: str | Path) -> str:
        """The same for a command that must succeed."""
        done = self.manage(*command)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def refused(self, *command: str | Path) -> str:
        """What a command says that must fail."""
        done = self.manage(*command)
        assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
        return done.stderr

    def killed_at(self, name: str, *command: str | Path, after: bool = False) -> None:
        """Let a command be killed when it calls the function `name`, or has called it."""
        done = self._run("-c", KILLED, name, *command, WHEN="after" if after else "before")
        assert done.returncode == -9, done.stderr

    def inventory(self) -> Any:
        """What is in it."""
        return json.loads(self.manage("inventory").stdout)

    def change(self, *statements: str) -> None:
        """Change it behind the site's back."""
        with closing(self.opened()) as other:
            for statement in statements:
                other.execute(statement)

    def rows(self, statement: str) -> list[Any]:
        """What a statement finds."""
        with closing(self.opened()) as other:
            return list(other.execute(statement).fetchall())

    def opened(self) -> Any:
        """A connection such as a running site has."""
        if self.url.startswith("sqlite"):
            other = sqlite3.connect(self.file, isolation_level=None)
            other.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return other
        return psycopg.connect(self.url, autocommit=True)

    @property
    def file(self) -> Path:
        """Where it is, on SQLite."""
        return Path(self.url.removeprefix("sqlite:///"))
