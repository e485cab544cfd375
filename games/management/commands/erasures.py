"""`manage.py erasures`: the list of who was erased, as ids, and making the erasures again."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Erasure
from games.people.erasing.erasing_again import erase_again, erasure_line

COLUMNS = "public_id account_id account_went names texts places spared by_id at".split()


class Command(BaseCommand):
    """Print the list, to be kept next to the backups; or make the erasures of such a list again."""

    help = (
        "Prints who was erased from which club, one line each and ids only: keep it with your "
        "backups. With --apply the erasures of such a list are made again: do that after a backup "
        "was put back, before anybody uses the site."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--apply", metavar="FILE", type=Path, help="a list from this command")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["apply"] is None:
            # No other column: the tables may be older than this version.
            known = Erasure.objects.select_related("club", "player")
            known = known.only(*COLUMNS, "club__public_id", "player__public_id")
            for one in known.order_by("at", "pk"):
                self.stdout.write(json.dumps(erasure_line(one), separators=(",", ":")))
            return
        lines = options["apply"].read_text(encoding="utf-8").splitlines()
        faults = 0
        for number, line in enumerate(lines, 1):
            faults += not self.apply(number, line)
        if faults:
            raise CommandError(f"{faults} of {len(lines)} erasures could not be made again.")

    def apply(self, number: int, line: str) -> bool:
        """Make one erasure again, and say what came of it; whether it could be."""
        try:
            made = erase_again(json.loads(line))
        except (ValueError, KeyError) as error:
            self.stderr.write(f"Line {number}: {error!r}")
            return False
        left = f"{made.names} names, {made.texts} texts" if made else "nothing was left to erase"
        self.stdout.write(f"Line {number}: {left}")
        return True
