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
from tests.cast import Cast
from tests.factories import PASSWORD, UserFactory

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
        wrong = stolen.post(address, sent | {FIELD: "guess"})
        assert (name, wrong.status_code) == (name, 422)
        stolen = open_for(cast.admin, GOOD_FOR / 60 + 1)
    assert written(cast) == before


def test_with_the_password_what_was_sent_is_done_at_once(cast: Cast) -> None:
    browser = open_for(cast.scorer, 60)
    sent = KEY | {"key": new_key()}
    form = browser.post(reverse("keys"), sent).content.decode()
    assert 'name="scope" value="record"' in form and "csrfmiddlewaretoken" in form
    assert browser.post(reverse("keys"), sent | {FIELD: PASSWORD}).status_code == 201


def test_codes_of_tables_are_shown_after_the_password_and_stay_valid(cast: Cast) -> None:
    evening = Evening.objects.create(club=cast.club, hands=1, opened_by=cast.admin, code="abcd")
    browser = open_for(cast.scorer, 60)
    codes = reverse("evening-codes", args=[cast.club.slug, evening.public_id])
    assert "abcd-" not in browser.get(codes).content.decode()
    assert "abcd-" in browser.post(codes, {FIELD: PASSWORD}, follow=True).content.decode()


def test_it_is_asked_for_once_in_ten_minutes(cast: Cast) -> None:
    browser = open_for(cast.scorer, 60)
    for number in range(2):
        sent = KEY | {"key": new_key(), "name": f"{number}"}
        more = {} if number else {FIELD: PASSWORD}
        assert browser.post(reverse("keys"), sent | more).status_code == 201


def test_signing_in_shows_it_as_well(cast: Cast) -> None:
    browser = Client()
    browser.post(reverse("sign-in"), {"username": "scorer", "password": PASSWORD})
    assert time.time() - browser.session[KEPT_AS] < GOOD_FOR
    assert browser.post(reverse("keys"), KEY | {"key": new_key()}).status_code == 201


def test_wrong_passwords_are_counted(cast: Cast) -> None:
    browser = open_for(cast.scorer, 60)
    sent = KEY | {"key": new_key()}
    for _guess in range(6):
        browser.post(reverse("keys"), sent | {FIELD: "guess"}, REMOTE_ADDR="192.0.2.9")
    right = browser.post(reverse("keys"), sent | {FIELD: PASSWORD}, REMOTE_ADDR="192.0.2.9")
    assert right.status_code == 422 and not ApiToken.objects.exists()


@pytest.mark.parametrize("role", ["member", "scorer"])
def test_who_may_not_do_it_is_not_asked(cast: Cast, role: str) -> None:
    member = Membership.objects.get(user=cast.member, club=cast.club)
    browser = open_for(getattr(cast, role), 60)
    answer = browser.post(reverse("member-code", args=[cast.club.slug, member.pk]))
    assert answer.status_code == 403 and FIELD not in answer.content.decode()


def test_a_member_who_is_invited_needs_no_password(cast: Cast) -> None:
    sent = {"name": "D", "role": "member", "places": "1", "days": "7", "player": ""}
    browser = open_for(cast.admin, 60)
    answer = browser.post(reverse("invitations", args=[cast.club.slug]), sent | {"key": new_key()})
    assert answer.status_code == 201
