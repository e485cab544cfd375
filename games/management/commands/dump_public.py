"""`manage.py dump_public`: what the clubs have published, as files for everybody."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.management.patience import unhurried
from games.transfer.public import write_dump


class Command(BaseCommand):
    help = (
        "Writes the records of all published hands into a new folder below FOLDER, with a manifest "
        "of digests, and lets FOLDER/latest point to it. Names and texts only where the hand is "
        "published with them. For a timer, each night."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="what a web server hands out")
        parser.add_argument(
            "--keep",
            type=at_least_one,
            default=1,
            help="how many dumps to keep; in older ones stands what was withdrawn since "
            "(default %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        unhurried()
        try:
            made = write_dump(options["folder"], timezone.now(), keep=options["keep"])
        except OSError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(str(made))


def at_least_one(text: str) -> int:
    """A number from 1 on."""
    number = int(text)
    if number < 1:
        raise ArgumentTypeError("from 1 on")
    return number
