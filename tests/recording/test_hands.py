"""Hands on the recording screen: the next one is dealt, a finished one sealed, once each."""

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.match_changes import close_match
from games.models import Hand, Match, Seal
from tests import factories, hands
from tests.cast import Cast
from tests.factories import act
from tests.tablet import address, number_of_entries, send


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """A hand of four with two calls in it."""
    return cast.open_hand(hands.auction()[:2])


def test_the_next_hand_is_opened_once(scorer: Client, cast: Cast) -> None:
    way = reverse("hand-open", args=[cast.club.slug, cast.match.public_id])
    for _tap in range(2):
        assert scorer.post(way).status_code == 302
    assert Hand.objects.get().writes == cast.match.writes


def test_a_closed_match_says_so_and_deals_no_more(scorer: Client, cast: Cast) -> None:
    close_match(user=cast.scorer, match=cast.match)
    way = reverse("hand-open", args=[cast.club.slug, cast.match.public_id])
    answer = scorer.post(way, follow=True)
    assert "This match is closed." in answer.content.decode()
    assert Hand.objects.count() == 0


def test_a_hand_is_sealed_once_however_often_it_is_asked(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand(factories.THROWN_IN)
    for _tap in range(2):
        answer = scorer.post(address("hand-seal", "hand", hand), {"version": hand.version})
        assert answer.status_code == 302
        assert answer.headers["Location"] == address("record", "match", hand)
    assert Seal.objects.count() == 1


@pytest.mark.parametrize(("version", "status"), [("3", 409), ("99", 409), ("9" * 30, 400)])
def test_only_the_hand_as_it_was_seen_is_sealed(
    scorer: Client, cast: Cast, version: str, status: int
) -> None:
    hand = cast.open_hand(factories.THROWN_IN)
    answer = scorer.post(address("hand-seal", "hand", hand), {"version": version})
    assert answer.status_code == status
    assert ('role="alert"' in answer.content.decode()) == (status == 409)
    assert Seal.objects.count() == 0


@pytest.mark.parametrize("version", ["", "four", "²", "-1"])
def test_sealing_needs_a_version(scorer: Client, hand: Hand, version: str) -> None:
    answer = scorer.post(address("hand-seal", "hand", hand), {"version": version})
    assert answer.status_code == 400


def test_an_unfinished_hand_is_not_sealed(scorer: Client, cast: Cast, hand: Hand) -> None:
    answer = scorer.post(address("hand-seal", "hand", hand), {"version": hand.version})
    assert answer.status_code == 409
    assert "The hand is not finished." in answer.content.decode()
    assert Seal.objects.count() == 0


def test_a_sealed_hand_takes_no_entries(scorer: Client, cast: Cast) -> None:
    hand = cast.sealed_hand()
    answer = send(scorer, hand, {"op": "undo"})
    assert (answer.status_code, answer.json()["code"]) == (409, "hand-sealed")
    assert number_of_entries(hand) == len(factories.THROWN_IN)


def test_the_score_comes_with_its_own_request(scorer: Client, cast: Cast) -> None:
    """The last card costs no more than the others, since the standing is not asked for with it."""
    hand = cast.open_hand(hands.played(71))
    body = send(scorer, hand, act("play", card="C7")).json()
    assert (body["mode"], body["stage"]) == ("score", "")
    stage = scorer.get(address("recording", "hand", hand)).json()["stage"]
    assert "Petite: Boris short by 9" in stage and "csrfmiddlewaretoken" in stage


def test_the_page_of_a_match_without_an_open_hand_deals_the_next(
    scorer: Client, cast: Cast
) -> None:
    match: Match = cast.match
    text = scorer.get(reverse("record", args=[cast.club.slug, match.public_id])).content.decode()
    assert "Dario deals" in text and "Deal hand 1" in text
