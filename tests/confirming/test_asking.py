"""What the pages ask about a score, of whom, and what they tell afterwards."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import people
from games.club.opening_clubs import set_up
from games.confirming import disputes
from games.confirming.disputes import rule
from games.models import Confirmation, Confirms, Dispute, Hand, Membership, User
from tests.cast import Cast
from tests.factories import claimed_by_seat_0


@pytest.fixture
def finished(cast: Cast) -> Hand:
    """A hand that Anna has won, in a club where scores are confirmed by a tap."""
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.TAP)
    return cast.open_hand(claimed_by_seat_0())


def words(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def is_player(cast: Cast, user: User, seat: int) -> None:
    Membership.objects.filter(user=user, club=cast.club).update(player=cast.players[seat])


def get(client: Client, user: User, name: str, *args: Any) -> Any:
    client.force_login(user)
    return client.get(reverse(name, args=["les-atouts", *args]))


def post(client: Client, user: User, name: str, *args: Any, **sent: Any) -> Any:
    client.force_login(user)
    return client.post(reverse(name, args=["les-atouts", *args]), sent)


def test_the_score_screen_asks_the_other_side(client: Client, cast: Cast, finished: Hand) -> None:
    page = get(client, cast.scorer, "record", cast.match.public_id)
    names = re.findall(r'class="button confirm-name seal"[^>]*>([^<]+)<', page.content.decode())
    assert [name.strip() for name in names] == ["Boris", "Chloé", "Dario"]
    assert b'class="button act seal" disabled data-never' in page.content


def test_a_club_that_does_not_ask_has_the_score_screen_as_before(
    client: Client, cast: Cast
) -> None:
    cast.open_hand(claimed_by_seat_0())
    page = get(client, cast.scorer, "record", cast.match.public_id)
    assert b"confirm-bar" not in page.content
    assert b'class="button act seal">' in page.content


@pytest.mark.parametrize(("name", "back"), [("club", "club"), ("match", "match")])
def test_players_are_asked_on_their_own_telephone(
    client: Client, cast: Cast, finished: Hand, name: str, back: str
) -> None:
    ids = [cast.match.public_id] if name == "match" else []
    assert "Is your score right?" not in words(get(client, cast.member, name, *ids))
    is_player(cast, cast.member, 1)
    page = get(client, cast.member, name, *ids)
    assert "Friday, hand 1 : you score −" in words(page)
    facts = {"player": cast.players[1].public_id, "version": finished.version, "back": back}
    answer = post(client, cast.member, "hand-confirm", finished.public_id, **facts)
    assert answer.url == page.request["PATH_INFO"]
    assert Confirmation.objects.get().how == "account"
    assert "confirmed" in words(get(client, cast.member, name, *ids))


def test_the_taker_sees_their_score_and_may_dispute_it(
    client: Client, cast: Cast, finished: Hand
) -> None:
    is_player(cast, cast.member, 0)
    page = get(client, cast.member, "club").content.decode()
    assert "Something is wrong" in page
    assert ">Confirm<" not in page


def test_a_hand_that_is_going_on_is_not_shown_to_its_players(client: Client, cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.TAP)
    is_player(cast, cast.member, 1)
    hand = cast.open_hand(claimed_by_seat_0()[:3])
    assert "Is your score right?" not in words(get(client, cast.member, "club"))
    said = {"player": cast.players[1].public_id, "because": "No."}
    post(client, cast.member, "hand-dispute", hand.public_id, **said)
    assert not Dispute.objects.exists()
    assert get(client, cast.member, "hand-log", hand.public_id).status_code == 404


def test_a_dispute_is_shown_wherever_the_hand_is_listed(client: Client, cast: Cast) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    is_player(cast, cast.member, 1)
    said = {"player": cast.players[1].public_id, "because": "It was 52."}
    post(client, cast.member, "hand-dispute", hand.public_id, **said)
    match = cast.match.public_id
    for name, ids in (
        ("hands", ()),
        ("match", (match,)),
        ("match-sheet", (match,)),
        ("hand", (hand.public_id,)),
    ):
        assert "disputed by Boris: It was 52." in words(get(client, cast.member, name, *ids)), name
    for name, ids in (("club", ()), ("player", (cast.players[0].public_id,))):
        assert ">disputed<" in get(client, cast.member, name, *ids).content.decode(), name


def test_the_search_finds_open_disputes(client: Client, cast: Cast) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    dispute = disputes.dispute(
        user=cast.scorer, hand=hand, player=cast.players[1], because="It was 52."
    )
    client.force_login(cast.member)
    place = reverse("search", args=["les-atouts"])
    assert "1 hand" in words(client.get(place, {"disputed": "true"}))
    asked = {"disputed": "true", "player": cast.players[1].public_id}
    assert "1 hand" in words(client.get(place, asked))
    rule(user=cast.admin, dispute=dispute, answer="Counted again.")
    assert 'class="row"' not in client.get(place, {"disputed": "true"}).content.decode()


def test_a_ruling_stays_with_the_hand(client: Client, cast: Cast) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    facts: dict[str, Any] = {"user": cast.scorer, "hand": hand, "player": cast.players[1]}
    dispute = disputes.dispute(**facts, because="It was 52.")
    place = (hand.public_id, dispute.public_id)
    post(client, cast.scorer, "dispute-end", *place, answer="")
    assert Dispute.objects.get().is_open
    post(client, cast.scorer, "dispute-end", *place, answer="Counted again: 45.")
    said = words(get(client, cast.member, "hand-log", hand.public_id))
    assert "Boris disputes the score: It was 52." in said
    assert "Ruling: the score stands : Counted again: 45." in said


def test_whoever_disputed_withdraws_it(client: Client, cast: Cast) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    facts: dict[str, Any] = {"user": cast.scorer, "hand": hand, "player": cast.players[1]}
    dispute = disputes.dispute(**facts, because="It was 52.")
    post(client, cast.scorer, "dispute-end", hand.public_id, dispute.public_id, withdraw="1")
    assert Dispute.objects.get().ended_as == "withdrawn"


def test_a_player_sets_their_own_pin(client: Client, cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.PIN)
    boris = cast.players[1]
    assert get(client, cast.member, "player-pin", boris.public_id).status_code == 403
    is_player(cast, cast.member, 1)
    assert "set a PIN" in words(get(client, cast.member, "player", boris.public_id))
    for sent in ({"pin": "12", "again": "12"}, {"pin": "2468", "again": "2469"}):
        answer = post(client, cast.member, "player-pin", boris.public_id, **sent)
        assert answer.status_code == 422
    sent = {"pin": "2468", "again": "2468"}
    assert post(client, cast.member, "player-pin", boris.public_id, **sent).status_code == 302
    boris.refresh_from_db()
    assert boris.pin
    post(client, cast.member, "player-pin", boris.public_id, remove="1")
    boris.refresh_from_db()
    assert boris.pin == ""


def test_a_pin_set_by_somebody_else_is_marked_for_the_player_and_for_readers(
    client: Client, cast: Cast
) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.PIN)
    hand, boris = cast.open_hand(claimed_by_seat_0()), cast.players[1]
    is_player(cast, cast.member, 1)
    people.set_pin(user=cast.scorer, player=boris, pin="2468")
    facts = {"player": boris.public_id, "version": hand.version, "pin": "2468"}
    post(client, cast.scorer, "hand-confirm", hand.public_id, **facts)
    assert "PIN set by scorer on" in words(get(client, cast.scorer, "hand-log", hand.public_id))
    answer = client.get(f"/api/v1/hands/{hand.public_id}/confirmations").json()
    assert answer["confirmations"][0]["pin_set_by"] == "scorer"
    account = client.get(reverse("account"))
    assert "set a PIN for you" not in words(account)
    assert "scorer set a PIN for you on" in words(get(client, cast.member, "club"))
    assert "scorer set a PIN for you on" in words(client.get(reverse("account")))
    own = {"pin": "9753", "again": "9753"}
    post(client, cast.member, "player-pin", boris.public_id, **own)
    assert "set a PIN for you" not in words(get(client, cast.member, "club"))
    assert "set a PIN for you" not in words(client.get(reverse("account")))
    refused = post(client, cast.scorer, "player-pin", boris.public_id, **own)
    assert refused.status_code == 403 and "a PIN of their own" in words(refused)
