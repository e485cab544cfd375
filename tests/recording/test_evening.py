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


def test_a_hand_is_given_up_once_with_a_way_and_a_reason_as_its_scorer_saw_it(
    client: Client, scored: Hand
) -> None:
    """A tablet may send it twice; it is refused where another went on with the hand."""
    for odd in ({"void_as": "forgotten"}, {"because": "  "}, {"void_as": 5}):
        answer = step(client, scored, "give-up", **MISDEALT | odd)
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), odd
    answer = step(client, scored, "give-up", version=scored.version - 1, **MISDEALT)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale-version")
    assert Hand.objects.get().is_open
    for _ in range(2):
        answer = step(client, scored, "give-up", **MISDEALT)
        assert answer.status_code == 200
        row = answer.json()["match"]["hands"][0]
        assert (row["state"], row["void_as"]) == ("void", "misdealt")
    hand = Hand.objects.get()
    assert (hand.state, hand.comment) == ("void", "A card was seen while dealing")


def test_what_a_tablet_dealt_is_not_dealt_while_the_hand_before_is_open_or_by_another_dealer(
    client: Client, cast: Cast, scored: Hand
) -> None:
    """What was called in it must not end up in the hand before. The tablet had sealed that; another
    one gives it up, and the same player deals."""
    deals = next_deal(scored)
    answer = step(client, scored, "deal", deals=deals)
    assert (answer.status_code, answer.json()["code"]) == (409, "hand-still-open")
    assert answer.json()["message"] == "Hand 1 is not sealed yet."
    unreadable: tuple[Any, ...] = (
        *(5, [0], "two"),
        *({"number": []}, {"number": 2, "dealer": "Bruno"}),
    )
    for odd in unreadable:
        assert step(client, scored, "deal", deals=odd).status_code == 409, odd
    book.give_up(user=cast.admin, hand=scored, version=scored.version, **MISDEALT)
    for odd in (deals, 5, {"number": []}):
        answer = step(client, scored, "deal", deals=odd)
        assert (answer.status_code, answer.json()["code"]) == (409, "dealt-otherwise"), odd
    assert Hand.objects.count() == 1


def test_a_tablet_hears_of_the_match_after_its_hand_and_of_what_others_deal(
    client: Client, cast: Cast, scored: Hand
) -> None:
    """The hand that another tablet has dealt alike is its own, also after it was given up and
    another one dealt: cards go to their hand or nowhere."""
    screen = address("recording", "hand", scored)
    assert "match" not in client.get(screen).json()
    given_up = step(client, scored, "give-up", **MISDEALT).json()["live"]
    assert client.get(f"{given_up['address']}?at={given_up['mark']}").status_code == 204
    assert step(client, scored, "take-up").status_code == 200
    live = step(client, scored, "seal").json()["live"]
    asked = f"{live['address']}?at={live['mark']}"
    assert client.get(asked).status_code == 204
    assert client.get(screen).json()["match"]["hands"][0]["state"] == "sealed"
    second = book.open_hand(user=cast.admin, match=scored.match)
    assert client.get(asked).status_code == 200
    deals = next_deal(scored)
    assert step(client, scored, "deal", deals=deals).json()["hand"]["number"] == 2
    book.give_up(user=cast.admin, hand=second, version=0, **MISDEALT)
    book.open_hand(user=cast.admin, match=scored.match)
    answer = step(client, scored, "deal", deals=deals).json()
    assert answer["hand"]["public_id"] == second.public_id
    assert Hand.objects.count() == 3


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
