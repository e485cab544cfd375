"""`manage.py restore`: a backup takes the place of the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.trials import add_trial, trial_of
from games.operation.backups import CannotCopy, in_words, read_backup
from games.operation.copies import copies
from games.operation.restoring import restore_backup


class Command(BaseCommand):
    help = (
        "Restores a backup into the database of the site, which must be stopped. The backup is "
        "verified first; either all of it is restored, or nothing is changed. A database that is "
        "not empty is only replaced with --replace."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", type=Path, help="the backup, or a folder for its newest one")
        parser.add_argument(
            "--replace", action="store_true", help="also where the database is not empty"
        )

        add_trial(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with in_words():
                backup = read_backup(options["backup"])
                self.stdout.write(f"{backup.file}, made at {backup.manifest.made_at}")
                restored = restore_backup(
                    backup,
                    copies(),
                    may_replace=options["replace"],
                    note=self.stderr.write,
                    trial=trial_of(options),
                )
        except CannotCopy as error:
            raise CommandError(f"Nothing has changed. {error}") from None
        if restored.former:
            self.stdout.write(restored.former)
        if restored.erasures:
            self.stdout.write(f"{restored.erasures} erasures were made again.")
        self.stdout.write("Restored. Compare these heads with those you keep elsewhere:")
        for club, chain in backup.manifest.inventory["chains"].items():
            self.stdout.write(f"club {club}: {chain['seals']} seals, head {chain['head']}")
        self.stdout.write("Now start the site with make serve.")
