"""`manage.py work`: do the long jobs that wait."""

import os
import signal
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.jobs.starting import call_worker
from games.jobs.working import work
from games.management.patience import unhurried

LESS_URGENT = 10  # than the site, on whose processors this runs


class Command(BaseCommand):
    """The site starts it by itself whenever a job is asked for; a timer may, too."""

    help = "Does the long jobs that wait (imports, exports), one after the other, and ends."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--beside", action="store_true", help="where a job waits, in a process of its own"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["beside"]:
            call_worker()
            return
        os.nice(LESS_URGENT)
        signal.signal(signal.SIGTERM, lambda *_signal: sys.exit())
        unhurried()
        work()
