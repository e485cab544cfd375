"""A club's evening for the tests of the interface: one scored hand, one thrown in, one open."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from games import book
from games.club.opening_clubs import open_club
from games.matches.match_changes import open_match
from games.models import ApiToken, Club, Hand, Match, Membership, Player, Role, User
from games.people.players import add_player
from games.rules import card_code

EVENING = date(2026, 11, 20)
NAMES = ["Anna", "Boris", "Chloé", "Dario"]
# Every fourth card to each seat, the last six to the dog.
HANDS = [[card_code(card) for card in range(seat, 72, 4)] for seat in range(4)]
DEAL = {"hands": HANDS, "stock": [card_code(card) for card in range(72, 78)]}
AUCTION = ["guard-without", "pass", "pass", "pass"]
# The lead decides who has the first trick; all the others are then agreed on.
PLAYED = [
    {"op": "deal", "deal": DEAL},
    *({"op": "act", "action": {"kind": "call", "call": call}} for call in AUCTION),
    {"op": "act", "action": {"kind": "play", "card": HANDS[0][-1]}},
    {"op": "act", "action": {"kind": "claim", "seat": 0}},
]
THROWN_IN = [{"op": "act", "action": {"kind": "call", "call": "pass"}} for _ in NAMES]
BEGUN = [{"op": "deal", "deal": DEAL}, {"op": "act", "action": {"kind": "call", "call": "pass"}}]


@dataclass
class Cast:
    """Two clubs and the people around them."""

    club: Club
    match: Match
    players: list[Player]
    scored: Hand
    thrown_in: Hand
    open: Hand
    member: User
    scorer: User
    admin: User
    stranger: User
    other_club: Club


def gather() -> Cast:
    """Open both clubs and play the evening in the first of them."""
    people = {name: User.objects.create_user(name) for name in ["member", "scorer", "admin"]}
    admin, scorer = people["admin"], people["scorer"]
    club = open_club(user=admin, name="Les Atouts")
    Membership.objects.create(user=people["member"], club=club, role=Role.MEMBER)
    Membership.objects.create(user=scorer, club=club, role=Role.SCORER)
    club = Club.objects.visible_to(scorer).get()
    players = [add_player(user=scorer, club=club, name=name) for name in NAMES]
    match = open_match(
        user=scorer,
        club=club,
        title="Friday",
        variant="french",
        seats=players,
        first_dealer=3,
        played_on=EVENING,
        writes="all-hands",
    )
    stranger = User.objects.create_user("stranger")
    other_club = open_club(user=stranger, name="The Trumps")
    return Cast(
        club=club,
        match=match,
        players=players,
        scored=sealed(play(scorer, match, PLAYED), scorer),
        thrown_in=sealed(play(scorer, match, THROWN_IN), scorer),
        open=play(scorer, match, BEGUN),
        stranger=stranger,
        other_club=other_club,
        **people,
    )


def play(user: User, match: Match, changes: Iterable[dict[str, Any]]) -> Hand:
    """Open the next hand and write the changes into it."""
    book.open_hand(user=user, match=match)
    hand = Hand.objects.visible_to(user).with_table().get(match=match, state=Hand.State.OPEN)
    for change in changes:
        key = secrets.token_urlsafe(16)
        book.append(user=user, hand=hand, version=hand.version, key=key, change=change)
    return hand


def sealed(hand: Hand, user: User) -> Hand:
    """Seal a finished hand."""
    book.seal(user=user, hand=hand, version=hand.version)
    return hand


def token_of(user: User, **facts: Any) -> str:
    """Make a token for a user and return it."""
    return ApiToken.objects.create(user=user, **facts)[1]
