"""Whether the tablets of a club judge cards themselves."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.club.opening_clubs import open_club, set_up
from games.models import Club, Hand, Match
from games.writing.errors import NotAllowed
from tests.cast import Cast

ENGINE = re.compile(rb'data-engine="([^"]*)"')


@pytest.fixture
def hand(cast: Cast) -> Hand:
    return cast.open_hand()


def engine_of(client: Client, cast: Cast, match: Match) -> bytes:
    """The address of the engine, as the recording page says it."""
    client.force_login(cast.scorer)
    page = client.get(reverse("record", args=[cast.club.slug, match.public_id]))
    [address] = ENGINE.findall(page.content)
    return bytes(address)


def sets(client: Client, cast: Cast, judge: str) -> int:
    client.force_login(cast.admin)
    url = reverse("club-settings", args=[cast.club.slug])
    return client.post(url, {"section": "judging", "tablets_judge": judge}).status_code


def test_tablets_judge_until_a_club_decides_otherwise(cast: Cast) -> None:
    club = open_club(user=cast.admin, name="Another club")
    assert Club.objects.get(pk=club.pk).tablets_judge


def test_administrators_decide_who_judges_the_cards(client: Client, cast: Cast, hand: Hand) -> None:
    for judge, engine in (("True", b"/engine/"), ("False", b"")):
        assert sets(client, cast, judge) == 302
        assert engine_of(client, cast, hand.match) == engine


def test_somebody_else_judges_no_cards(client: Client, cast: Cast) -> None:
    assert sets(client, cast, "the bystanders") == 422
    assert not Club.objects.get(pk=cast.club.pk).tablets_judge


def test_a_scorer_does_not_decide_who_judges_the_cards(cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        set_up(user=cast.scorer, club=cast.club, tablets_judge=True)
