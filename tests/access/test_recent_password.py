"""An open session alone makes no key, prints no code, changes no role: the password is asked for
again, once in ten minutes."""

import time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.access.forms import new_key
from games.access.recent_password import FIELD, GOOD_FOR, KEPT_AS
from games.models import ApiToken, Consent, Evening, Invitation, Membership, PaperCode, User
from tests.access.safer import HERE
from tests.cast import Cast
from tests.factories import PASSWORD, UserFactory
from tests.ground import undone

KEY = {"name": "tablet", "scope": "record", "club": "", "days": "365"}


def open_for(user: User, minutes: float) -> Client:
    """A browser in which somebody showed their password so long ago."""
    client = Client()
    client.force_login(user)
    session = client.session
    session[KEPT_AS] = time.time() - 60 * minutes
    session.save()
    return client


def asked(cast: Cast) -> dict[str, tuple[str, dict[str, Any]]]:
    """Every address that asks for the password again, with what is sent there."""
    slug, member = cast.club.slug, Membership.objects.get(user=cast.member, club=cast.club)
    of_member = [slug, member.pk]
    second: Any = UserFactory()
    consent = Consent.objects.create(
        club=cast.club, what="end", member=cast.member, asked_by=second
    )
    invitation = {"name": "D", "role": "admin", "places": "1", "days": "7", "player": ""}
    erase = reverse("member-erase", args=of_member)
    admin = Client()
    admin.force_login(cast.admin)
    seen = admin.get(erase).context["form"].plan.seen
    codes = [slug, Evening.objects.create(club=cast.club, hands=1, opened_by=cast.scorer).public_id]
    return {
        "keys": (reverse("keys"), KEY | {"key": new_key()}),
        "invitations": (reverse("invitations", args=[slug]), invitation | {"key": new_key()}),
        "member-change": (reverse("member-change", args=of_member), {"role": "scorer"}),
        "member-code": (reverse("member-code", args=of_member), {}),
        "evening-codes": (reverse("evening-codes", args=codes), {"others": "1"}),
        "member-end": (reverse("member-end", args=of_member), {}),
        "member-erase": (erase, {"seen": seen, "sure": "on", "typed": "member"}),
        "consent": (reverse("consent", args=[slug, consent.public_id]), {"do": "agree"}),
        "admin": (reverse("admin:games_user_add"), {"username": "x"}),
    }


def written(cast: Cast) -> list[Any]:
    roles = Membership.objects.order_by("pk").values_list("pk", "role")
    counts = [model.objects.count() for model in (ApiToken, Invitation, PaperCode, User)]
    return [*roles, *counts, Consent.objects.get().agreed_by, Evening.objects.get().code]


@pytest.mark.thorough
def test_every_address_that_an_open_session_must_not_use_asks_for_the_password(cast: Cast) -> None:
    User.objects.filter(pk=cast.admin.pk).update(is_staff=True, is_superuser=True)
    places = asked(cast)
    before = written(cast)
    stolen = open_for(cast.admin, GOOD_FOR / 60 + 1)
    for name, (address, sent) in places.items():
        answer = stolen.post(address, sent)
        assert (name, answer.status_code) == (name, 403)
        assert f'name="{FIELD}"' in answer.content.decode(), name
        with undone(stolen):
            wrong = stolen.post(address, sent | {FIELD: "guess"})
        assert (name, wrong.status_code) == (name, 422)
    assert written(cast) == before


def test_with_the_password_what_was_sent_is_done_at_once_and_for_ten_minutes(
    cast: Cast,
) -> None:
    """Signing in shows the password as well."""
    browser, sent = open_for(cast.scorer, 60), KEY | {"key": new_key()}
    form = browser.post(reverse("keys"), sent).content.decode()
    assert 'name="scope" value="record"' in form and "csrfmiddlewaretoken" in form
    assert browser.post(reverse("keys"), sent | {FIELD: PASSWORD}).status_code == 201
    again = KEY | {"key": new_key(), "name": "again"}
    assert browser.post(reverse("keys"), again).status_code == 201
    elsewhere = Client()
    elsewhere.post(reverse("sign-in"), {"username": "scorer", "password": PASSWORD})
    assert time.time() - elsewhere.session[KEPT_AS] < GOOD_FOR
    assert elsewhere.post(reverse("keys"), KEY | {"key": new_key()}).status_code == 201


def test_codes_of_tables_are_shown_after_the_password_and_stay_valid(cast: Cast) -> None:
    evening = Evening.objects.create(club=cast.club, hands=1, opened_by=cast.admin, code="abcd")
    browser = open_for(cast.scorer, 60)
    codes = reverse("evening-codes", args=[cast.club.slug, evening.public_id])
    assert "abcd-" not in browser.get(codes).content.decode()
    assert "abcd-" in browser.post(codes, {FIELD: PASSWORD}, follow=True).content.decode()


def test_wrong_passwords_are_counted(cast: Cast) -> None:
    browser = open_for(cast.scorer, 60)
    sent = KEY | {"key": new_key()}
    for _guess in range(6):
        browser.post(reverse("keys"), sent | {FIELD: "guess"}, REMOTE_ADDR=HERE)
    right = browser.post(reverse("keys"), sent | {FIELD: PASSWORD}, REMOTE_ADDR=HERE)
    assert right.status_code == 422 and not ApiToken.objects.exists()


def test_who_may_not_do_it_or_invites_a_member_is_not_asked(cast: Cast) -> None:
    member = Membership.objects.get(user=cast.member, club=cast.club)
    for user in (cast.member, cast.scorer):
        page = reverse("member-code", args=[cast.club.slug, member.pk])
        answer = open_for(user, 60).post(page)
        assert answer.status_code == 403 and FIELD not in answer.content.decode()
    invitation = {"name": "D", "role": "member", "places": "1", "days": "7", "player": ""}
    page = reverse("invitations", args=[cast.club.slug])
    answer = open_for(cast.admin, 60).post(page, invitation | {"key": new_key()})
    assert answer.status_code == 201
