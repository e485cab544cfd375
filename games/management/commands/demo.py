"""`manage.py demo`: a club to look around in, with an evening of recorded hands."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.demo import evening
from games.management.progress import Progress
from games.models import Club


class Command(BaseCommand):
    """Make the demo club; its passwords are known to everybody, so not on a real server."""

    help = (
        "Makes a demo club: five players, an evening of complete hands, three people who can "
        "sign in. Their passwords are public, so it refuses to run with DEBUG off."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty",
            action="store_true",
            help="do nothing where there is a club already, but say how to sign in to the demo",
        )
        parser.add_argument("--force", action="store_true", help="also with DEBUG off")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and Club.objects.exists():
            if evening.exists():
                self.tell()
            return
        if not settings.DEBUG and not options["force"]:
            raise CommandError(
                "The demo club has public passwords; with DEBUG off it needs --force."
            )
        if evening.exists():
            raise CommandError("The demo club is there already.")
        self.stdout.write(f"Making the demo club {evening.CLUB} ...")
        progress = Progress(self.stdout, 0, "entries")
        evening.build(on_entry=progress.reach)
        progress.finish()
        self.tell()

    def tell(self) -> None:
        """Print how to sign in."""
        for name, password in evening.SIGN_INS.items():
            self.stdout.write(f"Sign in to the demo as {name} with the password {password}")
