"""A new club with so many tables, and another without any, on the database that DATABASE_URL names.

    DATABASE_URL=… python -m tests.campaigns.faults.furnishing NUMBER

Each table has an open match of one of the games in turn. Printed is one JSON list, an object a
table: `match`, `variant`, `players`, the `club`, and what its tablet signs in with: a `session`,
and a `token` of its own, since the interface counts requests by token.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from games.club.opening_clubs import open_club
from games.matches.match_changes import open_match
from games.people.players import add_player
from tests.campaigns.bench import ready

SETTINGS = "clubtarot.settings_test"
SCORER = ("scorer", "cards-on-the-table")  # account name and password
CLUB, GUESTS = "les-atouts", "guests"  # addresses: where the tables are, and a club without any


def furnish(database: str, number: int) -> list[dict[str, Any]]:
    """Migrate that database and make so many tables. Raises subprocess.CalledProcessError."""
    environment = os.environ | {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": SETTINGS}
    migrate = [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity", "0"]
    subprocess.run(migrate, env=environment, check=True)
    command = [sys.executable, "-m", __name__, str(number)]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    made: list[dict[str, Any]] = json.loads(done.stdout)
    return made


def main() -> None:
    """Make the tables and print them."""
    ready()  # what follows imports tables
    from django.conf import settings
    from django.test import Client

    pass
    from games.models import ApiToken, Club, User
    from games.rules import VARIANTS

    user = User.objects.create_user(SCORER[0], password=SCORER[1])
    open_club(user=user, name="Les Atouts")
    club = Club.objects.visible_to(user).get()
    names = ("Anna", "Boris", "Chloe", "Dario", "Emma", "Farid")
    people = [add_player(user=user, club=club, name=name) for name in names]
    client = Client()
    made = []
    for table in range(int(sys.argv[1])):
        variant = VARIANTS[table % len(VARIANTS)]
        players = 4 if 4 in variant.seats else variant.seats[0]
        match = open_match(
            user=user,
            club=club,
            title=f"Table {table}",
            variant=variant.key,
            seats=people[:players],
        )
        client.force_login(user)
        made.append(
            {
                "match": match.public_id,
                "variant": variant.key,
                "players": players,
                "club": club.slug,
                "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
                # Without an end, since the clock of the site may jump.
                "token": ApiToken.objects.create(user=user, scope="record", expiry=None)[1],
            }
        )
    open_club(user=user, name="Guests")
    print(json.dumps(made))


if __name__ == "__main__":
    main()
