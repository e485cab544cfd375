"""What the tests of replay and analysis begin with: the published petite in the archive."""

import pytest
from django.test import Client

from games.models import Hand
from tests.cast import Cast, gather
from tests.ground import laid_once
from tests.replay.hands import sealed_petite


def gather_with_petite() -> Cast:
    """Both clubs; the first hand of the Friday is the petite."""
    cast = gather()
    sealed_petite(cast)
    return cast


both_clubs = laid_once(gather_with_petite)


@pytest.fixture
def petite(cast: Cast) -> Hand:
    """The published petite that Boris, on seat 1, loses by nine; dealt by Dario."""
    return Hand.objects.select_related("club", "match").get(match=cast.match, number=1)


@pytest.fixture
def member(client: Client, cast: Cast) -> Client:
    """The member of Les Atouts, signed in."""
    client.force_login(cast.member)
    return client
