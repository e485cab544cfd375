"""A club in the middle of its evening: tables with a tablet each, hands to record, a past."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import book, people
from games.club.opening_clubs import open_club
from games.evening.evenings import open_evening
from games.evening.wall import set_wall
from games.matches.match_changes import close_match, open_match
from games.models import ApiToken, Club, EveningRound, Hand, Match, Membership, Player, Role, User
from games.rules import VARIANTS, Variant, find_variant, format_record
from tests import chance
from tests.campaigns.tables import SCORER

FRENCH, DEALS = "french", 4  # of each dealer this many whole hands, which tables record in turn
ALL_GAMES = tuple(variant.key for variant in VARIANTS)
AT_TABLE = 4  # where the game lets that many play


def main(tables: int, wanted: dict[str, Any]) -> dict[str, Any]:
    """Open that many tables and return what their tablets need, see `Furnishing.table`; `deals`: by
    dealer's seat lists of the changes of whole hands of French Tarot; what a `member` (a session)
    reads.

    `variants`: the games of the tables, in turn; `dealt`: whether each table has its first hand;
    `seed` of the `changes` of that hand; `past`: how many sealed hands are there before; `wall`:
    whether the tables are a round of an evening whose wall shows table 1.
    """
    call_command("migrate", verbosity=0, skip_checks=True, without_backup=True)
    return Furnishing().evening(tables, **wanted)


class Furnishing:
    """A club, another one without anybody, their scorer and a member."""

    def __init__(self) -> None:
        name, password = SCORER
        self.user = User.objects.create_user(name, password=password)
        club = open_club(user=self.user, name="Les Atouts")
        open_club(user=self.user, name="Guests")
        self.member = User.objects.create_user("member", password="watch-and-learn")
        Membership.objects.create(user=self.member, club=club, role=Role.MEMBER)
        self.club = Club.objects.visible_to(self.user).get(pk=club.pk)

    def evening(
        self,
        tables: int,
        *,
        variants: Sequence[str] = ALL_GAMES,
        dealt: bool = False,
        seed: int | None = None,
        past: int = 0,
        wall: bool = False,
    ) -> dict[str, Any]:
        """Open the tables and return all that is told of them: see `main`."""
        pages: list[tuple[str, list[str]]] = [
            (name, []) for name in ("club", "hands", "players", "league", "matches")
        ]
        if past:
            last = self._past(past)
            pages += [("hand", [last.public_id]), ("match", [last.match.public_id])]
            pages += [("player", [last.seats.all()[0].player.public_id])]
        opened = []
        for number in range(tables):
            game = _game(variants[number % len(variants)])
            players = AT_TABLE if AT_TABLE in game.seats else game.seats[0]
            table, match = self.table(number, game, self._players(players))
            if dealt:
                hand = book.open_hand(user=self.user, match=match)
                table |= {"hand": hand.public_id, "version": 0}
            if seed is not None:
                table["changes"] = _changes(game, players, seed)
            opened.append(table)
        french = _game(FRENCH)
        return {
            "tables": opened,
            "deals": {
                dealer: [_changes(french, AT_TABLE, one, dealer) for one in range(DEALS)]
                for dealer in range(AT_TABLE)
            },
            "pages": [reverse(name, args=[self.club.slug, *rest]) for name, rest in pages],
            "club": reverse("club", args=[self.club.slug]),
            "wall": reverse("wall", args=[self._wall(opened)]) if wall else "",
            "export": reverse("hands-file", args=[self.club.slug, "csv"]),
            "member": _session(self.member),
        }

    def table(
        self, number: int, variant: Variant, seats: Sequence[Player]
    ) -> tuple[dict[str, Any], Match]:
        """Open a table; its game and addresses, what its tablet signs in with (a `session`, a
        `token`), and its match."""
        facts: dict[str, Any] = {"title": f"Table {number + 1}", "variant": variant.key}
        match = open_match(user=self.user, club=self.club, seats=seats, **facts)
        of_match, slug = [self.club.slug, match.public_id], self.club.slug
        return {
            "match": match.public_id,
            "variant": variant.key,
            "players": len(seats),
            "club": slug,
            "record": reverse("record", args=of_match),
            "deal": reverse("tablet-deal", args=of_match),
            "deal_form": reverse("hand-open", args=of_match),
            "hands": reverse("hand", args=[slug, "HAND"]),
            "session": _session(self.user),
            # Without an end, since the clock of the site may jump.
            "token": ApiToken.objects.create(user=self.user, scope="record", expiry=None)[1],
        }, match

    def _players(self, number: int) -> list[Player]:
        """Add that many people to the club."""
        there = Player.objects.filter(club=self.club).count()
        names = [f"Player {there + one:03}" for one in range(number)]
        return [people.add_player(user=self.user, club=self.club, name=name) for name in names]

    def _wall(self, tables: Sequence[dict[str, Any]]) -> str:
        """Make the tables a round of an evening, and return the address of its wall."""
        Club.objects.filter(pk=self.club.pk).update(running_seen_by="elsewhere")
        facts: dict[str, Any] = {"title": "Tonight", "variant": FRENCH, "hands": 9, "wall_delay": 0}
        evening = open_evening(user=self.user, club=self.club, wall_table="1", **facts)
        moment = timezone.now()
        drawn = EveningRound.objects.create(evening=evening, number=1, seed=1, announced_at=moment)
        for number, table in enumerate(tables, 1):
            match = Match.objects.filter(public_id=table["match"])
            match.update(round=drawn, table=f"{number}")
        set_wall(user=self.user, evening=evening, address="tonight")
        return "tonight"

    def _past(self, hands: int) -> Hand:
        """Record that many hands of a match of last week, and return the last one."""
        seats, variant = self._players(AT_TABLE), _game(FRENCH)
        facts: dict[str, Any] = {"title": "Last week", "variant": FRENCH, "seats": seats}
        match = open_match(user=self.user, club=self.club, **facts)
        for number in range(hands):
            table: dict[str, Any] = {"players": AT_TABLE, "dealer": number % AT_TABLE}
            record = chance.hand(seed=number, variant=variant, options={}, **table)
            named = json.loads(format_record(record)) | {"players": [one.name for one in seats]}
            key = f"furnished-past-{number:06}"
            taken = book.take_record(user=self.user, match=match, record=named, key=key)
        close_match(user=self.user, match=match)
        return taken.hand


def _changes(variant: Variant, players: int, seed: int, dealer: int = 0) -> list[Any]:
    table: dict[str, Any] = {"players": players, "dealer": dealer, "options": {}}
    return chance.changes(seed=seed, variant=variant, hands_known=False, **table)


def _game(key: str) -> Variant:
    variant = find_variant(key)
    assert variant is not None
    return variant


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value
