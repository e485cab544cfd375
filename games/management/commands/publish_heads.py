"""`manage.py publish_heads`: tell people outside where the chains of the clubs end now."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Club
from games.proof import heads_now, publish_head
from games.writing.errors import Busy, StorageFull


class Command(BaseCommand):
    """Lines that `verify_archive --heads` reads; pages for the clubs that want them."""

    help = (
        "Prints the head of each club's chain, a line each, or adds the lines to FILE. Keep them "
        "away from the database: verify_archive --heads FILE says whether each is still a link. "
        "For clubs that have set it up the head goes to a page for everybody: let a timer call "
        "this once a day. Exit status: 1 where anything of that has failed; the next call makes "
        "up for it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", nargs="?", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        wanting = Club.objects.filter(shows_heads=True).order_by("slug")
        faults = list(filter(None, [self.write(options["file"]), *map(self.publish, wanting)]))
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} of the heads were not published as they should be.")

    def write(self, file: Path | None) -> str:
        """Print the lines of all clubs, or add them to the file; what was wrong, or ""."""
        text = "".join(f"{head}\n" for head in heads_now())
        if file is None:
            self.stdout.write(text, ending="")
            return ""
        try:
            with file.open("a", encoding="utf-8") as opened:
                opened.write(text)
                opened.flush()
                os.fsync(opened.fileno())
        except OSError as error:
            return f"The heads cannot be written: {error}"
        return ""

    def publish(self, club: Club) -> str:
        """Publish the head of one club; what was wrong, "" if nothing was."""
        try:
            publish_head(club)
        except (Busy, StorageFull) as error:
            return f"{club.slug}: {error}"
        return ""
