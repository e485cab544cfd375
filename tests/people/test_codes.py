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
from tests.access.safer import browser, give_password, inside, passkey_of, sentences, with_codes
from tests.cast import Cast
from tests.factories import PASSWORD, MembershipFactory
from tests.ground import undone

NEXT = "six-knights-and-a-dog"
HERE = "192.0.2.7"


def membership(cast: Cast, user: User) -> Membership:
    return Membership.objects.get(user=user, club=cast.club)


def code_for(cast: Cast, user: User, by: User | None = None) -> str:
    """The code that the administrator of Les Atouts prints for a member."""
    return make_code(user=by or cast.admin, membership=membership(cast, user))


def use(code: str, name: str = "member", password: str = NEXT, client: Client | None = None) -> int:
    """The status of what somebody gets who types a code."""
    sent = {"username": name, "code": code, "new_password1": password, "new_password2": password}
    return (client or Client()).post(reverse("code"), sent, REMOTE_ADDR=HERE).status_code


def password_of(name: str) -> str:
    user = User.objects.get(username=name)
    return next(text for text in (PASSWORD, NEXT) if user.check_password(text))


def test_a_member_chooses_a_new_password_with_a_printed_code_and_is_in(
    admin: Client, cast: Cast
) -> None:
    """Somebody who misused a code does not come back by the e-mail address they put there."""
    browser, tablet = Client(), Client()
    tablet.force_login(cast.member)
    tokens.make_token(user=cast.member, name="x", scope="read")
    User.objects.filter(pk=cast.member.pk).update(email="intruder@example.org")
    where = reverse("member-code", args=[cast.club.slug, membership(cast, cast.member).pk])
    page = admin.post(where)
    assert page.status_code == 201
    code = page.context["code"]
    assert code in page.content.decode()
    assert code.replace("-", "") not in str(list(PaperCode.objects.values()))
    assert use(code, name="scorer") == 422
    assert use(code, password="short") == 422
    assert use(code.upper().replace("-", " "), client=browser) == 302
    assert (password_of("member"), password_of("scorer")) == (NEXT, PASSWORD)
    assert use(code, password=PASSWORD) == 422, "it is used up"
    removed = "Your e-mail address was removed"
    assert removed in browser.get("/", follow=True).content.decode()
    assert User.objects.get(pk=cast.member.pk).email == ""
    assert tablet.get(reverse("clubs")).status_code == 302
    assert not ApiToken.objects.exists()
    account = browser.get(reverse("account")).content.decode()
    assert "admin of Les Atouts made one on" in account
    assert "It was used on" in account


def test_a_code_is_good_for_a_week_and_the_newer_one_counts(cast: Cast) -> None:
    first, second = code_for(cast, cast.member), code_for(cast, cast.member)
    assert use(first) == 422
    with time_machine.travel(timezone.now() + timedelta(days=7, minutes=1)):
        assert use(second) == 422
    assert use(second) == 302


def test_codes_are_guessed_no_faster_than_passwords(cast: Cast) -> None:
    code = code_for(cast, cast.member)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for number in range(5):
            use(f"abcd-efgh-jkmn-pqr{number + 2}")
        assert use(code) == 422
        clock.shift(2)
        assert use(code) == 302


def test_a_code_ends_one_time_codes_and_passkeys_and_says_so_before_and_after(
    admin: Client, cast: Cast
) -> None:
    """How a club helps somebody whose telephone is lost."""
    with_codes(cast.member)
    passkey_of(cast.member)
    where = reverse("member-code", args=[cast.club.slug, membership(cast, cast.member).pk])
    page = admin.post(where)
    assert "ends the one-time codes and passkeys" in sentences(page)
    here = browser()
    assert "one-time codes or passkeys, they end" in sentences(here.get(reverse("code")))
    assert use("abcd-efgh-jkmn-pqrs") == 422
    assert is_safer(cast.member), "a code that is not used ends nothing"
    assert use(page.context["code"], client=here) == 302
    assert "One-time codes and passkeys have ended" in sentences(here.get(reverse("account")))
    assert inside(here)
    assert not is_safer(cast.member)
    there = browser()
    assert give_password(there, "member", NEXT).headers["Location"] == "/"
    assert inside(there)


# --- an administrator takes over nothing that reaches further than the club -----------------------


def test_no_club_opens_an_account_that_reaches_further_than_the_club(cast: Cast) -> None:
    """Neither by a new code, nor by one that was printed before it did."""
    for user in (cast.scorer, cast.member, cast.other_scorer):
        with pytest.raises(NotAllowed):
            code_for(cast, cast.scorer, by=user)
    code = code_for(cast, cast.member)

    def nobody_opens_it(because: str) -> None:
        with pytest.raises(ValidationError, match=because):
            code_for(cast, cast.member)
        assert use(code) == 422, because
        assert password_of("member") == PASSWORD

    for facts, because in (
        ({"is_staff": True}, "looks after the site"),
        ({"is_superuser": True}, "looks after the site"),
        ({"is_active": False}, "closed"),
    ):
        with undone():
            User.objects.filter(pk=cast.member.pk).update(**facts)
            nobody_opens_it(because)
    with undone():
        MembershipFactory(user=cast.member, club=cast.other_club, role=Role.GUEST)
        nobody_opens_it("belongs to another club too")
    assert use(code) == 302


def test_a_code_ends_with_the_membership_of_its_owner_and_the_role_of_its_maker(cast: Cast) -> None:
    second = MembershipFactory(club=cast.club, role=Role.ADMIN).user
    code = code_for(cast, cast.member, by=second)
    with undone():
        membership(cast, cast.member).delete()
        assert use(code) == 422
    with undone():
        theirs = membership(cast, second)
        change_member(user=cast.admin, membership=theirs, role=Role.SCORER, player=None)
        assert use(code) == 422
    assert use(code) == 302
