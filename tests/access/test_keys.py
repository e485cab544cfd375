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
from games.models import ApiToken, User
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


def test_a_new_key_works_and_is_shown_once(member: Client) -> None:
    made = make(member)
    assert made.status_code == 201
    assert (
        made.headers["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    )
    token = shown(made)
    assert status(token) == 200
    text = member.get(reverse("keys")).content.decode()
    assert "league tables" in text
    assert token not in text


def test_a_key_may_do_what_was_ticked(member: Client, cast: Cast) -> None:
    make(member, scope="record", club=cast.club.public_id, days="30")
    key = ApiToken.objects.get()
    assert (key.user, key.name, key.scope, key.club) == (
        cast.member,
        "league tables",
        "record",
        cast.club,
    )
    assert key.expiry is not None
    assert timedelta(days=29) < key.expiry - timezone.now() <= timedelta(days=30)


@pytest.mark.parametrize(
    "facts",
    [
        {"name": ""},
        {"name": "\u200b"},
        {"scope": "everything"},
        {"days": "3650"},
        {"days": "0"},
        {"club": "aaaaaaaaaaaaaaaa"},
    ],
)
def test_what_cannot_be_ticked_makes_no_key(facts: dict[str, str], member: Client) -> None:
    refused = make(member, **facts)
    assert refused.status_code == 422
    assert 'class="errorlist"' in refused.content.decode()
    assert not ApiToken.objects.exists()


def test_a_key_for_another_club_cannot_be_made(member: Client, cast: Cast) -> None:
    assert make(member, club=cast.other_club.public_id).status_code == 422
    with pytest.raises(ValidationError):
        tokens.make_token(user=cast.member, name="x", scope="read", club=cast.other_club)


def test_an_ended_key_is_refused_at_once(member: Client) -> None:
    token = shown(make(member))
    key = ApiToken.objects.get().token_key
    assert member.post(reverse("key-end"), {"key": key}).status_code == 302
    assert status(token) == 401
    assert "league tables" not in member.get(reverse("keys")).content.decode()


def test_nobody_sees_or_ends_the_key_of_another(member: Client, cast: Cast) -> None:
    made, token = tokens.make_token(user=cast.admin, name="the admin's", scope="record")
    assert "the admin" not in member.get(reverse("keys")).content.decode()
    member.post(reverse("key-end"), {"key": made.token_key})
    assert status(token) == 200


def test_keys_that_are_over_are_not_listed(member: Client, cast: Cast) -> None:
    make(member)
    ApiToken.objects.update(expiry=timezone.now())
    assert "league tables" not in member.get(reverse("keys")).content.decode()


def test_the_number_of_keys_is_limited(member: Client, cast: Cast, monkeypatch: Any) -> None:
    monkeypatch.setattr(tokens, "MOST", 1)
    make(member)
    assert make(member, name="one more").status_code == 422
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize("name", ["keys", "key-end"])
def test_only_who_is_signed_in_has_keys(name: str, client: Client, cast: Cast) -> None:
    response = client.post(reverse(name), FORM)
    assert response.status_code == 302
    assert response.headers["Location"].startswith(reverse("sign-in"))


@pytest.mark.parametrize("name", ["keys", "key-end"])
def test_no_other_site_can_send_the_form(name: str, cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.member)
    assert client.post(reverse(name), FORM).status_code == 403


def test_the_command_makes_keys_of_the_same_kind(cast: Cast) -> None:
    out = StringIO()
    call_command("make_token", "scorer", "--scope", "record", stdout=out, stderr=StringIO())
    key = ApiToken.objects.get(user=User.objects.get(username="scorer"))
    assert key.may_write
    assert status(out.getvalue().strip()) == 200
