"""`manage.py password_alone`: for somebody whose telephone is lost, where no club can help."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.access.one_time_codes import password_alone
from games.models import User
from games.writing.durably import durably


class Command(BaseCommand):
    """Ends the one-time codes, recovery codes and passkeys of an account. Make sure who asks."""

    help = "Lets an account in by its password alone: ends its one-time codes and passkeys."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", help="the name of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["account"]
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(f"There is no account {name}.")
        if durably(lambda: password_alone(user)):
            self.stdout.write(f"The password alone lets {name} in from now on.")
        else:
            self.stdout.write(f"The password alone has let {name} in before.")
