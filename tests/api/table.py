"""A club's evening for the tests of the interface: one scored hand, one thrown in, one open."""

from dataclasses import dataclass
from typing import Any

from games.club.opening_clubs import open_club
from games.models import ApiToken, Club, Hand, Match, Membership, Player, Role, User
from games.people.players import add_player
from games.rules import card_code
from tests.factories import THROWN_IN, act, calls, new_key, open_hand, open_match, sealed_hand

NAMES = ["Anna", "Boris", "Chloé", "Dario"]
# Every fourth card to each seat, the last six to the dog.
HANDS = [[card_code(card) for card in range(seat, 72, 4)] for seat in range(4)]
DEAL = {"hands": HANDS, "stock": [card_code(card) for card in range(72, 78)]}
KNOWN = {"op": "deal", "deal": DEAL}
GUARD_WITHOUT = calls("guard-without pass pass pass")
# The lead decides who has the first trick; all the others are then agreed on.
PLAYED = [KNOWN, *GUARD_WITHOUT, act("play", card=HANDS[0][-1]), act("claim", seat=0)]


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
    match = open_match(scorer, club, players, writes="all-hands")
    stranger = User.objects.create_user("stranger")
    other_club = open_club(user=stranger, name="The Trumps")
    return Cast(
        club=club,
        match=match,
        players=players,
        scored=sealed_hand(scorer, match, PLAYED),
        thrown_in=sealed_hand(scorer, match, THROWN_IN),
        open=open_hand(scorer, match, [KNOWN, *calls("pass")]),
        stranger=stranger,
        other_club=other_club,
        **people,
    )


def entry(version: int, change: dict[str, Any]) -> dict[str, Any]:
    """The body of an entry with a new key."""
    return {"version": version, "key": new_key(), "change": change}


def token_of(user: User, **facts: Any) -> str:
    """Make a token for a user and return it."""
    return ApiToken.objects.create(user=user, **facts)[1]
