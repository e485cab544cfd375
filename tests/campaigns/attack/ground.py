"""Two clubs with every kind of hand, and everybody who might ask for one."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from django.test import Client
from django.utils import timezone

from games import book
from games.models import ApiToken, Hand, Role, User
from games.replay import remarking
from tests import factories
from tests.api.conftest import bearer
from tests.cast import Cast
from tests.factories import (
    MembershipFactory,
    UserFactory,
    act,
    calls,
    claimed_by_seat_0,
    new_key,
)
from tests.site import Site, clients_of, furnish

SECRET = "Seekuh"  # stands in a comment of each hand, and nowhere else
TOKENS = ("reads", "records", "limited", "elsewhere", "expired", "revoked", "closed", "made up")
# Who belongs to the club of the hands; "in both" looks after the other club.
INSIDERS = {"guest", "member", "in both", "scorer", "admin", "reads", "records"}


@dataclass
class Field:
    """A site of the matrix, its hands by kind, and those with a token or a session."""

    site: Site
    kinds: dict[str, str]
    askers: dict[str, Client]


def furnish_field(cast: Cast) -> Field:
    """The site of the matrix, with a hand of each kind and a token of each kind."""
    site = furnish(cast)
    kinds = {"amended": site.hands["sealed"], "open": site.hands["open"]}
    kinds |= {name: hand.public_id for name, hand in hands_of(cast).items()}
    users = site.users | {"operator": operator(), "staff": operator(is_superuser=False)}
    both: Any = UserFactory(username="member-and-admin")
    MembershipFactory(user=both, club=cast.club, role=Role.MEMBER)
    MembershipFactory(user=both, club=cast.other_club, role=Role.ADMIN)
    users["in both"] = both
    askers = clients_of(users) | {"closed account": closed_client()} | tokens_of(cast, site)
    for client in askers.values():
        client.raise_request_exception = False  # what breaks is a 5xx, and told with all the others
    return Field(site._replace(users=users, clients=askers), kinds, askers)


def operator(**facts: Any) -> User:
    """Somebody who looks after the site, and belongs to no club."""
    user: Any = UserFactory(is_staff=True, **({"is_superuser": True} | facts))
    return user


def hands_of(cast: Cast) -> dict[str, Hand]:
    """A hand of each kind that the site of the matrix lacks; each with a comment."""
    said = [act("note", text=f"{SECRET} said Anna.")]
    made = {name: sealed(cast, said) for name in ("sealed", "published", "nameless")}
    remarking.publish(user=cast.scorer, hand=made["published"], names=True)
    remarking.publish(user=cast.scorer, hand=made["nameless"], names=False)
    evening = cast.open_match(title="Running")
    made["void"] = begun(cast, evening, calls("pass") + said)
    book.void_hand(user=cast.scorer, hand=made["void"], version=made["void"].version)
    # Finished, and nobody has sealed it yet.
    made["finished"] = begun(cast, evening, claimed_by_seat_0() + said)
    return made


def sealed(cast: Cast, said: list[dict[str, Any]]) -> Hand:
    match = cast.open_match(title="Sealed")
    return factories.sealed_hand(cast.scorer, match, claimed_by_seat_0() + said)


def begun(cast: Cast, match: Any, changes: list[dict[str, Any]]) -> Hand:
    return factories.open_hand(cast.scorer, match, changes)


def closed_client() -> Client:
    """The session of an account that was closed since."""
    user: Any = UserFactory()
    client = clients_of({"closed": user})["closed"]
    User.objects.filter(pk=user.pk).update(is_active=False)
    return client


def tokens_of(cast: Cast, site: Site) -> dict[str, Client]:
    """A program with each kind of token."""
    both: Any = UserFactory(username="in-both")
    MembershipFactory(user=both, club=cast.club, role=Role.SCORER)
    MembershipFactory(user=both, club=cast.other_club, role=Role.SCORER)
    closed: Any = UserFactory(username="closed")
    MembershipFactory(user=closed, club=cast.club, role=Role.SCORER)
    revoked = token(site.users["scorer"], "record")
    revoked.row.delete()
    texts = {
        "reads": token(site.users["member"], "read").text,
        "records": token(site.users["scorer"], "record").text,
        "limited": token(both, "record", club=cast.other_club).text,
        "elsewhere": token(cast.other_scorer, "record").text,
        "expired": token(site.users["scorer"], "record", expiry=timedelta(days=1)).text,
        "revoked": revoked.text,
        "closed": token(closed, "record").text,
        "made up": "ct_" + new_key(),
    }
    past = timezone.now() - timedelta(minutes=1)
    ApiToken.objects.filter(user=site.users["scorer"], expiry__isnull=False).update(expiry=past)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    return {name: bearer(text) for name, text in texts.items()}


class Token(NamedTuple):
    """A token, and what a program sends to show it."""

    row: ApiToken
    text: str


def token(user: User, scope: str, **facts: Any) -> Token:
    """A new token."""
    return Token(*ApiToken.objects.create(user=user, scope=scope, **({"expiry": None} | facts)))
