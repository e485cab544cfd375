"""Parts of a hand (events, comments, the table as a picture), and how a match stands."""

import json
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from games import book
from games.club.opening_clubs import set_up
from games.models import Membership
from games.replay import remarking
from games.rules import parse_record
from tests.api.table import HANDS, NAMES, Cast
from tests.api.test_errors import assert_problem

pytestmark = pytest.mark.both_databases

Asking = Callable[[str], Client]


@pytest.fixture
def member(asking: Asking) -> Client:
    """Somebody who reads."""
    return asking("member")


def test_events_tell_what_followed_from_each_action(cast: Cast, member: Client) -> None:
    address = f"/api/v1/hands/{cast.scored.public_id}/events"
    events = member.get(address).json()["events"]
    assert [event["kind"] for event in events] == ["call"] * 4 + ["play", "claim"]
    assert events[0] == {
        "index": 0,
        "place": "auction.2",
        "phase": "auction",
        "kind": "call",
        "seat": 0,
        "player": "Anna",
        "trick": None,
        "winner": None,
        "trick_points": None,
        "inferred": False,
        "action": {"kind": "call", "seat": 0, "call": "guard-without"},
    }
    led = events[4]
    assert (led["place"], led["trick"], led["winner"]) == ("1.1", 1, None)
    assert led["action"]["card"] == HANDS[0][-1]
    lines = b"".join(member.get(f"{address}.ndjson")).splitlines()
    assert [json.loads(line) for line in lines] == events


@pytest.mark.parametrize("form", ["json", "record", "txt", "svg"])
@pytest.mark.parametrize("query", ["include=false", "include=%F2"])
def test_a_field_that_is_none_is_refused_in_every_form(
    cast: Cast, member: Client, form: str, query: str
) -> None:
    """Found by made-up requests: a record was given whatever its address named besides."""
    answer = member.get(f"/api/v1/hands/{cast.scored.public_id}?format={form}&{query}")
    assert_problem(answer, "bad-parameter")


def test_the_card_that_closes_a_trick_tells_who_won_it(cast: Cast, asking: Asking) -> None:
    bids = ("guard-without", "pass", "pass")
    calls = [{"kind": "call", "call": bid} for bid in bids]
    cards = [{"kind": "play", "card": HANDS[seat][0]} for seat in (2, 3, 0, 1)]
    for version, action in enumerate([*calls, *cards], 2):
        book.append(
            user=cast.scorer,
            hand=cast.open,
            version=version,
            key=f"a-key-for-entry-{version:03}",
            change={"op": "act", "action": action},
        )
    address = f"/api/v1/hands/{cast.open.public_id}/events"
    events = asking("scorer").get(address).json()["events"]
    plays = [event for event in events if event["kind"] == "play"]
    assert [(event["place"], event["trick"]) for event in plays] == [
        ("1.1", 1),
        ("1.2", 1),
        ("1.3", 1),
        ("1.4", 1),
    ]
    assert [event["winner"] for event in plays] == [None, None, None, 3]
    assert plays[-1]["trick_points"] == 2


def test_a_member_says_something_once_and_erases_it(cast: Cast, asking: Asking) -> None:
    member, address = asking("member"), f"/api/v1/hands/{cast.scored.public_id}/comments"

    def say(**facts: str) -> Any:
        body = {"place": "1.1", "text": "  Bold!"} | facts
        return member.post(address, body, "application/json")

    made = say()
    assert made.status_code == 201, made.content
    assert (made.json()["text"], made.json()["author"]) == ("Bold!", "member")
    again = say()
    assert (again.status_code, again.json()) == (200, made.json())
    for wrong in ({"text": " "}, {"place": "19.1"}, {"place": "x"}, {"text": "\x07"}):
        assert_problem(say(**wrong), "malformed")
    thrown_in = address.replace(cast.scored.public_id, cast.open.public_id)
    answer = asking("scorer").post(thrown_in, {"place": "1.1", "text": "!"}, "application/json")
    assert_problem(answer, "hand-not-sealed")
    mine = f"{address}/{made.json()['id']}"
    assert_problem(asking("admin").delete(mine), "role-required")
    assert member.delete(mine).status_code == 204
    assert_problem(member.delete(mine), "not-found")


def test_comments_are_those_that_the_reader_may_see(cast: Cast, asking: Asking) -> None:
    first = remarking.add_remark(user=cast.member, hand=cast.scored, place="1.1", text="Bold!")
    remarking.add_remark(user=cast.scorer, hand=cast.scored, place="score", text="Well played.")
    address = f"/api/v1/hands/{cast.scored.public_id}/comments"
    found = asking("admin").get(address).json()["comments"]
    assert [(one["author"], one["place"], one["text"]) for one in found] == [
        ("member", "1.1", "Bold!"),
        ("scorer", "score", "Well played."),
    ]
    remarking.hide_remark(user=cast.scorer, remark=first, hidden=True)
    assert len(asking("admin").get(address).json()["comments"]) == 1
    assert len(asking("member").get(address).json()["comments"]) == 2
    listed = asking("admin").get("/api/v1/hands?include=comments").json()["results"]
    assert [len(row["comments"]) for row in listed] == [0, 0, 1]


@pytest.mark.parametrize("end", ["/position", "/position.svg", ".svg"])
@pytest.mark.parametrize("query", ["", "step=1.1", "step=auction&seat=none", "seat=0"])
def test_the_table_comes_as_a_drawing(end: str, query: str, cast: Cast, member: Client) -> None:
    response = member.get(f"/api/v1/hands/{cast.scored.public_id}{end}?{query}")
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert ElementTree.fromstring(response.content).tag.endswith("svg")
    policy = response.headers["Content-Security-Policy"]
    assert "style-src 'unsafe-inline'" in policy
    assert "script" not in policy


def test_the_table_comes_as_a_picture(cast: Cast, member: Client) -> None:
    response = member.get(f"/api/v1/hands/{cast.scored.public_id}/position.png?step=1.1")
    assert response.headers["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG")


@pytest.mark.parametrize("query", ["step=99.9", "step=x", "seat=4", "seat=anna"])
def test_a_picture_of_nothing(query: str, cast: Cast, member: Client) -> None:
    response = member.get(f"/api/v1/hands/{cast.scored.public_id}/position?{query}")
    assert_problem(response, "bad-parameter")


def test_a_match_tells_how_it_stands(cast: Cast, member: Client) -> None:
    found = member.get(f"/api/v1/matches/{cast.match.public_id}/standings").json()
    assert [one["name"] for one in found["people"]] == NAMES
    assert [hand["number"] for hand in found["hands"]] == [1, 2]
    assert found["hands"][0]["scores"] == [1560, -520, -520, -520]
    assert found["hands"][1]["totals"] == [1560, -520, -520, -520]
    assert found["ranking"][0] == {"places": [0], "names": ["Anna"], "total": 1560, "last": 0}
    assert (found["over"], found["winners"], found["target"]) == (False, [], None)


def test_a_published_hand_is_for_everybody(cast: Cast) -> None:
    address = f"/api/v1/published/{cast.scored.public_id}"
    assert_problem(Client().get(address), "not-found")
    remarking.publish(user=cast.scorer, hand=cast.scored, names=True)
    response = Client().get(address)
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert parse_record(response.content).players == tuple(NAMES)
    known = Client().get(address, headers={"if-none-match": response.headers["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
    forms = {form: Client().get(f"{address}.{form}") for form in ("record", "txt", "svg", "png")}
    assert {form: found.status_code for form, found in forms.items()} == dict.fromkeys(forms, 200)
    remarking.withdraw(user=cast.scorer, hand=cast.scored)
    assert_problem(Client().get(address), "not-found")


def test_without_names_it_names_nobody(cast: Cast) -> None:
    remarking.publish(user=cast.scorer, hand=cast.scored, names=False)
    for form in ("json", "txt", "svg"):
        text = Client().get(f"/api/v1/published/{cast.scored.public_id}.{form}").content.decode()
        names: list[Any] = [*NAMES, "Les Atouts", "Friday"]
        assert not [name for name in names if name in text]


def test_a_program_learns_why_a_running_hand_of_its_own_table_is_shut(
    cast: Cast, asking: Asking
) -> None:
    set_up(user=cast.admin, club=cast.club, hides_running=True)
    seat = cast.open.match.seats.earliest("seat")
    Membership.objects.filter(user=cast.admin, club=cast.club).update(player=seat.player)
    for part in ("record", "events", "position", "entries", "comments"):
        answer = asking("admin").get(f"/api/v1/hands/{cast.open.public_id}/{part}")
        assert_problem(answer, "role-required")
        assert "You sit at this table" in answer.json()["detail"]
    assert asking("scorer").get(f"/api/v1/hands/{cast.open.public_id}/record").status_code == 200
