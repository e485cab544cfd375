"""A club lets people in by links: who comes in, who does not, and what they see on the way."""

from datetime import timedelta
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


def role_in(cast: Cast, name: str) -> str | None:
    """What an account is in Les Atouts."""
    mine = Membership.objects.filter(user__username=name, club=cast.club)
    return mine.values_list("role", flat=True).first()


# --- making them ----------------------------------------------------------------------------------


def test_the_link_is_shown_once_as_text_and_as_a_picture(admin: Client, cast: Cast) -> None:
    page = reverse("invitations", args=[cast.club.slug])
    made = admin.post(page, FORM)
    assert made.status_code == 201
    link = made.context["made"]["link"]
    text = made.content.decode()
    assert link.startswith("http://testserver/join/")
    assert link in text
    assert '<svg viewBox="' in text
    assert link not in admin.get(page).content.decode()


def test_the_site_keeps_no_link(cast: Cast) -> None:
    _made, address = invite(cast)
    token = address.split("/")[2]
    assert token not in str(list(Invitation.objects.values()))


def test_a_form_sent_twice_makes_one_invitation(admin: Client, cast: Cast) -> None:
    page, key = reverse("invitations", args=[cast.club.slug]), {"key": "an-0nce-used-key_1"}
    admin.post(page, FORM | key)
    again = admin.post(page, FORM | key)
    assert "made only one invitation" in again.content.decode()
    assert Invitation.objects.count() == 1


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"role": "owner"}, "role"),
        ({"role": "admin", "places": "2"}, "role"),
        ({"places": "0"}, "places"),
        ({"places": "101"}, "places"),
        ({"days": "365"}, "days"),
        ({"name": ""}, "name"),
        ({"player": "aaaaaaaaaaaaaaaa"}, "player"),
    ],
)
def test_an_invitation_that_cannot_be_says_which_field(
    facts: dict[str, str], field: str, admin: Client, cast: Cast
) -> None:
    refused = admin.post(reverse("invitations", args=[cast.club.slug]), FORM | facts)
    assert refused.status_code == 422
    assert refused.context["form"].has_error(field)
    assert not Invitation.objects.exists()


def test_many_cannot_be_invited_as_one_player(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="Only one person"):
        invite(cast, places=2, player=cast.players[0])


def test_nobody_is_invited_as_a_player_of_another_club(cast: Cast) -> None:
    with pytest.raises(ValidationError):
        invite(cast, player=cast.other_players[0])


@pytest.mark.parametrize("name", ["scorer", "member", "other_scorer"])
def test_only_administrators_of_the_club_invite_and_revoke(name: str, cast: Cast) -> None:
    user, (made, _address) = getattr(cast, name), invite(cast)
    with pytest.raises(NotAllowed):
        make_invitation(
            user=user, club=cast.club, name="A friend", role=Role.MEMBER, places=1, days=7
        )
    with pytest.raises(NotAllowed):
        revoke_invitation(user=user, invitation=made)


def test_the_page_lists_what_became_of_each(admin: Client, cast: Cast) -> None:
    for name in ("Used", "Expired", "Revoked", "Open"):
        invite(cast, name=name)
    Invitation.objects.filter(name="Expired").update(ends_at=timezone.now())
    join(user=UserFactory(username="denis"), invitation=Invitation.objects.get(name="Used"))
    revoked = Invitation.objects.get(name="Revoked")
    where = reverse("invitation-revoke", args=[cast.club.slug, revoked.public_id])
    assert admin.post(where).status_code == 302
    shown = admin.get(reverse("invitations", args=[cast.club.slug])).context["invitations"]
    assert {one.name: one.state for one in shown} == {
        "Used": "used",
        "Expired": "expired",
        "Revoked": "revoked",
        "Open": "open",
    }


# --- following them -------------------------------------------------------------------------------


def test_who_follows_a_link_chooses_a_name_and_a_password_and_is_in(
    client: Client, cast: Cast
) -> None:
    made, address = invite(cast, role=Role.SCORER, player=cast.players[3])
    answer = client.post(address, NEW)
    assert answer.headers["Location"] == reverse("club", args=[cast.club.slug])
    assert client.get(answer.headers["Location"]).status_code == 200
    member = Membership.objects.get(user__username="denis")
    assert (member.role, member.player, member.invitation) == ("scorer", cast.players[3], made)
    assert Client().login(username="denis", password=PASSWORD)


def test_who_has_an_account_joins_with_it(client: Client, cast: Cast) -> None:
    _made, address = invite(cast)
    client.force_login(cast.other_scorer)
    assert "Join as other_scorer" in client.get(address).content.decode()
    client.post(address)
    assert role_in(cast, "other_scorer") == "member"


def test_a_page_that_is_only_looked_at_uses_no_place(client: Client, cast: Cast) -> None:
    made, address = invite(cast)
    client.get(address)
    client.force_login(cast.other_scorer)
    client.get(address)
    made.refresh_from_db()
    assert made.taken == 0


def test_on_the_way_nothing_of_the_club_is_seen_but_its_name(client: Client, cast: Cast) -> None:
    cast.sealed_hand()
    _made, address = invite(cast, player=cast.players[2])
    for who in (None, cast.other_scorer):
        if who:
            client.force_login(who)
        text = client.get(address).content.decode()
        assert "Les Atouts" in text
        hidden = ["Chloé", "Anna", cast.club.slug, cast.club.public_id, "Friday", "admin"]
        assert [word for word in hidden if word in text] == []


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"password1": "short", "password2": "short"}, "password2"),
        ({"password1": "123456789012", "password2": "123456789012"}, "password2"),
        ({"password2": "another-password-1"}, "password2"),
        ({"username": "Scorer"}, "username"),
        ({"username": "a b"}, "username"),
    ],
)
def test_the_rules_for_names_and_passwords_bind(
    facts: dict[str, str], said: str, client: Client, cast: Cast
) -> None:
    made, address = invite(cast)
    refused = client.post(address, NEW | facts)
    assert refused.status_code == 422
    assert refused.context["form"].has_error(said)
    made.refresh_from_db()
    assert (made.taken, User.objects.filter(username="denis").exists()) == (0, False)


def test_a_link_for_one_that_was_passed_on_lets_nobody_else_in(client: Client, cast: Cast) -> None:
    _made, address = invite(cast)
    client.post(address, NEW)
    second = Client().post(address, NEW | {"username": "friend"})
    assert second.status_code == 410
    assert "the link was passed on" in second.content.decode()
    assert not User.objects.filter(username="friend").exists()


def test_a_link_for_three_lets_three_in(cast: Cast) -> None:
    _made, address = invite(cast, places=3)
    found = [
        Client().post(address, NEW | {"username": f"denis{number}"}).status_code
        for number in range(4)
    ]
    assert found == [302, 302, 302, 410]


def test_of_two_who_come_for_the_last_place_the_second_gets_no_account(cast: Cast) -> None:
    made, _address = invite(cast)
    stale = Invitation.objects.get(pk=made.pk)
    join(user=cast.other_scorer, invitation=made)
    with pytest.raises(InvitationOver):
        join_as_new(username="late", password=PASSWORD, invitation=stale)
    assert not User.objects.filter(username="late").exists()


def test_a_link_that_has_expired_says_so(client: Client, cast: Cast) -> None:
    _made, address = invite(cast, days=1)
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        answer = client.post(address, NEW)
    assert (answer.status_code, User.objects.filter(username="denis").exists()) == (410, False)
    assert "This invitation has expired" in answer.content.decode()


def test_a_link_that_was_revoked_says_so(client: Client, cast: Cast) -> None:
    made, address = invite(cast)
    revoke_invitation(user=cast.admin, invitation=made)
    answer = client.post(address, NEW)
    assert answer.status_code == 410
    assert "This invitation has been revoked" in answer.content.decode()


def test_who_belongs_to_the_club_already_uses_no_place_and_keeps_their_role(
    client: Client, cast: Cast
) -> None:
    made, address = invite(cast)
    client.force_login(cast.scorer)
    assert client.post(address).headers["Location"] == reverse("club", args=[cast.club.slug])
    made.refresh_from_db()
    assert (made.taken, role_in(cast, "scorer")) == (0, "scorer")


def test_a_player_whom_somebody_is_by_now_is_not_given_twice(cast: Cast) -> None:
    made, _address = invite(cast, player=cast.players[0])
    Membership.objects.filter(user=cast.member).update(player=cast.players[0])
    join(user=cast.other_scorer, invitation=made)
    assert Membership.objects.get(user=cast.other_scorer, club=cast.club).player is None


def test_a_link_that_is_made_up_leads_nowhere(client: Client, cast: Cast) -> None:
    answer = client.get(reverse("join", args=["made-up"]), REMOTE_ADDR=HERE)
    assert answer.status_code == 404
    assert "There is no such invitation" in answer.content.decode()


def test_who_guesses_links_has_to_wait_and_a_good_one_never_does(
    client: Client, cast: Cast
) -> None:
    _made, address = invite(cast)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for number in range(40):
            client.get(reverse("join", args=[f"guess{number}"]), REMOTE_ADDR=HERE)
        refused = client.get(reverse("join", args=["one-more"]), REMOTE_ADDR=HERE)
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        assert client.get(address, REMOTE_ADDR=HERE).status_code == 200
        clock.shift(2)
        missing = client.get(reverse("join", args=["one-more"]), REMOTE_ADDR=HERE)
        assert missing.status_code == 404


def test_where_no_address_is_known_nobody_waits_for_the_bad_links_of_others(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_seconds: float) -> None:
        raise AssertionError

    monkeypatch.setattr(signin.time, "sleep", never)
    _made, address = invite(cast)
    client = Client(headers={"X-Forwarded-For": "203.0.113.66"})
    for number in range(60):
        wrong = client.get(reverse("join", args=[f"guess{number}"]))
        assert wrong.status_code == 404
    assert client.get(address).status_code == 200
    assert not FailedSignIn.objects.exists()


def test_a_club_room_may_open_a_good_link_as_often_as_it_likes(client: Client, cast: Cast) -> None:
    _made, address = invite(cast, places=30)
    with time_machine.travel(timezone.now(), tick=False):
        found = {client.get(address, REMOTE_ADDR=HERE).status_code for _number in range(60)}
    assert found == {200}


def test_no_other_site_can_join_somebody_to_a_club(cast: Cast) -> None:
    _made, address = invite(cast)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(cast.other_scorer)
    assert browser.post(address).status_code == 403


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
