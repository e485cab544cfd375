"""`manage.py watch`: look at the site once, and mail what is new to the person who runs it."""

from argparse import ArgumentParser
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from games.club.letters import send_letters
from games.operation.incidents import UNIT, note, take_incidents
from games.operation.readiness import readiness
from games.operation.telling import NotTold, tell
from games.operation.watching import FILE, Remembered, conditions_now, keep_sent, news_of


class Command(BaseCommand):
    help = (
        "Looks at database, migrations, disks and backups, and at what the site has noted in "
        "WATCH_FOLDER: errors, and tablets that hold unsent entries. What is new goes out by "
        "e-mail (ALERT_TO): once when it begins, once when it is well "
        "again. Members who asked for it get their mail of the evening. "
        "Let a timer call it every minute. Exit status: 0, or 1 where something could not "
        "be told; then the next call tells it."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--failed",
            metavar="UNIT",
            help="only note that this service of the system has failed; the next call tells it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.WATCH_FOLDER:
            raise CommandError("Set WATCH_FOLDER: a folder in which the site may write.")
        if unit := options["failed"]:
            text = f"{unit} has failed: `journalctl -u {unit}` says why."
            return note(UNIT, route=unit, text=text)
        at = datetime.now(UTC)
        path = Path(settings.WATCH_FOLDER) / FILE
        try:
            remembered = Remembered.read(path)
            remembered.take(take_incidents())
            remembered.store(path)
            now = conditions_now(readiness.ask(), remembered, at)
            news = news_of(now, remembered, at)
            for one in news:
                self.stdout.write(f"{one.about} ({one.state}): {one.text}")
            if news:
                tell(news, at)
            keep_sent(remembered, now, news, at)
            remembered.store(path)
            if settings.SENDS_EMAIL:
                scheme = "https" if settings.HTTPS else "http"
                with suppress(Error):  # of a database that is away the report says so
                    send_letters(f"{scheme}://{settings.ALLOWED_HOSTS[0]}")
        except (OSError, NotTold) as error:
            raise CommandError(str(error)) from None
