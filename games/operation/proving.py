"""Tries a copy of the database: opens it as the site would, and checks all that is in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from games.operation.backups import DIGESTS, RESTORED, CannotCopy
from games.operation.inventory import Inventory, differences

Note = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """How a copy is verified.

    In `jobs` processes; every hand is judged again, or the `digests` alone, which is much quicker
    and finds whatever a copy could have lost.
    """

    jobs: int = 1
    digests: bool = False

    @property
    def proves(self) -> str:
        """Return what a copy that passes has proven."""
        return DIGESTS if self.digests else RESTORED

    @property
    def options(self) -> list[str]:
        """Return the same for `verify_archive`."""
        return ["--jobs", str(self.jobs), *(["--digests"] if self.digests else [])]


def manage(url: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of `manage.py` on the database at `url`, and return what it says."""
    changed = {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"],
    }
    changed["BACKUP_FOLDER"] = ""  # is that of the site
    return subprocess.run(  # noqa: S603 - our own command
        [sys.executable, str(settings.BASE_DIR / "manage.py"), *command],
        env=os.environ | changed,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )


def inventory_at(url: str) -> Inventory:
    """Return the inventory of the database at `url`. Raises CannotCopy."""
    done = manage(url, "inventory")
    if done.returncode:
        raise CannotCopy("The copy cannot be opened; the lines above say why.")
    inventory: Inventory = json.loads(done.stdout)
    return inventory


def bring_up_to_date(url: str, expected: Inventory, note: Note) -> None:
    """Check that the copy at `url` holds what was copied, and migrate it. Raises CannotCopy."""
    differing = list(differences(expected, inventory_at(url)))
    if differing:
        raise CannotCopy("The copy differs: " + "; ".join(differing))
    if not has_every_migration(expected):
        note("The copy is older than this version: migrating it ...")
        quietly = ("--verbosity", "0", "--skip-checks", "--without-backup")
        if manage(url, "migrate", *quietly).returncode:
            raise CannotCopy("The copy cannot be migrated; the lines above say why.")


def has_every_migration(inventory: Inventory) -> bool:
    """Return whether the last migration of each app is made."""
    last = MigrationLoader(None).graph.leaf_nodes()
    return {f"{app}.{name}" for app, name in last} <= {*inventory["migrations"]}


def verify(url: str, note: Note, trial: Trial) -> None:
    """Check that every seal in a copy, the database at `url`, is sound.

    Where what follows from the records is wrong, it is written again: then nothing is damaged.
    Raises CannotCopy.
    """
    note("Checking every seal ...")
    ask = ("verify_archive", "--skip-checks", *trial.options)
    if manage(url, *ask).returncode == 0:
        return
    note("Writing again what follows from the records, and checking once more ...")
    if manage(url, "rebuild", "--skip-checks").returncode or manage(url, *ask).returncode:
        raise CannotCopy("The archive in the copy is not sound; the lines above say what is wrong.")
    note(CURED)


CURED = (
    "Nothing that was sealed is damaged. What follows from it, such as score sheets, was not as "
    "this version writes it: manage.py rebuild writes it again on the site, too."
)
