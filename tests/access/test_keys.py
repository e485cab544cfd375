"""Keys for programs: everybody makes, sees and ends his own, and reads a new one once."""

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.access import tokens
from games.models import ApiToken
from tests.cast import Cast

FORM = {"name": "league tables", "scope": "read", "club": "", "days": "90"}


@pytest.fixture
def member(client: Client, cast: Cast) -> Client:
    """A member who is signed in."""
    client.force_login(cast.member)
    return client


def make(client: Client, **facts: str) -> Any:
    return client.post(reverse("keys"), FORM | facts)


def shown(response: Any) -> str:
    """The key that a page shows."""
    found = re.search(r'value="(ct_[0-9a-f]{64})"', response.content.decode())
    assert found
    return found[1]


def status(token: str, path: str = "clubs") -> int:
    """What a program gets with a key."""
    headers = {"authorization": f"Bearer {token}"}
    return Client(headers=headers).get(f"/api/v1/{path}").status_code


def test_a_new_key_works_is_shown_once_and_is_refused_as_soon_as_it_is_ended(
    member: Client,
) -> None:
    made = make(member)
    assert made.status_code == 201
    assert "no-store" in made.headers["Cache-Control"]
    token = shown(made)
    assert status(token) == 200
    text = member.get(reverse("keys")).content.decode()
    assert "league tables" in text
    assert token not in text
    key = ApiToken.objects.get().token_key
    assert member.post(reverse("key-end"), {"key": key}).status_code == 302
    assert status(token) == 401
    assert "league tables" not in member.get(reverse("keys")).content.decode()


def test_a_key_may_do_what_was_ticked_and_goes_from_the_list_when_it_is_over(
    member: Client, cast: Cast
) -> None:
    make(member, scope="record", club=cast.club.public_id, days="30")
    key = ApiToken.objects.get()
    facts = (cast.member, "league tables", "record", cast.club)
    assert (key.user, key.name, key.scope, key.club) == facts
    assert key.expiry is not None
    assert timedelta(days=29) < key.expiry - timezone.now() <= timedelta(days=30)
    ApiToken.objects.update(expiry=timezone.now())
    assert "league tables" not in member.get(reverse("keys")).content.decode()


def test_what_cannot_be_ticked_makes_no_key_nor_does_one_more_than_the_most(
    member: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor another club's, by the form or by the service."""
    for facts in (
        {"name": ""},
        {"name": "\u200b"},
        {"scope": "everything"},
        {"days": "3650"},
        {"days": "0"},
        {"club": "aaaaaaaaaaaaaaaa"},
        {"club": cast.other_club.public_id},
    ):
        refused = make(member, **facts)
        assert (facts, refused.status_code) == (facts, 422)
        assert 'class="errorlist"' in refused.content.decode()
    with pytest.raises(ValidationError):
        tokens.make_token(user=cast.member, name="x", scope="read", club=cast.other_club)
    assert not ApiToken.objects.exists()
    monkeypatch.setattr(tokens, "MOST", 1)
    make(member)
    assert make(member, name="one more").status_code == 422
    assert ApiToken.objects.count() == 1


def test_nobody_sees_or_ends_the_key_of_another(member: Client, cast: Cast) -> None:
    made, token = tokens.make_token(user=cast.admin, name="the admin's", scope="record")
    assert "the admin" not in member.get(reverse("keys")).content.decode()
    member.post(reverse("key-end"), {"key": made.token_key})
    assert status(token) == 200


def test_an_operator_makes_keys_that_may_record_by_a_command(cast: Cast) -> None:
    call_command("make_token", "scorer", "--scope", "record", stdout=StringIO(), stderr=StringIO())
    assert ApiToken.objects.get(user=cast.scorer).may_write


def test_no_other_site_can_send_the_forms(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.member)
    for name in ("keys", "key-end"):
        assert client.post(reverse(name), FORM).status_code == 403
