"""Programs see who sat where from hand to hand, put it right, and change a match."""

import json
from typing import Any

import pytest
from django.test import Client

from games import book
from games.models import Entry, Hand, Match, Seal
from tests.cast import Cast, gather
from tests.factories import calls, claimed_by_seat_0, new_key

WHY = "Emma had taken over from Boris."


@pytest.fixture
def cast(db: None) -> Cast:
    """Everybody, before anything is played."""
    return gather()


@pytest.fixture
def api(client: Client, cast: Cast) -> Any:
    """The match of the cast with a sealed hand and an open one, as its scorer asks for it."""
    cast.sealed_hand(claimed_by_seat_0())
    cast.open_hand(calls("pass"))
    client.force_login(cast.scorer)
    base = f"/api/v1/matches/{cast.match.public_id}"

    def ask(method: str, path: str = "", **body: Any) -> Any:
        return client.generic(
            method, base + path, json.dumps(body) if body else b"", "application/json"
        )

    return ask


def ids(cast: Cast, initials: str) -> list[str]:
    return [cast.players["ABCDE".index(initial)].public_id for initial in initials]


def test_a_substitute_is_seated_after_a_preview(cast: Cast, api: Any) -> None:
    wanted = {"seats": ids(cast, "AECD"), "since": 1}
    preview = api("POST", "/seats/preview", **wanted).json()
    assert preview["because_needed"] is True
    assert [(one["number"], one["state"]) for one in preview["hands"]] == [
        (1, "sealed"),
        (2, "open"),
    ]
    totals = {one["name"]: (one["before"], one["after"]) for one in preview["totals"]}
    assert totals == {
        "Anna": (1560, 1560),
        "Boris": (-520, 0),
        "Chloé": (-520, -520),
        "Dario": (-520, -520),
        "Emma": (0, -520),
    }
    key = new_key()
    for _ in range(2):
        answer = api("POST", "/seats", **wanted, because=WHY, seen=preview["seen"], key=key)
        assert answer.status_code == 200
    assert [seat["name"] for seat in answer.json()["seats"]] == ["Anna", "Emma", "Chloé", "Dario"]
    assert Seal.objects.count() == 2


def test_the_hands_say_who_sat_where(cast: Cast, api: Any) -> None:
    api("POST", "/seats", seats=ids(cast, "AECD"), since=2)
    shown = api("GET").json()
    boris_and_emma = [(one["name"], one["since"], one["until"]) for one in shown["seatings"][1:3]]
    assert boris_and_emma == [("Boris", 1, 1), ("Emma", 2, None)]
    standings = api("GET", "/standings").json()
    assert [(one["name"], one["total"]) for one in standings["shared"]] == [
        ("Boris", -520),
        ("Emma", 0),
    ]
    assert standings["ranking"][1]["names"] == ["Boris / Emma"]


def test_where_nobody_was_replaced_nothing_is_shared(cast: Cast, api: Any) -> None:
    assert api("GET", "/standings").json()["shared"] == []
    assert {one["until"] for one in api("GET").json()["seatings"]} == {None}


def test_refusals_have_codes(cast: Cast, api: Any) -> None:
    same = api("POST", "/seats", seats=ids(cast, "ABCD"), since=1)
    assert (same.status_code, same.json()["code"]) == (409, "nothing-to-reseat")
    preview = api("POST", "/seats/preview", seats=ids(cast, "BACD"), since=1).json()
    book.append(
        user=cast.scorer,
        hand=Hand.objects.with_table().get(number=2),
        version=1,
        key=new_key(),
        change=calls("pass")[0],
    )
    wanted = {"seats": ids(cast, "BACD"), "since": 1, "because": WHY}
    late = api("POST", "/seats", **wanted, seen=preview["seen"])
    assert (late.status_code, late.json()["code"]) == (409, "match-changed")
    gone = api("DELETE")
    assert (gone.status_code, gone.json()["code"]) == (409, "match-not-empty")
    reasonless = api("POST", "/seats", seats=ids(cast, "BACD"), since=1)
    assert reasonless.status_code == 400 and reasonless.json()["field"] == "/because"
    stranger = api(
        "POST", "/seats", seats=[*ids(cast, "ABC"), cast.other_players[0].public_id], since=1
    )
    assert stranger.json()["code"] == "unknown-player"


def test_the_entries_of_a_sealed_hand_say_who_was_replaced(
    cast: Cast, api: Any, client: Client
) -> None:
    api("POST", "/seats", seats=ids(cast, "AECD"), since=1, until=1, because=WHY)
    hand = Hand.objects.get(number=1)
    entries = client.get(f"/api/v1/hands/{hand.public_id}/entries").json()["entries"]
    change = entries[-1]["change"]
    assert change["op"] == "seats" and change["players"] == ids(cast, "AECD")
    assert change["was"] == {"players": ids(cast, "ABCD"), "dealer": 3}
    assert Entry.objects.filter(hand=hand).count() == hand.version


def test_a_match_is_renamed_moved_and_deleted(cast: Cast, api: Any, client: Client) -> None:
    changed = api("PATCH", title="Finale", table="2", played_on="2026-10-01").json()
    assert [changed[name] for name in ("title", "table", "played_on")] == [
        *("Finale", "2", "2026-10-01")
    ]
    hands = client.get("/api/v1/hands?date=2026-10-01").json()["results"]
    assert len(hands) == 2
    empty = cast.open_match()
    assert client.delete(f"/api/v1/matches/{empty.public_id}").status_code == 204
    assert not Match.objects.filter(pk=empty.pk).exists()
