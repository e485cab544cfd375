"""`manage.py convert_records`: records of one form into another, without a database."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.transfer.sources import lines_of
from games.transfer.tables import FULL, RESULT, Converter

DONE, REFUSED, UNREADABLE = 0, 1, 2
FORMS = {"json": Converter.json, "text": Converter.text, "csv": Converter.csv}


class Command(BaseCommand):
    help = (
        "Reads records (archives, one JSON object a line, the text notation) and prints them in "
        "another form. What cannot be read is named by line. Exit status: 0 all of it converted, "
        "1 not all, 2 a file is missing."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument(
            "--to",
            choices=tuple(FORMS),
            default="json",
            help="records, one a line; the text notation; a table of results (default %(default)s)",
        )
        parser.add_argument(
            "--level",
            choices=(FULL, RESULT),
            default=FULL,
            help="all that is known of a hand, or its result alone: the facts that its score "
            "follows from, as tarot-hand/2 (default %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for path in options["files"]:
            if not path.exists():
                self.stderr.write(f"There is no file {path}.")
                sys.exit(UNREADABLE)
        converter = Converter(options["level"])
        for data in FORMS[options["to"]](converter, lines_of(options["files"])):
            sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        for fault in converter.faults:
            self.stderr.write(str(fault))
        if converter.faults:
            sys.exit(REFUSED)
