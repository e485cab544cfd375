"""What somebody is in a club, who says so, and that leaving ends it at once."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games.access import tokens
from games.models import ApiToken, FormerMember, Hand, Invitation, Membership, Player, Role, User
from games.people.belonging import change_member, end_membership, sign_out_member
from games.people.inviting import make_invitation
from games.people.joining import join
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.factories import PASSWORD, MembershipFactory, UserFactory
from tests.ground import undone


def membership(cast: Cast, user: User) -> Membership:
    return Membership.objects.get(user=user, club=cast.club)


def address(cast: Cast, name: str, user: User) -> str:
    return reverse(name, args=[cast.club.slug, membership(cast, user).pk])


def change(cast: Cast, user: User, role: str, player: Player | None = None) -> Membership:
    """The administrator gives somebody another role."""
    mine = membership(cast, user)
    return change_member(user=cast.admin, membership=mine, role=role, player=player)


def invite(user: User, cast: Cast, name: str = "Denis") -> Invitation:
    made, _token = make_invitation(
        user=user, club=cast.club, name=name, role="member", places=1, days=7
    )
    return made


@pytest.fixture
def second_admin(cast: Cast) -> User:
    """Another administrator of Les Atouts."""
    return MembershipFactory(user__username="second", club=cast.club, role=Role.ADMIN).user


def test_the_page_shows_who_is_in_who_waits_and_who_has_left(admin: Client, cast: Cast) -> None:
    invite(cast.admin, cast)
    end_membership(user=cast.member, membership=membership(cast, cast.member))
    text = admin.get(reverse("members", args=[cast.club.slug])).content.decode()
    belong, _, rest = text.partition('id="_waiting"')
    waiting, _, former = rest.partition('id="_former"')
    assert ("scorer" in belong, "Denis" in waiting, "member" in former) == (True, True, True)
    assert "other_scorer" not in text


def test_an_administrator_gives_a_role_and_a_player_that_there_are(
    admin: Client, cast: Cast
) -> None:
    boris, where = cast.players[1], address(cast, "member-change", cast.member)
    wrong = {"role": {"role": "owner"}, "player": {"role": "member", "player": "aaaaaaaaaaaaaaaa"}}
    for field, sent in wrong.items():
        refused = admin.post(where, sent)
        assert refused.status_code == 422
        assert 'class="errorlist"' in refused.content.decode()
        assert [form.has_error(field) for form in refused.context["forms"]].count(True) == 1
    sent = {"role": "scorer", "player": boris.public_id}
    assert admin.post(where, sent).status_code == 302
    now = membership(cast, cast.member)
    assert (now.role, now.player) == ("scorer", boris)
    for player in (boris, cast.other_players[0]):
        with pytest.raises(ValidationError, match="this player already"):
            change(cast, cast.scorer, "member", player=player)


def test_only_administrators_of_the_club_change_remove_and_sign_out_others(
    admin: Client, cast: Cast
) -> None:
    mine = membership(cast, cast.admin)
    for user in (cast.scorer, cast.member, cast.other_scorer):
        with pytest.raises(NotAllowed):
            change_member(user=user, membership=mine, role="member", player=None)
        with pytest.raises(NotAllowed):
            end_membership(user=user, membership=mine)
        with pytest.raises(NotAllowed):
            sign_out_member(user=user, membership=mine)
    theirs = Membership.objects.get(user=cast.other_scorer).pk
    for number in (theirs, "0", "99999999999999999999999"):
        for action in ("change", "end", "code", "sign-out"):
            where = f"/c/{cast.club.slug}/members/{number}/{action}/"
            assert admin.post(where, {"role": "guest"}).status_code == 404, where
    for number in ("0", "99999999999999999999999"):
        assert admin.post(f"/accounts/places/{number}/end/").status_code == 302


@pytest.mark.both_databases
def test_the_last_administrator_can_neither_be_less_nor_leave(admin: Client, cast: Cast) -> None:
    mine = membership(cast, cast.admin)
    why = "make somebody else one first"
    with pytest.raises(ValidationError, match=why):
        change(cast, cast.admin, "scorer")
    with pytest.raises(ValidationError, match=why):
        end_membership(user=cast.admin, membership=mine)
    answer = admin.post(address(cast, "member-end", cast.admin), follow=True)
    assert why in answer.content.decode()
    assert membership(cast, cast.admin).role == "admin"
    second = MembershipFactory(club=cast.club, role=Role.ADMIN).user
    with undone():
        User.objects.filter(pk=second.pk).update(is_active=False)
        with pytest.raises(ValidationError, match=why):
            end_membership(user=cast.admin, membership=mine)
    end_membership(user=cast.admin, membership=mine)
    assert not Membership.objects.filter(user=cast.admin).exists()


def test_a_member_who_is_removed_sees_nothing_from_the_next_moment_on(
    admin: Client, cast: Cast
) -> None:
    hand, tablet = cast.open_hand(), Client()
    tablet.force_login(cast.scorer)
    pages = [
        reverse("club", args=[cast.club.slug]),
        reverse("recording", args=[cast.club.slug, hand.public_id]),
    ]
    assert [tablet.get(page).status_code for page in pages] == [200, 200]
    admin.post(address(cast, "member-end", cast.scorer))
    assert [tablet.get(page).status_code for page in pages] == [404, 404]
    entries = reverse("entries", args=[cast.club.slug, hand.public_id])
    assert tablet.post(entries, b"{}", "application/json").status_code == 404
    assert not Hand.objects.visible_to(cast.scorer).exists()


def test_an_administrator_who_is_one_no_more_has_invited_nobody(
    cast: Cast, second_admin: User
) -> None:
    tokens.make_token(user=second_admin, name="x", scope="read", club=cast.club)
    invite(second_admin, cast)
    with undone():
        change(cast, second_admin, "scorer")
        assert Invitation.objects.get().state == "revoked"
        assert ApiToken.objects.exists()
    end_membership(user=second_admin, membership=membership(cast, second_admin))
    assert Invitation.objects.get().state == "revoked"
    assert not ApiToken.objects.exists(), "who has left has no keys for the club either"


def test_a_member_whose_tablet_is_gone_is_signed_out_by_an_administrator(
    admin: Client, cast: Cast
) -> None:
    """A key for another club is not this club's to end."""
    tablet = Client()
    tablet.login(username="member", password=PASSWORD)
    Membership.objects.create(user=cast.member, club=cast.other_club, role=Role.MEMBER)
    for name, club in (("all", None), ("here", cast.club), ("there", cast.other_club)):
        tokens.make_token(user=cast.member, name=name, scope="read", club=club)
    assert admin.post(address(cast, "member-sign-out", cast.member)).status_code == 302
    assert tablet.get(reverse("clubs")).headers["Location"].startswith(reverse("sign-in"))
    assert [key.name for key in ApiToken.objects.all()] == ["there"]
    assert admin.get(reverse("members", args=[cast.club.slug])).status_code == 200


def test_everybody_may_leave_and_who_comes_back_has_not_left(client: Client, cast: Cast) -> None:
    page = reverse("club-leave", args=[cast.club.slug])
    for role in (Role.GUEST, Role.MEMBER, Role.SCORER):
        user: Any = UserFactory()
        Membership.objects.create(user=user, club=cast.club, role=role)
        client.force_login(user)
        assert "Les Atouts" in client.get(page).content.decode()
        assert client.post(page).headers["Location"] == "/"
        assert client.get(page).status_code == 404
        left = FormerMember.objects.get(user=user)
        assert (left.role, left.ended_by) == (role, user)
    join(user=user, invitation=invite(cast.admin, cast))
    assert not FormerMember.objects.filter(user=user).exists()


def test_each_club_knows_on_which_day_somebody_was_last_there(client: Client, cast: Cast) -> None:
    Membership.objects.create(user=cast.other_scorer, club=cast.club, role=Role.MEMBER)
    Membership.objects.update(last_seen=None)
    client.force_login(cast.other_scorer)
    client.get(reverse("club", args=[cast.other_club.slug]))
    assert membership(cast, cast.other_scorer).last_seen is None
    client.get(reverse("hands", args=[cast.club.slug]))
    assert membership(cast, cast.other_scorer).last_seen is not None
    assert membership(cast, cast.scorer).last_seen is None
