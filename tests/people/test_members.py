"""What somebody is in a club, who says so, and that leaving ends it at once."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games.access import tokens
from games.models import ApiToken, FormerMember, Hand, Invitation, Membership, Role, User
from games.people.belonging import change_member, end_membership, sign_out_member
from games.people.inviting import make_invitation
from games.people.joining import join
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.factories import PASSWORD, UserFactory


def membership(cast: Cast, user: User) -> Membership:
    return Membership.objects.get(user=user, club=cast.club)


def role_of(cast: Cast, user: User) -> str:
    return membership(cast, user).role


def address(cast: Cast, name: str, user: User) -> str:
    return reverse(name, args=[cast.club.slug, membership(cast, user).pk])


@pytest.fixture
def second_admin(cast: Cast) -> User:
    """Another administrator of Les Atouts."""
    user = UserFactory(username="second")
    Membership.objects.create(user=user, club=cast.club, role=Role.ADMIN)
    return user


def test_the_page_shows_who_is_in_who_waits_and_who_has_left(admin: Client, cast: Cast) -> None:
    make_invitation(user=cast.admin, club=cast.club, name="Denis", role="member", places=1, days=7)
    end_membership(user=cast.member, membership=membership(cast, cast.member))
    text = admin.get(reverse("members", args=[cast.club.slug])).content.decode()
    belong, _, rest = text.partition('id="_waiting"')
    waiting, _, former = rest.partition('id="_former"')
    assert ("scorer" in belong, "Denis" in waiting, "member" in former) == (True, True, True)
    assert "other_scorer" not in text


def test_a_role_and_a_player_are_given_on_the_page(admin: Client, cast: Cast) -> None:
    sent = {"role": "scorer", "player": cast.players[1].public_id}
    assert admin.post(address(cast, "member-change", cast.member), sent).status_code == 302
    now = membership(cast, cast.member)
    assert (now.role, now.player) == ("scorer", cast.players[1])


@pytest.mark.parametrize(
    ("sent", "field"),
    [({"role": "owner"}, "role"), ({"role": "member", "player": "aaaaaaaaaaaaaaaa"}, "player")],
)
def test_what_nobody_can_be_is_refused_in_its_field(
    sent: dict[str, str], field: str, admin: Client, cast: Cast
) -> None:
    refused = admin.post(address(cast, "member-change", cast.member), sent)
    assert refused.status_code == 422
    assert 'class="errorlist"' in refused.content.decode()
    assert [form.has_error(field) for form in refused.context["forms"]].count(True) == 1


def test_two_members_cannot_be_one_player(cast: Cast) -> None:
    anna = cast.players[0]
    change_member(
        user=cast.admin, membership=membership(cast, cast.scorer), role="scorer", player=anna
    )
    for player in (anna, cast.other_players[0]):
        with pytest.raises(ValidationError, match="this player already"):
            change_member(
                user=cast.admin,
                membership=membership(cast, cast.member),
                role="member",
                player=player,
            )


@pytest.mark.parametrize("name", ["scorer", "member", "other_scorer"])
def test_only_administrators_of_the_club_change_or_remove_others(name: str, cast: Cast) -> None:
    user, mine = getattr(cast, name), membership(cast, cast.admin)
    with pytest.raises(NotAllowed):
        change_member(user=user, membership=mine, role="member", player=None)
    with pytest.raises(NotAllowed):
        end_membership(user=user, membership=mine)


def test_a_member_of_another_club_is_at_no_address_of_this_one(admin: Client, cast: Cast) -> None:
    theirs = Membership.objects.get(user=cast.other_scorer)
    for name in ("member-change", "member-end"):
        where = reverse(name, args=[cast.club.slug, theirs.pk])
        assert admin.post(where, {"role": "guest"}).status_code == 404


@pytest.mark.both_databases
def test_the_last_administrator_can_neither_be_less_nor_leave(cast: Cast) -> None:
    mine = membership(cast, cast.admin)
    with pytest.raises(ValidationError, match="make somebody else one first"):
        change_member(user=cast.admin, membership=mine, role="scorer", player=None)
    with pytest.raises(ValidationError, match="make somebody else one first"):
        end_membership(user=cast.admin, membership=mine)
    assert role_of(cast, cast.admin) == "admin"


def test_an_administrator_whose_account_is_closed_does_not_count(
    cast: Cast, second_admin: User
) -> None:
    User.objects.filter(pk=second_admin.pk).update(is_active=False)
    with pytest.raises(ValidationError, match="make somebody else one first"):
        end_membership(user=cast.admin, membership=membership(cast, cast.admin))


def test_the_page_says_why_the_last_administrator_stays(admin: Client, cast: Cast) -> None:
    answer = admin.post(address(cast, "member-end", cast.admin), follow=True)
    assert "make somebody else one first" in answer.content.decode()
    assert role_of(cast, cast.admin) == "admin"


def test_of_two_administrators_either_may_go(cast: Cast, second_admin: User) -> None:
    end_membership(user=cast.admin, membership=membership(cast, cast.admin))
    assert not Membership.objects.filter(user=cast.admin).exists()


def test_whoever_is_removed_sees_nothing_from_the_next_moment_on(admin: Client, cast: Cast) -> None:
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


def test_leaving_ends_the_keys_for_the_club_and_what_was_invited(
    cast: Cast, second_admin: User
) -> None:
    tokens.make_token(user=second_admin, name="x", scope="read", club=cast.club)
    make_invitation(user=second_admin, club=cast.club, name="D", role="member", places=1, days=7)
    end_membership(user=second_admin, membership=membership(cast, second_admin))
    assert not ApiToken.objects.exists()
    assert Invitation.objects.get().state == "revoked"


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


def test_only_administrators_of_the_club_sign_others_out(cast: Cast) -> None:
    for user in (cast.scorer, cast.member, cast.other_scorer):
        with pytest.raises(NotAllowed):
            sign_out_member(user=user, membership=membership(cast, cast.admin))


def test_whoever_is_administrator_no_more_has_invited_nobody(
    cast: Cast, second_admin: User
) -> None:
    make_invitation(user=second_admin, club=cast.club, name="D", role="admin", places=1, days=7)
    mine = membership(cast, second_admin)
    change_member(user=cast.admin, membership=mine, role="scorer", player=None)
    assert Invitation.objects.get().state == "revoked"


@pytest.mark.parametrize("role", [Role.GUEST, Role.MEMBER, Role.SCORER])
def test_everybody_may_leave(role: Role, client: Client, cast: Cast) -> None:
    user: Any = UserFactory()
    Membership.objects.create(user=user, club=cast.club, role=role)
    client.force_login(user)
    page = reverse("club-leave", args=[cast.club.slug])
    assert "Les Atouts" in client.get(page).content.decode()
    assert client.post(page).headers["Location"] == "/"
    assert client.get(page).status_code == 404
    left = FormerMember.objects.get()
    assert (left.user, left.role, left.ended_by) == (user, role, user)


def test_whoever_comes_back_has_not_left(cast: Cast) -> None:
    end_membership(user=cast.admin, membership=membership(cast, cast.member))
    made, _token = make_invitation(
        user=cast.admin, club=cast.club, name="Back", role="member", places=1, days=7
    )
    join(user=cast.member, invitation=made)
    assert not FormerMember.objects.exists()


def test_the_page_says_on_which_day_somebody_was_last_there(admin: Client, cast: Cast) -> None:
    Membership.objects.update(last_seen=None)
    reader = Client()
    reader.force_login(cast.member)
    reader.get(reverse("hands", args=[cast.club.slug]))
    assert membership(cast, cast.member).last_seen is not None
    assert membership(cast, cast.scorer).last_seen is None


def test_a_visit_to_one_club_is_none_to_another(client: Client, cast: Cast) -> None:
    Membership.objects.create(user=cast.other_scorer, club=cast.club, role=Role.MEMBER)
    client.force_login(cast.other_scorer)
    client.get(reverse("club", args=[cast.other_club.slug]))
    assert membership(cast, cast.other_scorer).last_seen is None


@pytest.mark.parametrize("number", ["0", "99999999999999999999999"])
def test_a_number_that_no_member_has_is_at_no_address(
    number: str, admin: Client, cast: Cast
) -> None:
    for action in ("change", "end", "code", "sign-out"):
        where = f"/c/{cast.club.slug}/members/{number}/{action}/"
        assert admin.post(where, {"role": "guest"}).status_code == 404
    assert admin.post(f"/accounts/places/{number}/end/").status_code == 302
