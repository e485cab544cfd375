"""`manage.py backup_key`: a key with which backups are encrypted."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.operation.backups import CannotCopy
from games.operation.encrypting import make_key

AFTERWARDS = """\
The key is in {path}. Let BACKUP_KEY_FILE name it, and copy it to another place than the backups.
If you lose it, every backup that was encrypted with it is lost: nobody can open them any more.
Its public half is enough to make backups, in a file in the place of the key:
{public}"""


class Command(BaseCommand):
    help = "Writes a new key for encrypted backups into FILE, which must not be there yet."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            public = make_key(options["file"])
        except CannotCopy as error:
            raise CommandError(str(error)) from None
        self.stdout.write(AFTERWARDS.format(path=options["file"], public=public))
