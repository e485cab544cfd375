"""Rows for tests, made through the services where there is one: as the site makes them."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import factory
from factory.django import DjangoModelFactory

from games import book
from games.matches import match_changes
from games.models import (
    Club,
    Erasure,
    Hand,
    Match,
    Membership,
    Player,
    Role,
    SealedText,
    User,
)

EVENING = date(2026, 11, 20)
PASSWORD = "five-kings-and-a-fool"


class UserFactory(DjangoModelFactory):
    """Somebody who can sign in with the password `PASSWORD`."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda number: f"user{number}")
    password = factory.django.Password(PASSWORD)


class ClubFactory(DjangoModelFactory):
    """A club without members."""

    class Meta:
        model = Club

    name = factory.Sequence(lambda number: f"Club {number}")
    slug = factory.Sequence(lambda number: f"club-{number}")


class MembershipFactory(DjangoModelFactory):
    """A scorer of a new club."""

    class Meta:
        model = Membership

    user = factory.SubFactory(UserFactory)
    club = factory.SubFactory(ClubFactory)
    role = Role.SCORER


def new_key() -> str:
    """A random key for one entry."""
    return secrets.token_urlsafe(16)


def open_match(user: User, club: Club, seats: Sequence[Player], **facts: Any) -> Match:
    """A match of French Tarot; `facts` replace the defaults."""
    plain: dict[str, Any] = {
        "title": "Friday",
        "variant": "french",
        "first_dealer": 3,
        "played_on": EVENING,
    }
    return match_changes.open_match(user=user, club=club, seats=seats, **plain | facts)


def open_hand(user: User, match: Match, changes: Iterable[dict[str, Any]] = ()) -> Hand:
    """The next hand of a match with these changes written into it, ready for more."""
    made = book.open_hand(user=user, match=match)
    hand = Hand.objects.visible_to(user).with_table().get(pk=made.pk)
    for change in changes:
        write(user, hand, change)
    return hand


def write(user: User, hand: Hand, change: dict[str, Any], **facts: Any) -> book.Appended:
    """One entry after the last one, with a new key; `facts` replace the defaults."""
    plain: dict[str, Any] = {"version": hand.version, "key": new_key()}
    return book.append(user=user, hand=hand, change=change, **plain | facts)


def sealed_hand(user: User, match: Match, changes: Iterable[dict[str, Any]]) -> Hand:
    """A hand of a match, recorded to its end and sealed."""
    hand = open_hand(user, match, changes)
    book.seal(user=user, hand=hand, version=hand.version)
    return hand


def act(kind: str, **fields: Any) -> dict[str, Any]:
    """The change that records one action."""
    return {"op": "act", "action": {"kind": kind, **fields}}


def calls(text: str) -> list[dict[str, Any]]:
    """An auction in one line: `pass guard pass pass`."""
    return [act("call", call=call) for call in text.split()]


def plays(text: str) -> list[dict[str, Any]]:
    """Cards in the order played: `D1 T4 D2 D9`."""
    return [act("play", card=card) for card in text.split()]


def in_one_tap(changes: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same hand with all of its actions as one entry, where it does not matter how they were
    entered: one write, not eighty."""
    changes = list(changes)
    first = next(at for at, change in enumerate(changes) if change["op"] == "act")
    return [*changes[:first], {"op": "several", "changes": changes[first:]}]


THROWN_IN = calls("pass pass pass pass")
# The dog is the taker's unseen; he leads the king of spades and claims: what he holds is known.
EASY_DEAL = {
    "hands": [
        "SK SQ SN SJ T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 F HK DK".split(),
        "S10 S9 S8 S7 HQ HN HJ H10 DQ DN DJ D10 CK CQ CN CJ C10 T1".split(),
        "S6 S5 S4 S3 H9 H8 H7 H6 D9 D8 D7 D6 C9 C8 C7 C6 C5 T2".split(),
        "S2 S1 H5 H4 H3 H2 D5 D4 D3 D2 C4 C3 C2 C1 T3 T4 T5 T6".split(),
    ],
    "stock": "H1 D1 T7 T8 T9 T10".split(),
}


def claimed_by_seat_0(dealer: int = 3) -> list[dict[str, Any]]:
    """Seat 0 plays a guard without the dog, leads, and all the rest is his: 8 entries."""
    bids = ["guard-without" if (dealer + 1 + turn) % 4 == 0 else "pass" for turn in range(4)]
    lead = {3: "SK", 0: "T1", 1: "T2", 2: "T3"}[dealer]
    return [
        {"op": "deal", "deal": EASY_DEAL},
        *calls(" ".join(bids)),
        act("play", card=lead),
        act("claim", seat=0),
        act("note", text="Conceded at once."),
    ]


# Boris has taken a garde and made it by four.
GARDE: dict[str, Any] = {"taker": 1, "contract": "guard", "points": 45, "bouts": ["T21", "F"]}


def stated(**facts: Any) -> dict[str, Any]:
    """The change that states a result; `facts` replace those of `GARDE`."""
    return act("result", facts={**GARDE, **facts})


def erase_texts(**where: Any) -> None:
    """Let sealed texts go as erasing somebody does, without the rest of it."""
    texts = SealedText.objects.filter(**where)
    clubs = set(texts.values_list("seal__club", flat=True))
    texts.delete()
    Erasure.objects.bulk_create(Erasure(club_id=club, names=1, texts=0) for club in clubs)
