"""What the pages ask about a score, of whom, and what they tell afterwards."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from games import people
from games.models import Confirmation, Confirms, Dispute, Hand, User
from tests.cast import Cast
from tests.confirming.table import plays_as, wants
from tests.factories import write
from tests.ground import undone


def words(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def get(client: Client, user: User, name: str, *args: Any) -> Any:
    client.force_login(user)
    return client.get(reverse(name, args=["les-atouts", *args]))


def post(client: Client, user: User, name: str, *args: Any, **sent: Any) -> Any:
    client.force_login(user)
    return client.post(reverse(name, args=["les-atouts", *args]), sent)


def test_the_score_screen_asks_the_other_side_where_the_club_wants_it(
    client: Client, cast: Cast, finished: Hand
) -> None:
    page = get(client, cast.scorer, "record", cast.match.public_id).content
    names = re.findall(r'class="button confirm-name seal"[^>]*>([^<]+)<', page.decode())
    assert [name.strip() for name in names] == ["Boris", "Chloé", "Dario"]
    assert b'class="button act seal" disabled data-never' in page
    wants(cast, Confirms.NO)
    page = get(client, cast.scorer, "record", cast.match.public_id).content
    assert b"confirm-bar" not in page
    assert b'class="button act seal">' in page


def test_players_are_asked_on_their_own_telephone_once_the_hand_is_finished(
    client: Client, cast: Cast, finished: Hand
) -> None:
    asked = "Is your score right?"
    boris = cast.players[1]
    assert asked not in words(get(client, cast.member, "club")), "they do not play"
    plays_as(cast.member, boris)
    for name, ids in (("club", []), ("match", [cast.match.public_id])):
        with undone(client):
            page = get(client, cast.member, name, *ids)
            assert "Friday, hand 1 : you score −" in words(page)
            facts = {"player": boris.public_id, "version": finished.version, "back": name}
            answer = post(client, cast.member, "hand-confirm", finished.public_id, **facts)
            assert answer.url == page.request["PATH_INFO"]
            assert Confirmation.objects.get().how == "account"
            assert "confirmed" in words(get(client, cast.member, name, *ids))
    plays_as(cast.member, cast.players[0])
    page = get(client, cast.member, "club").content.decode()
    assert "Something is wrong" in page
    assert ">Confirm<" not in page, "the taker may only dispute it"
    plays_as(cast.member, boris)
    for _entry in ("the note", "the claim"):
        write(cast.scorer, finished, {"op": "undo"})
    assert asked not in words(get(client, cast.member, "club")), "the hand goes on"
    sent = {"player": boris.public_id, "because": "No."}
    post(client, cast.member, "hand-dispute", finished.public_id, **sent)
    assert not Dispute.objects.exists()
    assert get(client, cast.member, "hand-log", finished.public_id).status_code == 404


def test_a_dispute_is_shown_wherever_the_hand_is_listed_until_a_ruling_ends_it(
    client: Client, cast: Cast, sealed: Hand
) -> None:
    boris, match = cast.players[1], cast.match.public_id
    plays_as(cast.member, boris)
    sent = {"player": boris.public_id, "because": "It was 52."}
    post(client, cast.member, "hand-dispute", sealed.public_id, **sent)
    for name, ids in (
        ("hands", ()),
        ("match", (match,)),
        ("match-sheet", (match,)),
        ("hand", (sealed.public_id,)),
    ):
        assert "disputed by Boris: It was 52." in words(get(client, cast.member, name, *ids)), name
    for name, ids in (("club", ()), ("player", (cast.players[0].public_id,))):
        assert ">disputed<" in get(client, cast.member, name, *ids).content.decode(), name
    search = reverse("search", args=["les-atouts"])
    assert "1 hand" in words(client.get(search, {"disputed": "true"}))
    of_boris = {"disputed": "true", "player": boris.public_id}
    assert "1 hand" in words(client.get(search, of_boris))
    place = (sealed.public_id, Dispute.objects.get().public_id)
    post(client, cast.scorer, "dispute-end", *place, answer="")
    assert Dispute.objects.get().is_open
    post(client, cast.scorer, "dispute-end", *place, answer="Counted again: 45.")
    log = words(get(client, cast.member, "hand-log", sealed.public_id))
    assert "Boris disputes the score: It was 52." in log
    assert "Ruling: the score stands : Counted again: 45." in log
    assert 'class="row"' not in client.get(search, {"disputed": "true"}).content.decode()
    post(client, cast.member, "hand-dispute", sealed.public_id, **sent)
    place = (sealed.public_id, Dispute.objects.get(ended_at=None).public_id)
    post(client, cast.member, "dispute-end", *place, withdraw="1")
    assert {one.ended_as for one in Dispute.objects.all()} == {"ruling", "withdrawn"}


def test_a_player_sets_their_own_pin(client: Client, cast: Cast) -> None:
    wants(cast, Confirms.PIN)
    boris = cast.players[1]
    assert get(client, cast.member, "player-pin", boris.public_id).status_code == 403
    plays_as(cast.member, boris)
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
    client: Client, cast: Cast, finished: Hand
) -> None:
    wants(cast, Confirms.PIN)
    boris, log = cast.players[1], ("hand-log", finished.public_id)
    plays_as(cast.member, boris)
    people.set_pin(user=cast.scorer, player=boris, pin="2468")
    facts = {"player": boris.public_id, "version": finished.version, "pin": "2468"}
    post(client, cast.scorer, "hand-confirm", finished.public_id, **facts)
    assert "PIN set by scorer on" in words(get(client, cast.scorer, *log))
    answer = client.get(f"/api/v1/hands/{finished.public_id}/confirmations").json()
    assert answer["confirmations"][0]["pin_set_by"] == "scorer"
    assert "set a PIN for you" not in words(client.get(reverse("account")))
    assert "scorer set a PIN for you on" in words(get(client, cast.member, "club"))
    assert "scorer set a PIN for you on" in words(client.get(reverse("account")))
    own = {"pin": "9753", "again": "9753"}
    post(client, cast.member, "player-pin", boris.public_id, **own)
    assert "set a PIN for you" not in words(client.get(reverse("account")))
    refused = post(client, cast.scorer, "player-pin", boris.public_id, **own)
    assert refused.status_code == 403 and "a PIN of their own" in words(refused)
