"""`manage.py rehearse_restore`: would the newest backup bring the club back, and how long?"""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.trials import add_trial, trial_of
from games.operation.backups import CannotCopy, read_backup, sole_writer
from games.operation.copies import copies
from games.operation.encrypting import opened
from games.operation.proving import Trial, prove
from games.operation.restoring import check_fits


class Command(BaseCommand):
    help = (
        "Restores the newest backup of a folder, or the one that is named, into a throwaway place, "
        "verifies it there and says how long each step took. The site and its database are left "
        "alone. Exit status: 0 it can be restored, 1 it cannot."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", type=Path, help="the folder of the backups, or one of them")

        add_trial(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.rehearse(options["backup"], trial_of(options))
        except CannotCopy as error:
            raise CommandError(str(error)) from None

    def rehearse(self, path: Path, trial: Trial) -> None:
        """Restore, verify, and report."""
        backup = read_backup(path)
        self.stdout.write(f"{backup.file}, made at {backup.manifest.made_at}")
        check_fits(backup)
        begin = time.monotonic()
        with sole_writer(backup.folder):
            backup.check_bytes()
            checked = time.monotonic()
            with (
                opened(backup) as file,
                copies().try_out(file.resolve(), backup.folder.resolve()) as url,
            ):
                restored = time.monotonic()
                proof = prove(url, backup.manifest.inventory, self.stderr.write, trial)
        steps = {
            "reading": checked - begin,
            "restoring": restored - checked,
            "migrating": proof.migrating,
            "verifying": proof.verifying,
        }
        self.stdout.write(", ".join(f"{name} {took:.1f} s" for name, took in steps.items()))
        self.stdout.write("This backup can be restored.")
