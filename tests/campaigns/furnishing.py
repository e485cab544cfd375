"""A club in the middle of its evening: tables with a tablet each, hands to record, a past."""

from __future__ import annotations

import json
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
PAST_PLAYERS = 4


def main(tables: int, wanted: dict[str, Any]) -> dict[str, Any]:
    """Open that many tables and return what their tablets need: see `Furnishing.table`."""
    call_command("migrate", verbosity=0, skip_checks=True, without_backup=True)
    return Furnishing(**wanted).evening(tables)


class Furnishing:
    """How a club is furnished.

    `variant`: the game of all tables, else each game in turn; `members`: how many belong to the
    club, four of its own to a table where that is enough, else always the first; `dealt`: whether
    each table has its first hand; `seed` of the `changes` of that hand; `opened`: whether these are
    recorded up to the first card; `past`: how many sealed hands are there before;
    `wall`: whether the tables are a round of an evening whose wall shows table 1.
    """

    def __init__(
        self,
        *,
        variant: str = "",
        members: int = 6,
        dealt: bool = False,
        seed: int | None = None,
        opened: bool = False,
        past: int = 0,
        wall: bool = False,
    ) -> None:
        self.variant, self.dealt, self.seed, self.opened = variant, dealt, seed, opened
        self.past, self.wall = past, wall
        name, password = SCORER
        if not User.objects.exists():
            user = User.objects.create_user(name, password=password)
            open_club(user=user, name="Les Atouts")
            open_club(user=user, name="Guests")
            member = User.objects.create_user("member", password="watch-and-learn")
            Membership.objects.create(
                user=member, club=Club.objects.earliest("pk"), role=Role.MEMBER
            )
        self.user = User.objects.get(username=name)
        self.club = Club.objects.visible_to(self.user).earliest("pk")
        there = {player.name: player for player in Player.objects.filter(club=self.club)}
        names = [f"Player {number:03}" for number in range(members)]
        self.people = [there.get(one) or self._player(one) for one in names]

    def _player(self, name: str) -> Player:
        return people.add_player(user=self.user, club=self.club, name=name)

    def evening(self, tables: int) -> dict[str, Any]:
        """Open the tables. Returns them; `deals`: by dealer's seat lists of the changes of whole
        hands of French Tarot; what a `member` (a session) reads."""
        if self.past:
            self._record_past()
        member = User.objects.get(username="member")
        last = Hand.objects.filter(club=self.club, state=Hand.State.SEALED).first()
        pages: list[tuple[str, list[str]]] = [
            *((name, []) for name in ("club", "hands", "players", "league", "matches")),
            ("player", [self.people[0].public_id]),
        ]
        if last is not None:
            pages += [("hand", [last.public_id]), ("match", [last.match.public_id])]
        opened = [self.table(number, tables) for number in range(tables)]
        return {
            "tables": opened,
            "deals": {
                dealer: [self._changes(_game(FRENCH), 4, seed, dealer) for seed in range(DEALS)]
                for dealer in range(4)
            },
            "pages": [reverse(name, args=[self.club.slug, *rest]) for name, rest in pages],
            "club": reverse("club", args=[self.club.slug]),
            "wall": reverse("wall", args=[self._wall(opened)]) if self.wall else "",
            "export": reverse("hands-file", args=[self.club.slug, "csv"]),
            "member": _session(member),
        }

    def _wall(self, tables: list[dict[str, Any]]) -> str:
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

    def table(self, number: int, tables: int) -> dict[str, Any]:
        """Open a table: its game and addresses, what its tablet signs in with (a `session`, a
        `token`), and with `dealt` its `hand`, the `version` of that and the `changes` to come."""
        variant = _game(self.variant) if self.variant else VARIANTS[number % len(VARIANTS)]
        players = 4 if 4 in variant.seats else variant.seats[0]
        first = number * players if len(self.people) >= tables * players else 0
        seats = self.people[first : first + players]
        facts: dict[str, Any] = {"title": f"Table {number + 1}", "variant": variant.key}
        match = open_match(user=self.user, club=self.club, seats=seats, **facts)
        of_match, slug = [self.club.slug, match.public_id], self.club.slug
        table = {
            "match": match.public_id,
            "variant": variant.key,
            "players": players,
            "club": slug,
            "record": reverse("record", args=of_match),
            "deal": reverse("tablet-deal", args=of_match),
            "deal_form": reverse("hand-open", args=of_match),
            "hands": reverse("hand", args=[slug, "HAND"]),
            "session": _session(self.user),
            # Without an end, since the clock of the site may jump.
            "token": ApiToken.objects.create(user=self.user, scope="record", expiry=None)[1],
        }
        if not self.dealt:
            return table
        hand = book.open_hand(user=self.user, match=match)
        table |= {"hand": hand.public_id, "version": 0}
        if self.seed is not None:
            changes = self._changes(variant, players, self.seed)
            is_card = [change["action"]["kind"] == "play" for change in changes]
            done = is_card.index(True) if self.opened else 0
            self._record(hand, changes[:done])
            table |= {"version": done, "changes": changes[done:]}
        return table

    def _record(self, hand: Hand, changes: list[Any]) -> None:
        hand = Hand.objects.visible_to(self.user).with_table().get(pk=hand.pk)
        for version, change in enumerate(changes):
            key = f"furnished-{hand.public_id}-{version:03}"
            book.append(user=self.user, hand=hand, version=version, key=key, change=change)

    def _changes(self, variant: Variant, players: int, seed: int, dealer: int = 0) -> list[Any]:
        table: dict[str, Any] = {"players": players, "dealer": dealer, "options": {}}
        return chance.changes(seed=seed, variant=variant, hands_known=False, **table)

    def _record_past(self) -> None:
        seats, variant = self.people[:PAST_PLAYERS], _game(FRENCH)
        facts: dict[str, Any] = {"title": "Last week", "variant": FRENCH, "seats": seats}
        match = open_match(user=self.user, club=self.club, **facts)
        for number in range(self.past):
            table: dict[str, Any] = {"players": PAST_PLAYERS, "dealer": number % PAST_PLAYERS}
            record = chance.hand(seed=number, variant=variant, options={}, **table)
            named = json.loads(format_record(record)) | {"players": [one.name for one in seats]}
            key = f"furnished-past-{number:06}"
            book.take_record(user=self.user, match=match, record=named, key=key)
        close_match(user=self.user, match=match)


def _game(key: str) -> Variant:
    variant = find_variant(key)
    assert variant is not None
    return variant


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value
