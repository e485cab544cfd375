"""Who gets where by an invitation, in every state that it can be in: a row for each state."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Invitation, Membership, Role, User
from games.people.belonging import end_membership
from games.people.inviting import make_invitation, revoke_invitation
from games.people.join_pages import FOR_LINKS
from games.people.joining import join, join_as_new
from tests.cast import Cast
from tests.factories import PASSWORD, MembershipFactory, UserFactory

HERE = "192.0.2.7"
# A visitor, somebody of another club, somebody without a club, one who has left this one; then
# those who belong to it.
WHO = ("visitor", "stranger", "nobody's", "left", "guest", "member", "scorer", "admin")
OUTSIDE = 4
# page: the way in is offered; in: they belong to the club now; club: they did before, and are sent
# on to it; over, none: nobody comes in, since it is over, or there is none.
STATUS = {"page": 200, "in": 302, "club": 302, "over": 410, "none": 404}


class Row(NamedTuple):
    """What people outside and inside the club get, by GET and by POST."""

    outside: tuple[str, str]
    of_the_club: tuple[str, str]


OFFERED = Row(("page", "in"), ("club", "club"))
OVER = Row(("over", "over"), ("club", "club"))
STATES = {
    "open": OFFERED,
    "for one person, and followed by somebody else": OFFERED,
    "for one person, and passed on when it was used": OVER,
    "used up": OVER,
    "expired": OVER,
    "revoked": OVER,
    "of somebody who looks after the club no more": OVER,
    "made up": Row(("none", "none"), ("none", "none")),
    "good, after too many were made up": OFFERED,
}


@pytest.fixture
def everybody(cast: Cast) -> dict[str, User | None]:
    """Somebody of each sort."""
    left, guest = UserFactory(username="left"), UserFactory(username="guest")
    gone = MembershipFactory(user=left, club=cast.club, role=Role.MEMBER)
    end_membership(user=cast.admin, membership=gone)
    MembershipFactory(user=guest, club=cast.club, role=Role.GUEST)
    alone = UserFactory(username="alone")
    people = (None, cast.other_scorer, alone, left, guest, cast.member, cast.scorer, cast.admin)
    return dict(zip(WHO, people, strict=True))


def made_in(state: str, cast: Cast) -> tuple[Invitation | None, str]:
    """An invitation in a state, and the address of its link."""
    if state == "made up":
        return None, reverse("join", args=["made-up"])
    personal = "one person" in state
    facts: dict[str, Any] = {"places": 9, "role": Role.MEMBER}
    if personal:
        facts = {"places": 1, "role": Role.SCORER, "player": cast.players[0]}
    inviting = cast.admin
    if state.startswith("of somebody"):
        inviting = UserFactory(username="second")
        MembershipFactory(user=inviting, club=cast.club, role=Role.ADMIN)
    invitation, token = make_invitation(
        user=inviting, club=cast.club, name="Friday", days=7, **facts
    )
    becomes = {
        "for one person, and passed on when it was used": come_in,
        "used up": lambda one: change(one, taken=9),
        "expired": lambda one: change(one, ends_at=timezone.now() - timedelta(minutes=1)),
        "revoked": lambda one: revoke_invitation(user=cast.admin, invitation=one),
        "of somebody who looks after the club no more": lambda one: end_membership(
            user=inviting, membership=Membership.objects.get(user=inviting)
        ),
        "good, after too many were made up": guess,
    }
    becomes.get(state, lambda one: None)(invitation)
    return invitation, reverse("join", args=[token])


def change(invitation: Invitation, **facts: Any) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(**facts)


def come_in(invitation: Invitation) -> None:
    join_as_new(username="denis", password=PASSWORD, invitation=invitation)


def guess(invitation: Invitation) -> None:
    for number in range(FOR_LINKS.free):
        Client().get(reverse("join", args=[f"guess{number}"]), REMOTE_ADDR=HERE)


@contextmanager
def taken_back() -> Iterator[None]:
    """Take back what the requests inside have written, so that the next ones find nothing of it."""
    before = transaction.savepoint()
    yield
    transaction.savepoint_rollback(before)


def browser_of(user: User | None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


@pytest.mark.parametrize("state", STATES)
@time_machine.travel("2026-11-20 20:00 +0000", tick=False)  # no wait is over in between
def test_who_comes_in_by_an_invitation(
    state: str, cast: Cast, everybody: dict[str, User | None]
) -> None:
    invitation, address = made_in(state, cast)
    otherwise: list[str] = []
    for number, (who, user) in enumerate(everybody.items()):
        row = STATES[state].outside if number < OUTSIDE else STATES[state].of_the_club
        for method, expected in zip(("GET", "POST"), row, strict=True):
            with taken_back():
                found = follow(method, address, user, invitation, expected)
            otherwise += [f"{method} by {who}: {fault}" for fault in found]
    assert otherwise == []


def follow(
    method: str, address: str, user: User | None, invitation: Invitation | None, expected: str
) -> list[str]:
    """Where following a link differs from what is expected."""
    client, before = browser_of(user), places_and_members(invitation)
    form = {} if user else {"username": "new", "password1": PASSWORD, "password2": PASSWORD}
    send = client.get if method == "GET" else client.post
    answer = send(address, form, REMOTE_ADDR=HERE)
    text = answer.content.decode()
    came = 1 if expected == "in" else 0
    sent_on = reverse("club", args=["les-atouts"])
    faults = {
        f"{answer.status_code}, not {expected}": answer.status_code != STATUS[expected],
        "sent elsewhere": answer.headers.get("Location", sent_on) != sent_on,
        "a place or a membership too many or too few": places_and_members(invitation)
        != tuple(number + came for number in before),
        "the club is named": expected in ("none", "wait") and "Les Atouts" in text,
        "a player is named": "Anna" in text,
    }
    return [fault for fault, there in faults.items() if there]


def places_and_members(invitation: Invitation | None) -> tuple[int, int]:
    """How many places of an invitation are taken, and how many memberships there are."""
    if invitation:
        invitation.refresh_from_db()
    return (invitation.taken if invitation else 0), Membership.objects.count()


def test_by_no_other_method_is_anything_asked_of_an_invitation(cast: Cast) -> None:
    _invitation, address = made_in("open", cast)
    found = [Client().generic(method, address) for method in ("PUT", "PATCH", "DELETE")]
    assert [answer.status_code for answer in found] == [405, 405, 405]


def test_the_list_shows_who_came_in_by_a_forwarded_link(client: Client, cast: Cast) -> None:
    """They have the role and the player that were meant for somebody else, until it is changed."""
    invitation, _address = made_in("for one person, and followed by somebody else", cast)
    assert invitation is not None
    join(user=cast.other_scorer, invitation=invitation)
    client.force_login(cast.admin)
    page = client.get(reverse("invitations", args=[cast.club.slug])).content.decode()
    _before, _, row = page.partition("Came in:")
    assert row.split("</p>")[0].split() == ["other_scorer"]


# --- revoking: the same states, and everybody who asks --------------------------------------------

LISTED = tuple(state for state in STATES if state != "made up")
# What somebody gets who revokes an invitation of Les Atouts.
REVOKING = {
    "visitor": "sign-in",
    "stranger": "404",
    "nobody's": "404",
    "left": "404",
    "guest": "404",
    "member": "403",
    "scorer": "403",
    "admin": "revoked",
}


@pytest.mark.parametrize("state", LISTED)
def test_an_administrator_revokes_an_invitation_in_whatever_state(state: str, cast: Cast) -> None:
    invitation, _address = made_in(state, cast)
    assert invitation is not None
    where = reverse("invitation-revoke", args=[cast.club.slug, invitation.public_id])
    assert revoking(where, cast.admin, invitation) == "revoked"


@pytest.mark.parametrize("state", ["open", "revoked"])
def test_who_revokes_an_invitation(
    state: str, cast: Cast, everybody: dict[str, User | None]
) -> None:
    invitation, _address = made_in(state, cast)
    assert invitation is not None
    where = reverse("invitation-revoke", args=[cast.club.slug, invitation.public_id])
    otherwise: list[str] = []
    for who, user in everybody.items():
        with taken_back():
            found = revoking(where, user, invitation)
        if found != REVOKING[who]:
            otherwise.append(f"{who}: {found}")
        by_get = browser_of(user).get(where).status_code
        if by_get != (405 if user else 302):
            otherwise.append(f"{who} by GET: {by_get}")
    assert otherwise == []


def revoking(where: str, user: User | None, invitation: Invitation) -> str:
    """What comes of revoking; that it is, or that it is as it was."""
    before = Invitation.objects.get(pk=invitation.pk).revoked_at
    answer = browser_of(user).post(where)
    after = Invitation.objects.get(pk=invitation.pk).revoked_at
    to = answer.headers.get("Location", "")
    if to == reverse("invitations", args=["les-atouts"]):
        return "revoked" if after and (before in (None, after)) else "still open"
    assert after == before
    return "sign-in" if to.startswith(reverse("sign-in")) else str(answer.status_code)


def test_no_club_revokes_an_invitation_of_another(cast: Cast) -> None:
    """Neither at the address of the other club nor at that of one's own."""
    invitation, _address = made_in("open", cast)
    assert invitation is not None
    client = Client()
    client.force_login(cast.other_scorer)
    for slug in (cast.club.slug, cast.other_club.slug):
        where = reverse("invitation-revoke", args=[slug, invitation.public_id])
        assert client.post(where).status_code == 404
    invitation.refresh_from_db()
    assert invitation.revoked_at is None


@pytest.mark.parametrize("who", WHO)
def test_who_makes_an_invitation_and_reads_of_those_there_are(
    who: str, cast: Cast, everybody: dict[str, User | None]
) -> None:
    make_invitation(
        user=cast.admin, club=cast.club, name="Denis", role=Role.MEMBER, places=1, days=7
    )
    client = browser_of(everybody[who])
    where = reverse("invitations", args=[cast.club.slug])
    form = {"name": "Friday", "role": "member", "player": "", "places": "1", "days": "7"}
    read, sent = client.get(where), client.post(where, form)
    outside = {"visitor": 302, "member": 403, "scorer": 403}.get(who, 404)
    expected = (200, 201, 2) if who == "admin" else (outside, outside, 1)
    assert (read.status_code, sent.status_code, Invitation.objects.count()) == expected
    assert ("Denis" in read.content.decode()) == (who == "admin")
