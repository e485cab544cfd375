"""The people of two clubs, and clients that ask on their behalf."""

from collections.abc import Callable
from functools import cache
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import ApiToken
from tests.api.table import Cast, gather, token_of
from tests.ground import Ground, laid_once

Asking = Callable[[str], Client]
Send = Callable[..., Any]


evening_once = laid_once(gather)


@pytest.fixture
def cast(evening_once: Ground[Cast], db: None) -> Cast:
    """Two clubs and an evening in the first of them."""
    return evening_once.given()


@pytest.fixture
def asking(cast: Cast) -> Asking:
    """A function that gives a client for somebody of the cast, signed in or with a token."""

    def client(who: str) -> Client:
        if who == "anonymous":
            return Client()
        if who == "token":
            return bearer(token_of(cast.member))
        if who == "revoked token":
            token = token_of(cast.member)
            ApiToken.objects.all().delete()
            return bearer(token)
        client = Client()
        client.force_login(getattr(cast, who))
        return client

    return client


@pytest.fixture
def member(asking: Asking) -> Client:
    """Somebody who only reads."""
    return asking("member")


@pytest.fixture
def send(asking: Asking) -> Send:
    """A function that sends JSON to an address as the scorer."""
    client = asking("scorer")

    def sending(path: str, body: Any, **headers: str) -> Any:
        return client.post(f"/api/v1/{path}", body, "application/json", headers=headers)

    return sending


def bearer(token: str) -> Client:
    """A client that sends a token with each request."""
    return Client(headers={"authorization": f"Bearer {token}"})


@cache
def description() -> str:
    """The OpenAPI description as JSON, which must be made without a warning."""
    out = StringIO()
    call_command("spectacular", "--fail-on-warn", "--format=openapi-json", stdout=out)
    return out.getvalue()
