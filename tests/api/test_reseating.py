"""Programs see who sat where from hand to hand, put it right, and change a match."""

import json
from typing import Any

import pytest
from django.test import Client

from games.models import Entry, Hand, Match, Seal
from tests.api.test_errors import assert_problem
from tests.cast import Cast, gather
from tests.factories import calls, claimed_by_seat_0, new_key, write
from tests.ground import laid_once, undone

WHY = "Emma had taken over from Boris."


def played() -> Cast:
    """Everybody, with a sealed hand and an open one of their match."""
    cast = gather()
    cast.sealed_hand(claimed_by_seat_0())
    cast.open_hand(calls("pass"))
    return cast


evening_once = laid_once(played)


@pytest.fixture
def api(client: Client, cast: Cast) -> Any:
    """A function that asks for the match as its scorer."""
    client.force_login(cast.scorer)
    base = f"/api/v1/matches/{cast.match.public_id}"

    def ask(method: str, path: str = "", **body: Any) -> Any:
        return client.generic(
            method, base + path, json.dumps(body) if body else b"", "application/json"
        )

    return ask


def ids(cast: Cast, initials: str) -> list[str]:
    return [cast.players["ABCDE".index(initial)].public_id for initial in initials]


def test_a_substitute_is_seated_after_a_preview(cast: Cast, api: Any, client: Client) -> None:
    wanted = {"seats": ids(cast, "AECD"), "since": 1}
    preview = api("POST", "/seats/preview", **wanted).json()
    assert preview["because_needed"] is True
    hands = [(one["number"], one["state"]) for one in preview["hands"]]
    assert hands == [(1, "sealed"), (2, "open")]
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
    hand = Hand.objects.get(number=1)
    entries = client.get(f"/api/v1/hands/{hand.public_id}/entries").json()["entries"]
    change = entries[-1]["change"]
    assert change["op"] == "seats" and change["players"] == ids(cast, "AECD")
    assert change["was"] == {"players": ids(cast, "ABCD"), "dealer": 3}
    assert Entry.objects.filter(hand=hand).count() == hand.version


def test_the_hands_say_who_sat_where(cast: Cast, api: Any) -> None:
    assert api("GET", "/standings").json()["shared"] == []
    assert {one["until"] for one in api("GET").json()["seatings"]} == {None}
    api("POST", "/seats", seats=ids(cast, "AECD"), since=2)
    shown = api("GET").json()
    boris_and_emma = [(one["name"], one["since"], one["until"]) for one in shown["seatings"][1:3]]
    assert boris_and_emma == [("Boris", 1, 1), ("Emma", 2, None)]
    standings = api("GET", "/standings").json()
    shared = [(one["name"], one["total"]) for one in standings["shared"]]
    assert shared == [("Boris", -520), ("Emma", 0)]
    assert standings["ranking"][1]["names"] == ["Boris / Emma"]


def test_refusals_have_codes(cast: Cast, api: Any) -> None:
    def seat(initials: str, **facts: Any) -> Any:
        return api("POST", "/seats", seats=ids(cast, initials), since=1, **facts)

    assert_problem(seat("ABCD"), "nothing-to-reseat")
    assert assert_problem(seat("BACD"), "malformed")["field"] == "/because"
    preview = api("POST", "/seats/preview", seats=ids(cast, "BACD"), since=1).json()
    with undone():
        running = Hand.objects.with_table().get(number=2)
        write(cast.scorer, running, calls("pass")[0])
        assert_problem(seat("BACD", because=WHY, seen=preview["seen"]), "match-changed")
    assert_problem(api("DELETE"), "match-not-empty")
    stranger = cast.other_players[0].public_id
    answer = api("POST", "/seats", seats=[*ids(cast, "ABC"), stranger], since=1)
    assert_problem(answer, "unknown-player")


def test_a_match_is_renamed_moved_and_deleted(cast: Cast, api: Any, client: Client) -> None:
    facts = {"title": "Finale", "table": "2", "played_on": "2026-10-01"}
    changed = api("PATCH", **facts).json()
    assert {name: changed[name] for name in facts} == facts
    hands = client.get("/api/v1/hands?date=2026-10-01").json()["results"]
    assert len(hands) == 2
    empty = cast.open_match()
    assert client.delete(f"/api/v1/matches/{empty.public_id}").status_code == 204
    assert not Match.objects.filter(pk=empty.pk).exists()
