"""`manage.py publish_heads`: write down where the chains of all clubs end now."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.book.heads import heads_now


class Command(BaseCommand):
    """The lines that `verify_archive --heads` reads."""

    help = (
        "Prints the head of each club's chain, a line each, or adds the lines to FILE. Keep them "
        "away from the database: verify_archive --heads FILE says whether each is still a link."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", nargs="?", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        text = "".join(f"{head}\n" for head in heads_now())
        if options["file"] is None:
            self.stdout.write(text, ending="")
            return
        try:
            with options["file"].open("a", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise CommandError(f"The heads cannot be written: {error}") from None
