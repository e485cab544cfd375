"""`manage.py founding_code`: how somebody founds a club on a site where nobody has an account."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from games.club.founding import make_founding_code

NEARBY = ("localhost", "127.0.0.1", "[::1]")


class Command(BaseCommand):
    """Prints the address of the one page of an empty site, and the code that it asks for.

    The code takes the place of an earlier one. On a site that has an account nothing is printed.
    """

    help = "Prints where an empty site is founded, and with which code."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", default="8000", help="where the site listens here")

    def handle(self, *args: Any, **options: Any) -> None:
        code = make_founding_code()
        if not code:
            return
        host = settings.ALLOWED_HOSTS[0].lstrip(".")
        near = host in NEARBY or host == "*"
        if near:
            host = f"{'127.0.0.1' if host == '*' else host}:{options['port']}"
        scheme = "https" if settings.HTTPS and not near else "http"
        self.stdout.write(
            "Nobody has an account here yet. Open this address and give the code, which works once:"
        )
        self.stdout.write(f"  {scheme}://{host}{reverse('founding')}")
        self.stdout.write(f"  {code}")
