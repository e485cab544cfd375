"""Who gets where by an invitation, in every state that it can be in: a row for each state."""

from datetime import timedelta
from typing import Any, NamedTuple

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Invitation, Membership, Role, User
from games.people.belonging import end_membership
from games.people.inviting import make_invitation, revoke_invitation
from games.people.joining import join, join_as_new
from tests.cast import Cast, gather
from tests.factories import PASSWORD, MembershipFactory, UserFactory
from tests.ground import Ground, laid_once, undone

# A visitor, somebody of another club, somebody without a club, one who has left this one; then
# those who belong to it.
WHO = ("visitor", "stranger", "nobody's", "left", "guest", "member", "scorer", "admin")
OUTSIDE = WHO[:4]
OFFERED = "a way in"
# Each state, and what somebody reads who does not belong to the club.
STATES = {
    "open": OFFERED,
    "for one person, and followed by somebody else": OFFERED,
    "for one person, and passed on when it was used": "the link was passed on",
    "used up": "As many people as it was made for",
    "expired": "This invitation has expired",
    "revoked": "This invitation has been revoked",
    "of somebody who looks after the club no more": "This invitation has been revoked",
    "made up": "There is no such invitation",
}


class Everybody(NamedTuple):
    """The club, and somebody of each sort."""

    cast: Cast
    users: dict[str, User | None]


def make() -> Everybody:
    """Everybody, made once for the file."""
    cast = gather()
    left, guest = UserFactory(username="left"), UserFactory(username="guest")
    gone = MembershipFactory(user=left, club=cast.club, role=Role.MEMBER)
    end_membership(user=cast.admin, membership=gone)
    MembershipFactory(user=guest, club=cast.club, role=Role.GUEST)
    alone = UserFactory(username="alone")
    people = (None, cast.other_scorer, alone, left, guest, cast.member, cast.scorer, cast.admin)
    return Everybody(cast, dict(zip(WHO, people, strict=True)))


gathered = laid_once(make)


@pytest.fixture
def everybody(gathered: Ground[Everybody], db: None) -> Everybody:
    return gathered.given()


def made_in(state: str, cast: Cast) -> tuple[Invitation | None, str]:
    """An invitation in a state, and the address of its link."""
    if state == "made up":
        return None, reverse("join", args=["made-up"])
    facts: dict[str, Any] = {"places": 9, "role": Role.MEMBER}
    if "one person" in state:
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
    }
    becomes.get(state, lambda one: None)(invitation)
    return invitation, reverse("join", args=[token])


def change(invitation: Invitation, **facts: Any) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(**facts)


def come_in(invitation: Invitation) -> None:
    join_as_new(username="denis", password=PASSWORD, invitation=invitation)


def client_of(user: User | None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


@time_machine.travel("2026-11-20 20:00 +0000", tick=False)  # no wait is over in between
def test_who_comes_in_by_an_invitation_is_decided_by_its_state(everybody: Everybody) -> None:
    otherwise: list[str] = []
    for state, reads in STATES.items():
        some = WHO if state == "open" else ("visitor", "stranger", "member")
        with undone():
            invitation, address = made_in(state, everybody.cast)
            for who in some:
                user = everybody.users[who]
                for method in ("GET", "POST"):
                    with undone():
                        faults = follow(method, address, user, invitation, reads, who in OUTSIDE)
                    otherwise += [f"{state}: {method} by {who}: {fault}" for fault in faults]
    assert otherwise == []


def follow(
    method: str,
    address: str,
    user: User | None,
    invitation: Invitation | None,
    reads: str,
    is_outside: bool,
) -> list[str]:
    """Where following a link differs from what is expected."""
    client, before = client_of(user), places_and_members(invitation)
    form = {} if user else {"username": "new", "password1": PASSWORD, "password2": PASSWORD}
    answer = (client.get if method == "GET" else client.post)(address, form)
    text = answer.content.decode()
    is_club_s = not is_outside and invitation is not None  # who is sent on to their club
    comes = is_outside and reads == OFFERED and method == "POST"
    closed = 410 if invitation else 404
    expected = 302 if comes or is_club_s else 200 if reads == OFFERED else closed
    sent_on = reverse("club", args=["les-atouts"])
    faults = {
        f"{answer.status_code}, not {expected}": answer.status_code != expected,
        "sent elsewhere": answer.headers.get("Location", sent_on) != sent_on,
        "a place or a membership too many or too few": places_and_members(invitation)
        != tuple(number + comes for number in before),
        "the page says something else": expected >= 400 and reads not in text,
        "the club is named": invitation is None and "Les Atouts" in text,
        "a player is named": "Anna" in text,
    }
    return [fault for fault, there in faults.items() if there]


def places_and_members(invitation: Invitation | None) -> tuple[int, int]:
    """How many places of an invitation are taken, and how many memberships there are."""
    if invitation:
        invitation.refresh_from_db()
    return (invitation.taken if invitation else 0), Membership.objects.count()


def test_an_administrator_revokes_an_invitation_of_their_club_in_whatever_state(
    everybody: Everybody,
) -> None:
    cast = everybody.cast
    for state in ("open", "used up", "expired", "revoked"):
        with undone():
            invitation, _address = made_in(state, cast)
            assert invitation is not None
            for slug in (cast.club.slug, cast.other_club.slug):
                where = reverse("invitation-revoke", args=[slug, invitation.public_id])
                assert client_of(cast.other_scorer).post(where).status_code == 404
            before = Invitation.objects.get(pk=invitation.pk).revoked_at
            where = reverse("invitation-revoke", args=[cast.club.slug, invitation.public_id])
            page = reverse("invitations", args=[cast.club.slug])
            assert client_of(cast.admin).post(where).headers["Location"] == page
            after = Invitation.objects.get(pk=invitation.pk).revoked_at
            assert after and before in (None, after), state


def test_the_list_shows_who_came_in_by_a_forwarded_link(everybody: Everybody) -> None:
    """They have the role and the player that were meant for somebody else, until it is changed."""
    cast = everybody.cast
    invitation, _address = made_in("for one person, and followed by somebody else", cast)
    assert invitation is not None
    join(user=cast.other_scorer, invitation=invitation)
    page = client_of(cast.admin).get(reverse("invitations", args=[cast.club.slug]))
    _before, _, row = page.content.decode().partition("Came in:")
    assert row.split("</p>")[0].split() == ["other_scorer"]
