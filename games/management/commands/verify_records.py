"""`manage.py verify_records`: judge hand records, in JSON one a line or in the text notation."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from time import monotonic
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from games.rules import ndjson, notation

STANDARD_INPUT = "-"
VALID, INVALID, UNREADABLE = 0, 1, 2
SECONDS_BETWEEN_REPORTS = 0.5


class Command(BaseCommand):
    help = (
        "Judges hand records, one JSON object a line or with --text hands in the text notation, "
        "and prints one JSON answer a line in the order read. Where more than one FILE is named "
        "every answer says which file it is about; lines are counted in each file from 1. "
        "Exit status: 0 every record is valid, 1 a record is not valid, 2 the input could not be "
        "read."
    )
    # The command judges text: it asks neither the database nor the rest of the site.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files",
            nargs="*",
            metavar="FILE",
            help="a file of records; - or no FILE reads the standard input",
        )
        parser.add_argument(
            "--text",
            action="store_const",
            const=text_answers,
            default=json_answers,
            dest="answers",
            help="read hands in the text notation, each beginning with its line “format”; an "
            "answer says in which line the hand begins, a refusal in which line the fault is",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        files = options["files"] or [STANDARD_INPUT]
        self.progress = LineCounter(self)
        self.answers = options["answers"]
        try:
            status = max(self.judge(name, {"file": name} if files[1:] else {}) for name in files)
        except BrokenPipeError:
            stop_writing()
            status = INVALID
        self.progress.clear()
        if status != VALID:
            sys.exit(status)

    def judge(self, name: str, label: dict[str, str]) -> int:
        """Print an answer for each record of a file and return the exit status it deserves."""
        status = VALID
        try:
            with opened(name) as stream:
                for answer in self.answers(stream):
                    if not answer["ok"]:
                        status = INVALID
                    self.stdout.write(json.dumps(label | answer))
                    self.stdout.flush()
                    self.progress.count()
        except BrokenPipeError:
            raise
        except OSError as error:
            self.stderr.write(f"{name}: {error.strerror or error}")
            return UNREADABLE
        return status


def json_answers(stream: BinaryIO) -> Iterator[dict[str, Any]]:
    """Return the answers for records, one JSON object a line."""
    return ndjson.answers(ndjson.lines(stream))


def text_answers(stream: BinaryIO) -> Iterator[dict[str, Any]]:
    """Yield the answers for hands in the text notation."""
    for piece in notation.hands_of(stream):
        yield {"line": piece.line, **notation.verify_text(piece)}


class LineCounter:
    """Counts on the terminal while the answers go to a file or another program."""

    def __init__(self, command: BaseCommand) -> None:
        self.err = command.stderr
        self.shown = bool(self.err.isatty()) and not command.stdout.isatty()
        self.records = 0
        self.next_report = monotonic() + SECONDS_BETWEEN_REPORTS

    def count(self) -> None:
        self.records += 1
        if self.shown and monotonic() >= self.next_report:
            self.next_report = monotonic() + SECONDS_BETWEEN_REPORTS
            self.err.write(f"\r{self.records} records judged", str, ending="")
            self.err.flush()

    def clear(self) -> None:
        if self.shown:
            self.err.write("\r\033[K", str, ending="")


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """Open a file of records as bytes; the standard input is not ours to close."""
    return nullcontext(sys.stdin.buffer) if name == STANDARD_INPUT else open(name, "rb")


def stop_writing() -> None:
    """Keep Python silent at its exit when the reader of the answers has gone away."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
