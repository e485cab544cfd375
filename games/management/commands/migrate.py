"""`manage.py migrate`: Django's, but one at a time, and after a backup.

It does not go back over what people have written.
"""

from functools import partial
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections
from django.db.models.signals import pre_migrate

from games.management.commands.backup import Doubtful
from games.operation.inventory import holds_anything, take_inventory
from games.operation.migrating import (
    BACK_UP_FIRST,
    GOING_BACK,
    ITS_CODE,
    LAST_RELEASE,
    TOO_OLD,
    Plan,
    is_too_old,
    one_at_a_time,
)


class Command(migrate.Command):
    """Asks first, and writes again afterwards what follows from the records.

    It asks before the first migration is made; a database that nobody uses is migrated at once.
    """

    follows = False  # whether something is to be written again

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--without-backup", action="store_true", help="there is a backup, or nothing to lose"
        )
        parser.add_argument(
            "--lose-what-was-added",
            action="store_true",
            help="go back, and delete what people wrote",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if is_too_old(connections[options["database"]]):
            raise CommandError(TOO_OLD.format(release=LAST_RELEASE, code=ITS_CODE))
        if options["check_unapplied"] or options["plan"]:
            super().handle(*args, **options)
            return
        guard = partial(self.guard, options)
        games = apps.get_app_config("games")
        with one_at_a_time(connections[options["database"]]):
            pre_migrate.connect(guard, sender=games)
            try:
                super().handle(*args, **options)
            finally:
                pre_migrate.disconnect(guard, sender=games)
            if self.follows:
                self.write_again()

    def write_again(self) -> None:
        """Write again what follows from the records, as this version writes it.

        A hand whose record fails is named, and does not stop a site from
        starting.
        """
        try:
            call_command("rebuild", stdout=self.stdout, stderr=self.stderr)
        except CommandError as error:
            self.stderr.write(str(error))

    def guard(self, options: dict[str, Any], *, plan: Plan, **signal: Any) -> None:
        """Raise CommandError where something could be lost, or make a backup."""
        if not plan or not holds_anything(take_inventory()):
            return
        back = sum(backwards for _migration, backwards in plan)
        of_games = any(migration.app_label == "games" for migration, _backwards in plan)
        self.follows = of_games and not back and not options["migration_name"]
        if back and not options["lose_what_was_added"]:
            raise CommandError(GOING_BACK.format(count=back))
        if back or settings.DEBUG or options["without_backup"]:
            return
        if not settings.BACKUP_FOLDER:
            raise CommandError(BACK_UP_FIRST.format(count=len(plan)))
        try:
            folder = Path(settings.BACKUP_FOLDER)
            call_command("backup", folder, stdout=self.stdout, stderr=self.stderr)
        except Doubtful as doubt:
            self.stderr.write(str(doubt))
