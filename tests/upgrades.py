"""An upgrade rehearsed, there and back, as games/operation/guide.md tells it: `make
upgrades`, from each release on both databases.

A club is made with the code of the release, upgraded by this code, and looked at; then the code of
the release has to bring it back. What is not as it should be ends it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from tests.operation.places import ROOT, Place
from tests.postgres import find_binaries, throwaway_server

# What stood on main on the day of each release of games/operation/CHANGELOG.md; the oldest first.
RELEASES = {
    "0.1.0": "2caf3a7308fe35b1a43a6a0e60e670c5809d8196",
    "0.2.0": "95c094ef23004a82a1beb7047afaf81876c0ac7a",
}
OLDEST = next(iter(RELEASES))
RECORDED = "tests/rules/golden/french"  # hands in the text notation
LINKS = "SELECT club_id, number, link FROM games_seal ORDER BY club_id, number"

# Everything that somebody who looks after a club can open, but for what asks something.
LOOK = """
import django
django.setup()
from django.test import Client
from django.urls import reverse
from games.models import Club, Hand, Match, Membership, Player
of_club = "club matches players league hands members rules club-settings club-heads club-archive"
wrong = []
seen = 0
for club in Club.objects.all():
    client = Client()
    client.force_login(Membership.objects.filter(club=club, role="admin").first().user)
    paths = [reverse(name, args=[club.slug]) for name in of_club.split()]
    for name, model in (("hand", Hand), ("match", Match), ("player", Player)):
        for key in model.objects.filter(club=club).values_list("public_id", flat=True):
            paths.append(reverse(name, args=[club.slug, key]))
    for path in paths:
        seen += 1
        status = client.get(path, follow=True).status_code
        if status != 200:
            wrong.append(f"{path}: {status}")
print(f"{seen} pages, not 200: {wrong}")
raise SystemExit(bool(wrong))
"""

Say = Callable[[str], None]


class HistoryMissing(Exception):
    """Git does not know the commit of a release."""


@contextmanager
def code_of(release: str) -> Iterator[Path]:
    """A folder with the code of a release. Raises HistoryMissing."""
    commit = RELEASES[release]
    git = ["git", "-C", str(ROOT)]
    if subprocess.run([*git, "cat-file", "-e", commit], capture_output=True).returncode:
        raise HistoryMissing(
            f"{commit} is not here: this is a clone without its history. git fetch --unshallow"
        )
    with TemporaryDirectory(prefix="clubtarot-release-") as name:
        with subprocess.Popen([*git, "archive", commit], stdout=subprocess.PIPE) as archive:
            subprocess.run(["tar", "-x", "-C", name], stdin=archive.stdout, check=True)
        yield Path(name)


def rehearse(release: str, url: str, folder: Path, say: Say) -> None:
    """Go from a release to this code and back in the empty database at `url`; `folder` is for
    files. Raises AssertionError, HistoryMissing."""
    with code_of(release) as code:
        before = Place(url, code)
        make_club(before)
        links = before.rows(LINKS)
        say(f"made a club with {len(links)} seals")
        bring_back = keep_copy(before, folder)
        say("kept a copy as the guide says")
        for between in list(RELEASES)[list(RELEASES).index(release) + 1 :]:
            with code_of(between) as its_code:
                Place(url, its_code).did(
                    "migrate", "--verbosity", "0", "--skip-checks", "--without-backup"
                )
            say(f"went through {between}")
        after = Place(url, settings={"BACKUP_FOLDER": str(folder / "backups")})
        after.did("migrate", "--verbosity", "0", "--skip-checks")
        assert after.rows(LINKS) == links
        assert "sound" in after.did("verify_archive")
        assert "This backup can be restored." in after.did("rehearse_restore", folder / "backups")
        say(f"upgraded: {look_at(after)}; sound, every link the same, its backup can be restored")
        bring_back()
        assert before.rows(LINKS) == links
        assert "sound" in before.did("verify_archive")
        say("went back: sound, every link the same")
        if knows(code, "restore"):
            (made,) = (folder / "backups").glob("clubtarot-*.json")
            before.did("restore", made, "--replace")
            assert before.rows(LINKS) == links
            say("went back by the backup that the upgrade made as well")


def make_club(place: Place) -> None:
    """The demo club with its evening, and hands that were brought in."""
    place.did("migrate", "--verbosity", "0", "--skip-checks")
    place.did("demo", "--force")
    ((slug,),) = place.rows("SELECT slug FROM games_club")
    hands = sorted((place.code / RECORDED).glob("*.txt"))
    brought = ("--as", "admin", "--event", "Brought in", "--date", "2026-11-01")
    place.did("import_records", slug, *hands, *brought)


def keep_copy(place: Place, folder: Path) -> Callable[[], object]:
    """Copy a database as the guide says before an upgrade; how to bring it back."""
    if knows(place.code, "restore"):
        place.did("backup", folder / "before")
        return lambda: place.did("restore", folder / "before", "--replace")
    if place.url.startswith("sqlite"):
        shutil.copy(place.file, folder / "before.sqlite3")

        def copy_back() -> None:
            for path in place.file.parent.glob(f"{place.file.name}*"):
                path.unlink()
            shutil.copy(folder / "before.sqlite3", place.file)

        return copy_back
    dump = str(folder / "before.dump")
    run("pg_dump", "--format=custom", f"--file={dump}", place.url)

    def restore_dump() -> None:
        run("psql", "-qc", "DROP SCHEMA public CASCADE; CREATE SCHEMA public", place.url)
        run("pg_restore", "--no-owner", f"--dbname={place.url}", dump)

    return restore_dump


def look_at(place: Place) -> str:
    """Open every page of every club; how many there are."""
    done = subprocess.run(
        [sys.executable, "-c", LOOK],
        cwd=ROOT,
        env=os.environ
        | {"DATABASE_URL": place.url, "DJANGO_SETTINGS_MODULE": "clubtarot.settings_test"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def knows(code: Path, command: str) -> bool:
    """Whether the code of a release has a command."""
    return (code / f"games/management/commands/{command}.py").is_file()


def run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs."""
    folder = find_binaries()
    path = str(folder / program) if folder else program
    done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@contextmanager
def empty_database(kind: str, folder: Path) -> Iterator[str]:
    """The DATABASE_URL of an empty database of this kind."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'club.sqlite3'}"
        return
    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("PostgreSQL is missing: apt-get install postgresql")
    with throwaway_server(binaries) as server:
        with closing(psycopg.connect(server, autocommit=True)) as opened:
            opened.execute("CREATE DATABASE upgraded TEMPLATE template0")
        yield f"{server.rpartition('/')[0]}/upgraded"


def main(arguments: list[str] | None = None) -> None:
    """Rehearse what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.upgrades", description=__doc__)
    kinds = ["sqlite", "postgresql"]
    parser.add_argument("--release", choices=RELEASES, action="append", help="only from this one")
    parser.add_argument("--database", choices=kinds, action="append", help="only on this one")
    asked: Any = parser.parse_args(arguments)
    for release in asked.release or RELEASES:
        for kind in asked.database or kinds:
            with (
                TemporaryDirectory(prefix="clubtarot-upgrade-") as name,
                empty_database(kind, Path(name)) as url,
            ):
                rehearse(release, url, Path(name), partial(print, f"{release} on {kind}:"))


if __name__ == "__main__":
    main()
