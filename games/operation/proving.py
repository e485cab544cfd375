"""Tries a copy of the database: opens it as the site would, and checks all that is in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from games.operation.backups import DIGESTS, RESTORED, CannotCopy
from games.operation.inventory import Inventory, differences

Note = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """How a copy is verified: in so many processes; every hand judged again, or the digests alone,
    which is much quicker and finds whatever a copy could have lost."""

    jobs: int = 1
    digests: bool = False

    @property
    def proves(self) -> str:
        """What can be said of a copy that stands it."""
        return DIGESTS if self.digests else RESTORED

    @property
    def options(self) -> list[str]:
        """The same for `verify_archive`."""
        return ["--jobs", str(self.jobs), *(["--digests"] if self.digests else [])]


@dataclass(frozen=True, slots=True)
class TrialTimes:
    """How long the steps took, in seconds."""

    migrating: float
    verifying: float


def manage(url: str, *command: str) -> subprocess.CompletedProcess[str]:
    """What a command of `manage.py` says about the database at `url`; its progress is shown."""
    told = {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"]}
    return subprocess.run(  # noqa: S603 - our own command
        [sys.executable, str(settings.BASE_DIR / "manage.py"), *command],
        env=os.environ | told,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )


def inventory_at(url: str) -> Inventory:
    """The inventory of the database at `url`. Raises CannotCopy."""
    done = manage(url, "inventory")
    if done.returncode:
        raise CannotCopy("The copy cannot be opened; the lines above say why.")
    found: Inventory = json.loads(done.stdout)
    return found


def prove(url: str, expected: Inventory, note: Note, trial: Trial) -> TrialTimes:
    """Check that the database at `url`, a copy for trying, holds what was copied and that every
    seal is sound. It is migrated first where the code is newer. Raises CannotCopy."""
    differing = list(differences(expected, inventory_at(url)))
    if differing:
        raise CannotCopy("The copy differs: " + "; ".join(differing))
    begin = time.monotonic()
    if manage(url, "migrate", "--check", "--skip-checks").returncode:
        note("The copy is older than this version: migrating it ...")
        quietly = ("--verbosity", "0", "--skip-checks", "--without-backup")
        if manage(url, "migrate", *quietly).returncode:
            raise CannotCopy("The copy cannot be migrated; the lines above say why.")
    migrated = time.monotonic()
    note("Checking every seal ...")
    if manage(url, "verify_archive", "--skip-checks", *trial.options).returncode:
        raise CannotCopy("The archive in the copy is not sound; the lines above say what is wrong.")
    return TrialTimes(migrated - begin, time.monotonic() - migrated)
