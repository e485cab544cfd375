"""`manage.py inventory`: what the database holds, in numbers, as JSON."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from games.management.patience import unhurried
from games.operation.inventory import take_inventory


class Command(BaseCommand):
    help = (
        "Prints the number of rows of each table, the head of each club's chain and the migrations "
        "as JSON: by these a copy of a database is compared with what was copied."
    )
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        unhurried()
        self.stdout.write(json.dumps(take_inventory()))
