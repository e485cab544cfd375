"""`manage.py make_token`: a key with which a program signs in."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.access.tokens import LONGEST
from games.models import ApiToken, Club, User


class Command(BaseCommand):
    help = (
        "Makes a token for a program and prints it, once: the site keeps only its digest. "
        "It may do what the user may do, never more."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="for whom the program asks")
        parser.add_argument("--name", default="", help="what the token is for, to tell it apart")
        parser.add_argument(
            "--scope",
            choices=ApiToken.Scope.values,
            default=ApiToken.Scope.READ,
            help="what it may be used for (default %(default)s)",
        )
        parser.add_argument("--club", metavar="SLUG", help="let it see this club only")
        parser.add_argument(
            "--days", type=int, default=LONGEST, help="how long it is good (default %(default)s)"
        )
        parser.add_argument(
            "--revoke",
            action="store_true",
            help="make nothing: end the user's tokens, of this name where one is given",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['username']}.")
        if options["revoke"]:
            self.stdout.write(f"{self.revoke(user, options['name'])} revoked.")
            return
        if not 1 <= options["days"] <= LONGEST:
            raise CommandError(f"--days goes from 1 to {LONGEST}.")
        expiry = timedelta(days=options["days"])
        made, token = ApiToken.objects.create(
            user=user,
            expiry=expiry,
            name=options["name"],
            scope=options["scope"],
            club=club_of(user, options["club"]),
        )
        self.stdout.write(token)
        self.stderr.write(
            f"Good until {timezone.localdate(made.expiry)}. It will not be shown again.", str
        )

    def revoke(self, user: User, name: str) -> int:
        """End the user's tokens of that name, or all of them, and say how many there were."""
        tokens = ApiToken.objects.filter(user=user)
        count: int = (tokens.filter(name=name) if name else tokens).delete()[0]
        return count


def club_of(user: User, slug: str | None) -> Club | None:
    """Find the club a token is limited to. Raises CommandError where the user is no member."""
    if slug is None:
        return None
    club = Club.objects.visible_to(user).filter(slug=slug).first()
    if club is None:
        raise CommandError(f"{user} is in no club {slug}.")
    return club
