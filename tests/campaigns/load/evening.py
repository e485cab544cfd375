"""A club in the middle of its evening, for the scorer of `tests.serving`.

    DATABASE_URL=… python -m tests.campaigns.load.evening TABLES PAST

Opens so many matches of French Tarot, each with its first hand, after an earlier match of PAST
sealed hands. Printed is one JSON object: `tables` (a list; the addresses of a table and the cookie
of its scorer's session), `deals` (by dealer's seat, lists of the changes of whole hands, which any
table may record), `pages` (addresses that members read), `wall` (the page that a screen in the
club room shows), `export` (a file of all hands), `member` (the cookie of a member's session).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from games.matches.match_changes import close_match, open_match
from games.people.players import add_player
from tests.campaigns.bench import ready

if TYPE_CHECKING:
    from games.models import Club, User

SETTINGS = "clubtarot.settings_test"
VARIANT, PLAYERS = "french", 4
DEALS = 4  # whole hands a dealer, of which the tables record one after another


def evening_on(database: str, tables: int, past: int) -> dict[str, Any]:
    """The evening, made in a process of its own. Raises subprocess.CalledProcessError."""
    done = subprocess.run(
        [sys.executable, "-m", __name__, str(tables), str(past)],
        env=os.environ | {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": SETTINGS},
        stdout=subprocess.PIPE,
        check=True,
    )
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def main() -> None:
    """Make the evening and print it."""
    ready()  # what follows imports tables
    from games.models import Club, User

    tables, past = map(int, sys.argv[1:])
    scorer = User.objects.get(username="scorer")
    club = Club.objects.visible_to(scorer).get()
    print(json.dumps(_evening(scorer, club, tables, past)))


def _evening(scorer: User, club: Club, tables: int, past: int) -> dict[str, Any]:
    from django.urls import reverse

    from games.models import Hand, Membership, Role, User

    names = [f"Player {number:03}" for number in range(PLAYERS * tables)]
    people = [_player(scorer, club, name) for name in names]
    _record_past(scorer, club, people[:PLAYERS], past)
    begun = [
        _table(scorer, club, number, people[PLAYERS * number : PLAYERS * (number + 1)])
        for number in range(tables)
    ]
    member = User.objects.create_user("member", password="watch-and-learn")
    Membership.objects.create(user=member, club=club, role=Role.MEMBER)
    last = Hand.objects.filter(club=club, state=Hand.State.SEALED).first()
    named: list[tuple[str, list[str]]] = [
        (name, []) for name in ("club", "hands", "players", "league", "matches")
    ]
    named.append(("player", [people[0].public_id]))
    if last is not None:
        named += [("hand", [last.public_id]), ("match", [last.match.public_id])]
    return {
        "tables": begun,
        "deals": {str(dealer): [_changes(dealer, seed) for seed in range(DEALS)]
                  for dealer in range(PLAYERS)},
        "pages": [reverse(name, args=[club.slug, *rest]) for name, rest in named],
        "wall": reverse("club", args=[club.slug]),
        "export": reverse("hands-file", args=[club.slug, "csv"]),
        "member": _session(member),
    }  # fmt: skip


def _player(scorer: User, club: Club, name: str) -> Any:

    return add_player(user=scorer, club=club, name=name)


def _record_past(scorer: User, club: Club, seats: list[Any], hands: int) -> None:
    from games import book
    from games.management.demo import chance
    from games.rules import find_variant, format_record

    variant = find_variant(VARIANT)
    assert variant is not None
    match = open_match(user=scorer, club=club, title="Last week", variant=VARIANT, seats=seats)
    for number in range(hands):
        record = chance.hand(
            seed=number, variant=variant, options={}, players=PLAYERS, dealer=number % PLAYERS
        )
        named = json.loads(format_record(record)) | {"players": [seat.name for seat in seats]}
        key = f"load-past-hand-{number:06}"
        book.take_record(user=scorer, match=match, record=named, key=key)
    close_match(user=scorer, match=match)


def _table(scorer: User, club: Club, number: int, seats: list[Any]) -> dict[str, str]:
    from django.urls import reverse

    from games import book

    title = f"Table {number + 1}"
    match = open_match(user=scorer, club=club, title=title, variant=VARIANT, seats=seats)
    hand = book.open_hand(user=scorer, match=match)
    return {
        "record": reverse("record", args=[club.slug, match.public_id]),
        "deal": reverse("tablet-deal", args=[club.slug, match.public_id]),
        "deal_form": reverse("hand-open", args=[club.slug, match.public_id]),
        "hands": reverse("hand", args=[club.slug, "HAND"]),
        "hand": hand.public_id,
        "session": _session(scorer),
    }


def _session(user: User) -> str:
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _changes(dealer: int, seed: int) -> list[Any]:
    from games.management.demo import chance
    from games.rules import find_variant

    variant = find_variant(VARIANT)
    assert variant is not None
    return chance.changes(
        seed=seed, variant=variant, options={}, players=PLAYERS, dealer=dealer, hands_known=False
    )


if __name__ == "__main__":
    main()
