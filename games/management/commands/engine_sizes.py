"""`manage.py engine_sizes`: what the engine on the tablet weighs; the digests of its Python."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.engine import runtime
from games.engine.engine_files import engine_files


class Command(BaseCommand):
    help = (
        "Prints each file of the engine that tablets run, with its size in bytes and what is sent "
        "of it. --digests writes down the digests of the installed Python for browsers instead, "
        "after an upgrade; without that a file that has changed is not served."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--digests", action="store_true", help="write the digests again")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["digests"]:
            runtime.write_digests()
            self.stdout.write(
                f"{runtime.DIGESTS.name} is written: compare it with the official one."
            )
            return
        files = engine_files().files
        for (_folder, name), file in files.items():
            self.line(name, file.size, len(file.compressed))
        self.line(
            "all",
            sum(file.size for file in files.values()),
            sum(len(file.compressed) for file in files.values()),
        )

    def line(self, name: str, size: int, sent: int) -> None:
        self.stdout.write(f"{name:<20}{size:>12,}{sent:>12,}")
