"""`manage.py room`: what `make room` asks before it serves."""

import socket
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.operation.authority import authority


class Command(BaseCommand):
    """Makes the club's certificate authority the first time, and looks whether the port is free."""

    help = "Makes ready to serve a club room."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="where the site will listen")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.ROOM:
            raise CommandError("make room does this.")
        port = options["port"]
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((settings.HOST, port))
            except OSError as error:
                why = f"Port {port} is taken ({error.strerror})."
                raise CommandError(f"{why} Try make room PORT={port + 1}") from None
        authority()
