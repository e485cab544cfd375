"""Hands on the recording screen: the next one is dealt, a finished one sealed, once each."""

from django.test import Client
from django.urls import reverse

from games.book import void_hand
from games.matches.match_changes import close_match
from games.models import Hand, Seal
from tests import factories, hands
from tests.cast import Cast
from tests.factories import act
from tests.tablet import address, number_of_entries, send


def test_the_next_hand_is_offered_and_opened_once_until_the_match_is_closed(
    scorer: Client, cast: Cast
) -> None:
    place = [cast.club.slug, cast.match.public_id]
    page = scorer.get(reverse("record", args=place)).content.decode()
    assert "Dario deals" in page and "Deal hand 1" in page
    deal = reverse("hand-open", args=place)
    for _tap in range(2):
        assert scorer.post(deal).status_code == 302
    hand = Hand.objects.get()
    assert hand.writes == cast.match.writes
    void_hand(user=cast.scorer, hand=hand, version=0)
    close_match(user=cast.scorer, match=cast.match)
    assert "This match is closed." in scorer.post(deal, follow=True).content.decode()
    assert Hand.objects.count() == 1


def test_a_finished_hand_is_sealed_once_as_it_was_seen_and_takes_no_more_entries(
    scorer: Client, cast: Cast
) -> None:
    hand = cast.open_hand(factories.THROWN_IN[:2])
    seal = address("hand-seal", "hand", hand)
    unfinished = scorer.post(seal, {"version": hand.version})
    assert unfinished.status_code == 409
    assert "The hand is not finished." in unfinished.content.decode()
    for change in factories.THROWN_IN[2:]:
        factories.write(cast.scorer, hand, change)
    for version in ("3", "99"):
        refused = scorer.post(seal, {"version": version})
        assert refused.status_code == 409 and 'role="alert"' in refused.content.decode(), version
    for version in ("9" * 30, "", "four", "²", "-1"):
        refused = scorer.post(seal, {"version": version})
        assert refused.status_code == 400, version
        assert 'role="alert"' not in refused.content.decode()
    assert Seal.objects.count() == 0
    for _tap in range(2):
        answer = scorer.post(seal, {"version": hand.version})
        assert answer.status_code == 302
        assert answer.headers["Location"] == address("record", "match", hand)
    assert Seal.objects.count() == 1
    refused = send(scorer, hand, {"op": "undo"})
    assert (refused.status_code, refused.json()["code"]) == (409, "hand-sealed")
    assert number_of_entries(hand) == len(factories.THROWN_IN)


def test_the_score_comes_with_its_own_request(scorer: Client, cast: Cast) -> None:
    """The last card costs no more than the others, since the standing is not asked for with it."""
    hand = cast.open_hand(hands.played(71))
    body = send(scorer, hand, act("play", card="C7")).json()
    assert (body["mode"], body["stage"]) == ("score", "")
    stage = scorer.get(address("recording", "hand", hand)).json()["stage"]
    assert "Petite: Boris short by 9" in stage and "csrfmiddlewaretoken" in stage
