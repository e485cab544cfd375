"""The steps of an evening as a tablet sends them: sent again, each of them counts once."""

import json
from typing import Any

import pytest
from django.test import Client

from games import book
from games.club.opening_clubs import set_up
from games.models import Confirms, Dispute, Hand, Match
from games.recording.sitting_rows import sitting_of
from tests import hands
from tests.cast import Cast
from tests.factories import new_key, open_hand
from tests.tablet import JSON, address

pytestmark = pytest.mark.django_db
MISDEALT = {"void_as": "misdealt", "because": "A card was seen while dealing"}


def step(client: Client, hand: Hand, name: str, **facts: Any) -> Any:
    """A step of the evening, sent as a tablet sends it."""
    body = {"version": hand.version, "key": new_key()} | facts
    where = "match" if name == "deal" else "hand"
    return client.post(address(f"tablet-{name}", where, hand), json.dumps(body), JSON)


@pytest.fixture
def scored(client: Client, cast: Cast) -> Hand:
    """A hand at its score."""
    client.force_login(cast.scorer)
    return open_hand(cast.scorer, hands.seated(cast), hands.played(72))


def next_deal(hand: Hand) -> dict[str, Any]:
    """The deal that a tablet makes after this hand."""
    assert hand.dealer is not None
    seats = len(sitting_of(hand).facts["players"])
    return {"number": hand.number + 1, "dealer": (hand.dealer + 1) % seats, "sits_out": None}


# --- giving up -----------------------------------------------------------------------------------


def test_a_hand_given_up_twice_by_a_tablet_is_void_once(client: Client, scored: Hand) -> None:
    for _ in range(2):
        answer = step(client, scored, "give-up", **MISDEALT)
        assert answer.status_code == 200
        row = answer.json()["match"]["hands"][0]
        assert (row["state"], row["void_as"]) == ("void", "misdealt")
    hand = Hand.objects.get()
    assert (hand.state, hand.comment) == ("void", "A card was seen while dealing")


@pytest.mark.parametrize("odd", [{"void_as": "forgotten"}, {"because": "  "}, {"void_as": 5}])
def test_a_hand_is_not_given_up_without_a_way_and_a_reason(
    client: Client, scored: Hand, odd: dict[str, Any]
) -> None:
    answer = step(client, scored, "give-up", **MISDEALT | odd)
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    assert Hand.objects.get().is_open


def test_a_hand_that_another_tablet_went_on_with_is_not_given_up(
    client: Client, cast: Cast, scored: Hand
) -> None:
    answer = step(client, scored, "give-up", version=scored.version - 1, **MISDEALT)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale-version")
    assert Hand.objects.get().is_open


# --- the next deal -------------------------------------------------------------------------------


def test_what_a_tablet_dealt_is_not_dealt_while_the_hand_before_it_is_open(
    client: Client, scored: Hand
) -> None:
    """What was called in it must not end up in the hand before."""
    answer = step(client, scored, "deal", deals=next_deal(scored))
    assert (answer.status_code, answer.json()["code"]) == (409, "hand-still-open")
    assert answer.json()["message"] == "Hand 1 is not sealed yet."
    assert Hand.objects.count() == 1


def test_what_a_tablet_dealt_is_not_dealt_where_the_server_has_another_dealer(
    client: Client, cast: Cast, scored: Hand
) -> None:
    """The tablet had sealed the hand; another one has given it up, and the same player deals."""
    book.give_up(user=cast.admin, hand=scored, version=scored.version, **MISDEALT)
    answer = step(client, scored, "deal", deals=next_deal(scored))
    assert (answer.status_code, answer.json()["code"]) == (409, "dealt-otherwise")
    assert Hand.objects.count() == 1


def test_the_hand_that_another_tablet_has_dealt_alike_is_the_one(
    client: Client, cast: Cast, scored: Hand
) -> None:
    """Also after it was sealed, and another one dealt: cards go to their hand or nowhere."""
    book.seal(user=cast.scorer, hand=scored, version=scored.version)
    second = book.open_hand(user=cast.admin, match=scored.match)
    assert step(client, scored, "deal", deals=next_deal(scored)).json()["hand"]["number"] == 2
    book.give_up(user=cast.admin, hand=second, version=0, **MISDEALT)
    book.open_hand(user=cast.admin, match=scored.match)
    answer = step(client, scored, "deal", deals=next_deal(scored)).json()
    assert answer["hand"]["public_id"] == second.public_id
    assert Hand.objects.count() == 3


@pytest.mark.parametrize("odd", [5, [], {"number": []}, {"number": 2, "dealer": "Bruno"}, "two"])
def test_a_deal_that_cannot_be_read_deals_nothing(client: Client, scored: Hand, odd: Any) -> None:
    assert step(client, scored, "deal", deals=odd or [0]).status_code == 409
    assert Hand.objects.count() == 1


# --- disputes ------------------------------------------------------------------------------------


def test_a_dispute_sent_twice_by_a_tablet_is_one_and_the_hand_is_sealed_with_it(
    client: Client, cast: Cast, scored: Hand
) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.TAP)
    player = Match.objects.get().seats.get(seat=0).player
    facts = {"player": player.public_id, "because": "We had 52.", "key": new_key()}
    for _ in range(2):
        assert step(client, scored, "dispute", **facts).status_code == 200
    assert Dispute.objects.get().because == "We had 52."
    assert step(client, scored, "seal").status_code == 200
    assert Hand.objects.get().disputed


# --- what a tablet learns ------------------------------------------------------------------------


def test_a_tablet_hears_how_the_match_stands_once_its_hand_is_over(
    client: Client, cast: Cast, scored: Hand
) -> None:
    assert "match" not in client.get(address("recording", "hand", scored)).json()
    book.seal(user=cast.admin, hand=scored, version=scored.version)
    match = client.get(address("recording", "hand", scored)).json()["match"]
    assert match["hands"][0]["state"] == "sealed"


@pytest.mark.parametrize("name", ["seal", "give-up"])
def test_after_a_hand_the_match_is_followed(
    client: Client, cast: Cast, scored: Hand, name: str
) -> None:
    """So that a hand dealt on another tablet is heard of."""
    live = step(client, scored, name, **MISDEALT).json()["live"]
    asked = f"{live['address']}?at={live['mark']}"
    assert client.get(asked).status_code == 204
    book.open_hand(user=cast.admin, match=scored.match)
    assert client.get(asked).status_code == 200
