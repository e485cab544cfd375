"""The demo club itself, written through the services as a scorer would."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from django.utils import timezone

from games import book
from games.book.rows import changes_from
from games.club.opening_clubs import open_club
from games.confirming.disputes import dispute
from games.evening.evenings import draw
from games.evening.evenings import open_evening as open_tonight
from games.evening.tables import announce
from games.matches.match_changes import close_match, open_match
from games.models import Club, Hand, Match, Membership, Player, Role, User
from games.people.players import add_player
from games.people.presence import note_presence
from games.rules import VARIANTS, Change, Seating, format_record
from games.transfer.importing.lines import RecordLine
from games.transfer.sources import lines_of

PLAYED_HANDS = Path(__file__).with_name("played_hands.txt")
CLUB = "Tarot Club Rive Gauche"
PLAYERS = ("Camille", "Samir", "Léonie", "Bastien", "Inès", "Théo")
GUESTS = ("Anne", "Marc")  # of tonight
# The evening before, of which the club has written down the results alone.
RESULTS: tuple[dict[str, Any], ...] = (
    {"taker": 1, "contract": "guard", "points": 45, "bouts": ["T21", "F"]},
    {"taker": 0, "contract": "small", "points": 44, "bouts": ["T1"]},
    {"taker": 2, "contract": "guard", "points": 39, "bouts": 3, "petit": "declarers"},
    {"taker": 3, "contract": "guard-without", "points": 43, "bouts": 2},
    {"taker": 1, "contract": "small", "points": 52, "bouts": 1}
    | {"handfuls": [{"seat": 1, "cards": 10}]},
    {"taker": 0, "contract": "guard", "points": 33, "bouts": ["F"], "petit": "defenders"},
)
# The evening's game; the others were tried a week before, with that many players where possible.
USUAL, AT_TABLE, WEEK = "french", 4, timedelta(days=7)
ROUND = 2  # hands, tonight
SIGN_INS = {
    "admin": "look-after-the-club",
    "scorer": "cards-on-the-table",
    "member": "watch-and-learn",
}
ROLES = {"scorer": Role.SCORER, "member": Role.MEMBER}


@dataclass(frozen=True, slots=True)
class Script:
    """A hand to record: its entries, who writes what, a remark on it."""

    changes: list[Change]
    writes: str
    comment: str = ""


def exists() -> bool:
    """Return whether the demo club exists."""
    return Club.objects.filter(name=CLUB).exists()


def build(*, on_entry: Callable[[int, int], None]) -> Club:
    """Found the club and play its evening; `on_entry(done, total)` is called after each entry."""
    users = {
        name: User.objects.create_user(name, password=password)
        for name, password in SIGN_INS.items()
    }
    club = open_club(user=users["admin"], name=CLUB)
    for name, role in ROLES.items():
        Membership.objects.create(user=users[name], club=club, role=role)
    scorer = users["scorer"]
    club = Club.objects.visible_to(scorer).get(pk=club.pk)
    players = [add_player(user=scorer, club=club, name=name) for name in PLAYERS]
    Membership.objects.filter(user=users["member"]).update(player=players[-2])
    evening = timezone.localdate() - timedelta(days=1)
    tries = open_tries(scorer, club, players, evening - WEEK)
    quick = open_results(scorer, club, players, evening - timedelta(days=1))
    four, five = open_matches(scorer, club, players, evening)
    scripts = [(match, script) for match in tries for script in played_hands(match)]
    scripts += [(quick, script) for script in stated_hands()]
    scripts += [(four, script) for script in played_hands(four)]
    scripts += [(five, script) for script in played_hands(five)]
    first, second = tables_tonight(scorer, club, players)
    scripts += [(first, script) for script in islice(stated_hands(), ROUND)]
    scripts += [(second, script) for script in islice(stated_hands(), ROUND, ROUND + 1)]
    total = sum(len(script.changes) for _, script in scripts)
    for done, _ in enumerate(recorded(scorer, scripts), 1):
        on_entry(done, total)
    disputed(scorer, five)
    for match in (*tries, quick, five):
        close_match(user=scorer, match=match)
    return club


def disputed(user: User, match: Match) -> None:
    """Dispute the last hand of a match; its ruling is left to the visitor."""
    hand = match.hands.latest("number")
    player = hand.seats.order_by("score_halves")[0].player
    dispute(user=user, hand=hand, player=player, because="We counted two points more.")


def open_tries(user: User, club: Club, players: list[Player], day: date) -> list[Match]:
    """Open a match of each game that the club does not usually play."""
    return [
        open_match(
            user=user,
            club=club,
            title=f"{variant.name}, a try",
            variant=variant.key,
            seats=players[: min(variant.seatings, key=_strangeness).people],
            hands_planned=2,
            played_on=day,
        )
        for variant in VARIANTS
        if variant.key != USUAL
    ]


def _strangeness(seating: Seating) -> tuple[int, bool]:
    """Return how far a way to sit down is from the usual number of people, all playing."""
    return abs(seating.people - AT_TABLE), seating.dealer_sits_out


def played_hands(match: Match) -> Iterator[Script]:
    """Yield the hands of `played_hands.txt` that are of this game and number of players.

    Two were published by a magazine. The others were dealt and played by chance, one of each game
    with the cards of all, one as the table saw it.
    """
    playing = match.seats.at(1).count() - match.dealer_sits_out
    lines = lines_of([PLAYED_HANDS])
    for record in (line.record for line in lines if isinstance(line, RecordLine)):
        if (record.variant.key, len(record.players)) == (match.variant, playing):
            _about, *changes = changes_from(json.loads(format_record(record)))
            known = changes[0]["op"] == "deal"
            writes = "all-hands" if known else "tricks-only"
            yield Script(changes, writes, record.meta.get("comment", ""))


def open_results(user: User, club: Club, players: list[Player], day: date) -> Match:
    """Four at a table who do not want to write down more than they need for the score."""
    return open_match(
        user=user,
        club=club,
        title="Thursday, results only",
        variant=USUAL,
        preset="fft",
        seats=players[2:6],
        hands_planned=len(RESULTS),
        writes="result-only",
        table="2",
        played_on=day,
    )


def stated_hands() -> Iterator[Script]:
    """Yield hands of which only the facts for their score are stated."""
    for facts in RESULTS:
        yield Script([{"op": "act", "action": {"kind": "result", "facts": facts}}], "result-only")


def open_matches(
    user: User, club: Club, players: list[Player], evening: date
) -> tuple[Match, Match]:
    """Four at a table by the federation's rules, then five by the quick guide's."""
    four = open_match(
        user=user,
        club=club,
        title="Friday, first table",
        variant="french",
        preset="fft",
        seats=players[:4],
        first_dealer=3,
        writes="tricks-only",
        table="1",
        played_on=evening,
    )
    five = open_match(
        user=user,
        club=club,
        title="Friday, all five",
        variant="french",
        preset="quick-guide",
        seats=[*players[2:5], *players[:2]],
        hands_planned=2,
        table="1",
        played_on=evening,
    )
    return four, five


def tables_tonight(user: User, club: Club, players: list[Player]) -> list[Match]:
    """Open an evening of three rounds at two tables for today, and announce the first."""
    guests = [add_player(user=user, club=club, name=name) for name in GUESTS]
    today = timezone.localdate()
    note_presence(user=user, club=club, day=today, came=[*players, *guests], went=[])
    evening = open_tonight(
        user=user,
        club=club,
        title="Tonight, three rounds",
        variant=USUAL,
        preset="fft",
        writes="result-only",
        played_on=today,
        rounds=3,
        hands=ROUND,
    )
    drawn = draw(user=user, evening=evening)
    announce(user=user, drawn=drawn)
    return list(drawn.matches.order_by("pk"))


def recorded(user: User, scripts: Iterable[tuple[Match, Script]]) -> Iterator[int]:
    """Record the hands one after the other and seal each; yields after each entry."""
    for match, script in scripts:
        made = book.open_hand(user=user, match=match, writes=script.writes, comment=script.comment)
        hand = Hand.objects.visible_to(user).with_table().get(pk=made.pk)
        for version, change in enumerate(script.changes):
            book.append(
                user=user,
                hand=hand,
                version=version,
                key=f"demo-entry-{hand.public_id}-{version}",
                change=change,
                device="demo",
            )
            yield version
        book.seal(user=user, hand=hand, version=len(script.changes))
