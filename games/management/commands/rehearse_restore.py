"""`manage.py rehearse_restore`: whether the newest backup would bring the club back, how soon."""

from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.trials import add_trial, trial_of
from games.operation.backups import CannotCopy, in_words, read_backup, working_folder
from games.operation.copies import copies
from games.operation.proving import Trial
from games.operation.restoring import check_fits, known_erasures, ready_copy


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
            with in_words():
                self.rehearse(options["backup"], trial_of(options))
        except CannotCopy as error:
            raise CommandError(str(error)) from None

    def rehearse(self, path: Path, trial: Trial) -> None:
        """Restore, verify, and report."""
        backup = read_backup(path)
        self.stdout.write(f"{backup.file}, made at {backup.manifest.made_at}")
        check_fits(backup)
        erased = known_erasures(backup.folder)
        ready = partial(ready_copy, note=self.stderr.write, trial=trial)
        with (
            working_folder(backup.folder) as room,
            ready(backup, room, copies().try_out, erased) as took,
        ):
            pass
        self.stdout.write(", ".join(f"{step} {time:.1f} s" for step, time in took.items()))
        self.stdout.write("This backup can be restored.")
