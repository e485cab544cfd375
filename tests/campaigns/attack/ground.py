"""Two clubs with every kind of hand, and everybody who might ask for one."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from games import book
from games.models import ApiToken, Club, Hand, Role, User
from games.replay import remarking
from tests.api.conftest import bearer
from tests.cast import Cast
from tests.factories import (
    MembershipFactory,
    UserFactory,
    act,
    calls,
    claimed_by_seat_0,
    new_key,
    open_hand,
    sealed_hand,
)
from tests.site import Site, clients_of, furnish

SECRET = "Seekuh"  # stands in a comment of each hand, and nowhere else
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
    own, other = (cast.club, Role.MEMBER), (cast.other_club, Role.ADMIN)
    users = site.users | {
        "operator": somebody(is_staff=True, is_superuser=True),
        "staff": somebody(is_staff=True),
        "in both": somebody(own, other),
        "closed account": somebody(),
    }
    askers = clients_of(users) | tokens_of(cast, site)
    User.objects.filter(pk=users["closed account"].pk).update(is_active=False)
    for client in askers.values():
        client.raise_request_exception = False  # what breaks is a 5xx, and told with all the others
    return Field(site._replace(users=users, clients=askers), kinds, askers)


def somebody(*belongs: tuple[Club, Role], **facts: Any) -> User:
    """A new account that belongs to these clubs, in these roles."""
    user: Any = UserFactory(**facts)
    for club, role in belongs:
        MembershipFactory(user=user, club=club, role=role)
    return user


def hands_of(cast: Cast) -> dict[str, Hand]:
    """A hand of each kind that the site of the matrix lacks; each with a comment."""
    said = [act("note", text=f"{SECRET} said Anna.")]
    made = {
        name: sealed_hand(cast.scorer, cast.open_match(title="Sealed"), claimed_by_seat_0() + said)
        for name in ("sealed", "published", "nameless")
    }
    remarking.publish(user=cast.scorer, hand=made["published"], names=True)
    remarking.publish(user=cast.scorer, hand=made["nameless"], names=False)
    evening = cast.open_match(title="Running")
    made["void"] = open_hand(cast.scorer, evening, calls("pass") + said)
    book.void_hand(user=cast.scorer, hand=made["void"], version=made["void"].version)
    # Finished, and nobody has sealed it yet.
    made["finished"] = open_hand(cast.scorer, evening, claimed_by_seat_0() + said)
    return made


def tokens_of(cast: Cast, site: Site) -> dict[str, Client]:
    """A program with each kind of token."""
    member, scorer = site.users["member"], site.users["scorer"]
    both = somebody((cast.club, Role.SCORER), (cast.other_club, Role.SCORER))
    closed = somebody((cast.club, Role.SCORER))
    kinds: dict[str, tuple[User, str, dict[str, Any]]] = {
        "reads": (member, "read", {}),
        "records": (scorer, "record", {}),
        "limited": (both, "record", {"club": cast.other_club}),
        "elsewhere": (cast.other_scorer, "record", {}),
        "expired": (scorer, "record", {"expiry": timedelta(days=1)}),
        "revoked": (scorer, "record", {}),
        "closed": (closed, "record", {}),
    }
    rows, texts = {}, {"made up": "ct_" + new_key()}
    for name, (user, scope, facts) in kinds.items():
        facts = {"expiry": None} | facts
        rows[name], texts[name] = ApiToken.objects.create(user=user, scope=scope, **facts)
    rows["revoked"].delete()
    past = timezone.now() - timedelta(minutes=1)
    ApiToken.objects.filter(pk=rows["expired"].pk).update(expiry=past)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    return {name: bearer(text) for name, text in texts.items()}
