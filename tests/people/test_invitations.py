"""A club lets people in by links: who comes in, who does not, and what they see on the way."""

from typing import Any

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.access import signin
from games.models import FailedSignIn, Invitation, Membership, Role, User
from games.people.inviting import make_invitation, revoke_invitation
from games.people.join_pages import FOR_LINKS
from games.people.joining import InvitationOver, join, join_as_new
from games.replay import remarking
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.factories import PASSWORD, UserFactory

NEW = {"username": "denis", "password1": PASSWORD, "password2": PASSWORD}
FORM = {"name": "Denis", "role": "member", "player": "", "places": "1", "days": "7"}
HERE = "192.0.2.7"


def invite(cast: Cast, **facts: Any) -> tuple[Invitation, str]:
    """An invitation of Les Atouts for one member, and the address of its link."""
    plain: dict[str, Any] = {"name": "Denis", "role": Role.MEMBER, "places": 1, "days": 7}
    made, token = make_invitation(user=cast.admin, club=cast.club, **plain | facts)
    return made, reverse("join", args=[token])


def taken(made: Invitation) -> int:
    return Invitation.objects.get(pk=made.pk).taken


# --- making them ----------------------------------------------------------------------------------


def test_a_link_is_shown_once_and_kept_nowhere(admin: Client, cast: Cast) -> None:
    page = reverse("invitations", args=[cast.club.slug])
    once = {"key": "an-0nce-used-key_1"}
    made = admin.post(page, FORM | once)
    assert made.status_code == 201
    link = made.context["made"]["link"]
    text = made.content.decode()
    assert link.startswith("http://testserver/join/")
    assert link in text
    assert '<svg viewBox="' in text
    assert link not in admin.get(page).content.decode()
    assert link.split("/")[-2] not in str(list(Invitation.objects.values()))
    again = admin.post(page, FORM | once)
    assert "made only one invitation" in again.content.decode()
    assert Invitation.objects.count() == 1


def test_an_invitation_that_cannot_be_says_which_field(admin: Client, cast: Cast) -> None:
    for facts, field in (
        ({"role": "owner"}, "role"),
        ({"role": "admin", "places": "2"}, "role"),
        ({"places": "0"}, "places"),
        ({"places": "101"}, "places"),
        ({"days": "365"}, "days"),
        ({"name": ""}, "name"),
        ({"player": "aaaaaaaaaaaaaaaa"}, "player"),
    ):
        refused = admin.post(reverse("invitations", args=[cast.club.slug]), FORM | facts)
        assert refused.status_code == 422, facts
        assert refused.context["form"].has_error(field), facts
    with pytest.raises(ValidationError, match="Only one person"):
        invite(cast, places=2, player=cast.players[0])
    with pytest.raises(ValidationError, match="no such choice"):
        invite(cast, player=cast.other_players[0])
    assert not Invitation.objects.exists()


def test_only_administrators_of_the_club_invite_and_revoke(cast: Cast) -> None:
    made, _address = invite(cast)
    facts: dict[str, Any] = {"name": "A friend", "role": Role.MEMBER, "places": 1, "days": 7}
    for user in (cast.scorer, cast.member, cast.other_scorer):
        with pytest.raises(NotAllowed):
            make_invitation(user=user, club=cast.club, **facts)
        with pytest.raises(NotAllowed):
            revoke_invitation(user=user, invitation=made)


def test_the_page_lists_what_became_of_each(admin: Client, cast: Cast) -> None:
    for name in ("Used", "Expired", "Revoked", "Open"):
        invite(cast, name=name)
    Invitation.objects.filter(name="Expired").update(ends_at=timezone.now())
    Invitation.objects.filter(name="Revoked").update(revoked_at=timezone.now())
    join(user=UserFactory(username="denis"), invitation=Invitation.objects.get(name="Used"))
    shown = admin.get(reverse("invitations", args=[cast.club.slug])).context["invitations"]
    states = {one.name: one.state for one in shown}
    assert states == {name: name.lower() for name in ("Used", "Expired", "Revoked", "Open")}


# --- following them -------------------------------------------------------------------------------


def test_a_visitor_sees_the_name_of_the_club_and_comes_in_with_a_new_account(
    client: Client, cast: Cast
) -> None:
    cast.sealed_hand()
    made, address = invite(cast, role=Role.SCORER, player=cast.players[3])
    stranger = Client()
    stranger.force_login(cast.other_scorer)
    for visitor in (client, stranger):
        text = visitor.get(address).content.decode()
        assert "Les Atouts" in text
        hidden = ["Dario", "Anna", cast.club.slug, cast.club.public_id, "Friday", "admin"]
        assert [word for word in hidden if word in text] == []
    assert "Join as other_scorer" in text
    assert taken(made) == 0, "a page that is only looked at uses no place"
    answer = client.post(address, NEW)
    assert answer.headers["Location"] == reverse("club", args=[cast.club.slug])
    assert client.get(answer.headers["Location"]).status_code == 200
    member = Membership.objects.get(user__username="denis")
    assert (member.role, member.player, member.invitation) == ("scorer", cast.players[3], made)
    assert Client().login(username="denis", password=PASSWORD)


def test_an_account_joins_by_a_link_and_a_member_stays_what_they_are(
    client: Client, cast: Cast
) -> None:
    made, address = invite(cast, player=cast.players[0])
    client.force_login(cast.scorer)
    assert client.post(address).headers["Location"] == reverse("club", args=[cast.club.slug])
    scorer = Membership.objects.get(user=cast.scorer)
    assert (taken(made), scorer.role) == (0, "scorer")
    Membership.objects.filter(user=cast.member).update(player=cast.players[0])
    elsewhere = Client(enforce_csrf_checks=True)
    elsewhere.force_login(cast.other_scorer)
    assert elsewhere.post(address).status_code == 403, "no other site joins them to a club"
    client.force_login(cast.other_scorer)
    client.post(address)
    mine = Membership.objects.get(user=cast.other_scorer, club=cast.club)
    assert (mine.role, mine.player) == ("member", None), "somebody is this player by now"


def test_the_rules_for_names_and_passwords_bind(client: Client, cast: Cast) -> None:
    made, address = invite(cast)
    for facts, field in (
        ({"password1": "short", "password2": "short"}, "password2"),
        ({"password1": "123456789012", "password2": "123456789012"}, "password2"),
        ({"password2": "another-password-1"}, "password2"),
        ({"username": "Scorer"}, "username"),
        ({"username": "a b"}, "username"),
    ):
        refused = client.post(address, NEW | facts)
        assert refused.status_code == 422, facts
        assert refused.context["form"].has_error(field), facts
    assert (taken(made), User.objects.filter(username="denis").exists()) == (0, False)


def test_a_link_for_two_lets_two_in_and_makes_no_third_account(cast: Cast) -> None:
    made, address = invite(cast, places=2)
    stale = Invitation.objects.get(pk=made.pk)
    names = [f"denis{number}" for number in range(3)]
    statuses = [Client().post(address, NEW | {"username": name}).status_code for name in names]
    assert statuses == [302, 302, 410]
    with pytest.raises(InvitationOver):
        join_as_new(username="late", password=PASSWORD, invitation=stale)
    assert not User.objects.filter(username__in=["denis2", "late"]).exists()


def test_guessed_links_have_to_wait_and_a_good_one_never_does(client: Client, cast: Cast) -> None:
    """A club room opens a good link as often as it likes."""
    _made, address = invite(cast)

    def status(address: str) -> int:
        return client.get(address, REMOTE_ADDR=HERE).status_code

    missing = reverse("join", args=["made-up"])
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert {status(address) for _visit in range(FOR_LINKS.free + 1)} == {200}
        assert {status(missing) for _guess in range(FOR_LINKS.free)} == {404}
        refused = client.get(missing, REMOTE_ADDR=HERE)
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        assert "Les Atouts" not in refused.content.decode()
        assert status(address) == 200
        assert client.post(address, NEW, REMOTE_ADDR=HERE).status_code == 302
        clock.shift(2)
        assert status(missing) == 404


def test_where_no_address_is_known_nobody_waits_for_the_bad_links_of_others(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_seconds: float) -> None:
        raise AssertionError

    monkeypatch.setattr(signin.time, "sleep", never)
    _made, address = invite(cast)
    client = Client(headers={"X-Forwarded-For": "203.0.113.66"})
    for number in range(FOR_LINKS.free + 2):
        wrong = client.get(reverse("join", args=[f"guess{number}"]))
        assert wrong.status_code == 404
    assert client.get(address).status_code == 200
    assert not FailedSignIn.objects.exists()


# --- guests ---------------------------------------------------------------------------------------


def test_a_guest_sees_what_the_club_has_published_and_no_name(client: Client, cast: Cast) -> None:
    published, _kept = cast.sealed_hand(), cast.sealed_hand()
    remarking.publish(user=cast.scorer, hand=published, names=False)
    made, _address = invite(cast, role=Role.GUEST)
    guest = UserFactory()
    join(user=guest, invitation=made)
    client.force_login(guest)
    assert client.get("/").headers["Location"] == reverse("club", args=[cast.club.slug])
    page = client.get(reverse("club", args=[cast.club.slug]))
    assert [hand for hand, _game in page.context["hands"]] == [published]
    assert "Anna" not in page.content.decode()
    assert client.get(reverse("hands", args=[cast.club.slug])).status_code == 404
    assert client.get(reverse("shared-hand", args=[published.public_id])).status_code == 200
