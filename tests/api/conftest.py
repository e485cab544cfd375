"""The people of two clubs, and clients that ask on their behalf."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from games.models import ApiToken
from tests.api.table import Cast, gather, token_of
from tests.ground import Ground, ground


@pytest.fixture(scope="module")
def evening_once(request: pytest.FixtureRequest) -> Iterator[Ground[Cast]]:
    """The evening, played once for a file."""
    with ground(request, gather) as laid:
        yield laid


@pytest.fixture
def cast(evening_once: Ground[Cast], db: None) -> Cast:
    """Two clubs and an evening in the first of them."""
    return evening_once.given()


@pytest.fixture
def asking(cast: Cast) -> Callable[[str], Client]:
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


def bearer(token: str) -> Client:
    """A client that sends a token with each request."""
    return Client(headers={"authorization": f"Bearer {token}"})
