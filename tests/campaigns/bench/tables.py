"""Tables of a club on a site that is served, for the scorer of `tests.serving`.

    DATABASE_URL=… python -m tests.campaigns.bench.tables VARIANT SEED NUMBER [--opened]

Opens so many matches of a game, each with its first hand. Printed is one JSON list, an object a
table: the addresses `record` (the page) and `entries`, the cookie of a `session`, and the `changes`
of the hand that is to be recorded there: all of them, or with `--opened` the cards alone, the rest
being recorded already.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

from games import people
from games.matches.match_changes import open_match
from tests.campaigns.bench import ready

PEOPLE = ("Anna", "Boris", "Chloe", "Dario", "Emma", "Farid")


def tables_of(
    database: str, variant: str, seed: int, number: int, *, opened: bool
) -> list[dict[str, Any]]:
    """So many tables, made in a process of its own. Raises subprocess.CalledProcessError."""
    command = [sys.executable, "-m", __name__, variant, str(seed), str(number)]
    done = subprocess.run(
        [*command, *(["--opened"] if opened else [])],
        env=os.environ | {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": SETTINGS},
        stdout=subprocess.PIPE,
        check=True,
    )
    made: list[dict[str, Any]] = json.loads(done.stdout)
    return made


SETTINGS = "clubtarot.settings_test"


def main() -> None:
    """Make the tables and print them."""
    ready()  # what follows imports tables
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    from games import book
    from games.management.demo import chance
    from games.models import Club, Hand, Player, User
    from games.rules import find_variant

    parser = argparse.ArgumentParser()
    parser.add_argument("variant")
    parser.add_argument("seed", type=int)
    parser.add_argument("number", type=int)
    parser.add_argument("--opened", action="store_true")
    asked = parser.parse_args()

    user = User.objects.get()
    club = Club.objects.visible_to(user).get()
    variant = find_variant(asked.variant)
    assert variant is not None
    players = 4 if 4 in variant.seats else variant.seats[0]
    there = {player.name: player for player in Player.objects.filter(club=club)}
    seats = [
        there.get(name) or people.add_player(user=user, club=club, name=name)
        for name in PEOPLE[:players]
    ]
    client = Client()
    client.force_login(user)
    changes = chance.changes(
        seed=asked.seed,
        variant=variant,
        options={},
        players=players,
        dealer=0,
        hands_known=False,
    )
    is_card = [change["action"]["kind"] == "play" for change in changes]
    first = is_card.index(True) if asked.opened else 0
    made = []
    for table in range(asked.number):
        match = open_match(
            user=user, club=club, title=f"{variant.key} {table}", variant=variant.key, seats=seats
        )
        hand = book.open_hand(user=user, match=match)
        hand = Hand.objects.visible_to(user).with_table().get(pk=hand.pk)
        for number, change in enumerate(changes[:first]):
            key = f"bench-table-{hand.public_id}-{number:03}"
            book.append(user=user, hand=hand, version=number, key=key, change=change)
        made.append(
            {
                "record": reverse("record", args=[club.slug, match.public_id]),
                "entries": reverse("entries", args=[club.slug, hand.public_id]),
                "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
                "version": first,
                "changes": changes[first:],
            }
        )
    print(json.dumps(made))


if __name__ == "__main__":
    main()
