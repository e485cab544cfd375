"""A password lost and found by a code on paper, and whose account no club may open."""

from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.access import tokens
from games.access.one_time_codes import is_safer
from games.models import ApiToken, Membership, PaperCode, Role, User
from games.people.belonging import change_member
from games.people.codes import make_code
from games.writing.errors import NotAllowed
from tests.access.safer import (
    browser,
    give_password,
    inside,
    passkey_of,
    sentences,
    with_codes,
)
from tests.cast import Cast
from tests.factories import PASSWORD, UserFactory

NEXT = "six-knights-and-a-dog"
HERE = "192.0.2.7"


def membership(cast: Cast, user: User) -> Membership:
    return Membership.objects.get(user=user, club=cast.club)


def code_for(cast: Cast, user: User) -> str:
    """The code that the administrator of Les Atouts prints for a member."""
    return make_code(user=cast.admin, membership=membership(cast, user))


def use(code: str, name: str = "member", password: str = NEXT, client: Client | None = None) -> int:
    """The status of what somebody gets who types a code."""
    sent = {"username": name, "code": code, "new_password1": password, "new_password2": password}
    return (client or Client()).post(reverse("code"), sent, REMOTE_ADDR=HERE).status_code


def password_of(name: str) -> str:
    user = User.objects.get(username=name)
    return next(text for text in (PASSWORD, NEXT) if user.check_password(text))


def test_a_member_chooses_a_new_password_with_a_code_and_is_in(cast: Cast) -> None:
    browser, tablet = Client(), Client()
    tablet.force_login(cast.member)
    tokens.make_token(user=cast.member, name="x", scope="read")
    assert use(code_for(cast, cast.member), client=browser) == 302
    assert password_of("member") == NEXT
    assert browser.get(reverse("club", args=[cast.club.slug])).status_code == 200
    assert tablet.get(reverse("clubs")).status_code == 302
    assert not ApiToken.objects.exists()


def test_the_page_shows_the_code_once_and_the_site_keeps_none(client: Client, cast: Cast) -> None:
    client.force_login(cast.admin)
    where = reverse("member-code", args=[cast.club.slug, membership(cast, cast.member).pk])
    page = client.post(where)
    assert page.status_code == 201
    code = page.context["code"]
    assert code in page.content.decode()
    assert code.replace("-", "") not in str(list(PaperCode.objects.values()))
    assert use(code.upper().replace("-", " ")) == 302


def test_a_code_works_once(cast: Cast) -> None:
    code = code_for(cast, cast.member)
    assert [use(code), use(code, password=PASSWORD)] == [302, 422]
    assert password_of("member") == NEXT


def test_a_code_is_good_for_a_week(cast: Cast) -> None:
    code = code_for(cast, cast.member)
    with time_machine.travel(timezone.now() + timedelta(days=7, minutes=1)):
        assert use(code) == 422


def test_of_two_codes_the_newer_one_counts(cast: Cast) -> None:
    first, second = code_for(cast, cast.member), code_for(cast, cast.member)
    assert [use(first), use(second)] == [422, 302]


def test_a_code_opens_its_own_account_alone(cast: Cast) -> None:
    assert use(code_for(cast, cast.member), name="scorer") == 422
    assert password_of("scorer") == PASSWORD


def test_a_password_that_is_too_short_leaves_the_code_good(cast: Cast) -> None:
    code = code_for(cast, cast.member)
    assert [use(code, password="short"), use(code)] == [422, 302]


def test_codes_are_guessed_no_faster_than_passwords(cast: Cast) -> None:
    code = code_for(cast, cast.member)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for number in range(5):
            use(f"abcd-efgh-jkmn-pqr{number + 2}")
        assert use(code) == 422
        clock.shift(2)
        assert use(code) == 302


@pytest.mark.parametrize("name", ["scorer", "member", "other_scorer"])
def test_only_administrators_of_the_club_print_codes(name: str, cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        make_code(user=getattr(cast, name), membership=membership(cast, cast.scorer))


def test_a_code_ends_one_time_codes_and_passkeys_and_says_so(cast: Cast) -> None:
    """How a club helps somebody whose telephone is lost."""
    with_codes(cast.member)
    passkey_of(cast.member)
    here = browser()
    code = code_for(cast, cast.member)
    assert use(code, client=here) == 302
    assert "One-time codes and passkeys have ended" in sentences(here.get(reverse("account")))
    assert inside(here)
    assert not is_safer(cast.member)
    there = browser()
    assert give_password(there, "member", NEXT).headers["Location"] == "/"
    assert inside(there)


def test_a_code_that_is_not_used_ends_nothing(cast: Cast) -> None:
    with_codes(cast.member)
    code_for(cast, cast.member)
    assert use("abcd-efgh-jkmn-pqrs") == 422
    assert is_safer(cast.member)


def test_a_code_says_that_it_ends_them_before_it_is_used(client: Client, cast: Cast) -> None:
    client.force_login(cast.admin)
    where = reverse("member-code", args=[cast.club.slug, membership(cast, cast.member).pk])
    assert "ends the one-time codes and passkeys" in sentences(client.post(where))
    assert "one-time codes or passkeys, they end" in sentences(Client().get(reverse("code")))


# --- an administrator takes over nothing that reaches further than the club -----------------------


@pytest.mark.parametrize("role", [Role.GUEST, Role.MEMBER, Role.ADMIN])
def test_no_club_opens_an_account_that_belongs_to_another_club_too(role: Role, cast: Cast) -> None:
    Membership.objects.create(user=cast.member, club=cast.other_club, role=role)
    with pytest.raises(ValidationError, match="belongs to another club too"):
        code_for(cast, cast.member)


@pytest.mark.parametrize("flag", ["is_staff", "is_superuser"])
def test_no_club_opens_an_account_that_looks_after_the_site(flag: str, cast: Cast) -> None:
    User.objects.filter(pk=cast.member.pk).update(**{flag: True})
    with pytest.raises(ValidationError, match="looks after the site"):
        code_for(cast, cast.member)


def test_a_code_printed_before_its_owner_joined_another_club_opens_nothing(cast: Cast) -> None:
    code = code_for(cast, cast.member)
    Membership.objects.create(user=cast.member, club=cast.other_club, role=Role.MEMBER)
    assert use(code) == 422
    assert password_of("member") == PASSWORD


def test_a_code_printed_before_its_owner_came_to_look_after_the_site_opens_nothing(
    cast: Cast,
) -> None:
    code = code_for(cast, cast.member)
    User.objects.filter(pk=cast.member.pk).update(is_staff=True)
    assert use(code) == 422


def test_a_code_of_somebody_who_looks_after_the_club_no_more_opens_nothing(cast: Cast) -> None:
    second = UserFactory()
    Membership.objects.create(user=second, club=cast.club, role=Role.ADMIN)
    code = make_code(user=second, membership=membership(cast, cast.member))
    change_member(
        user=cast.admin, membership=membership(cast, second), role=Role.SCORER, player=None
    )
    assert use(code) == 422


def test_whoever_misused_a_code_does_not_come_back_by_an_e_mail_address(
    client: Client, cast: Cast
) -> None:
    """They put their own there, the owner asks for a code in turn, and joins another club later."""
    use(code_for(cast, cast.member))
    User.objects.filter(pk=cast.member.pk).update(email="intruder@example.org")
    use(code_for(cast, cast.member), client=client)
    assert "Your e-mail address was removed" in client.get("/", follow=True).content.decode()
    assert User.objects.get(pk=cast.member.pk).email == ""


def test_a_code_dies_with_the_membership(cast: Cast) -> None:
    code = code_for(cast, cast.member)
    membership(cast, cast.member).delete()
    assert use(code) == 422


def test_a_closed_account_is_opened_by_no_code(cast: Cast) -> None:
    User.objects.filter(pk=cast.member.pk).update(is_active=False)
    with pytest.raises(ValidationError, match="closed"):
        code_for(cast, cast.member)


def test_the_owner_sees_in_the_account_who_printed_a_code(client: Client, cast: Cast) -> None:
    use(code_for(cast, cast.member), client=client)
    text = client.get(reverse("account")).content.decode()
    assert "admin of Les Atouts made one on" in text
    assert "It was used on" in text
