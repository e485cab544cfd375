"""Parts of a hand (events, comments, the table as a picture), and how a match stands."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.club.opening_clubs import set_up
from games.models import Membership
from games.replay import remarking
from games.rules import parse_record
from tests.api.conftest import Asking
from tests.api.table import HANDS, NAMES, Cast
from tests.api.test_errors import assert_problem
from tests.factories import act, calls, write

pytestmark = pytest.mark.both_databases


def test_events_tell_what_followed_from_each_action(
    cast: Cast, member: Client, asking: Asking
) -> None:
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
    # The card that closes a trick tells who won it.
    cards = [act("play", card=HANDS[seat][0]) for seat in (2, 3, 0, 1)]
    for change in (*calls("guard-without pass pass"), *cards):
        write(cast.scorer, cast.open, change)
    address = f"/api/v1/hands/{cast.open.public_id}/events"
    trick = asking("scorer").get(address).json()["events"][-4:]
    told = [(event["place"], event["trick"], event["winner"]) for event in trick]
    assert told == [("1.1", 1, None), ("1.2", 1, None), ("1.3", 1, None), ("1.4", 1, 3)]
    assert trick[-1]["trick_points"] == 2


def test_a_member_says_something_once_and_erases_it(
    cast: Cast, member: Client, asking: Asking
) -> None:
    address = f"/api/v1/hands/{cast.scored.public_id}/comments"

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
    running = address.replace(cast.scored.public_id, cast.open.public_id)
    answer = asking("scorer").post(running, {"place": "1.1", "text": "!"}, "application/json")
    assert_problem(answer, "hand-not-sealed")
    mine = f"{address}/{made.json()['id']}"
    assert_problem(asking("admin").delete(mine), "role-required")
    assert member.delete(mine).status_code == 204
    assert_problem(member.delete(mine), "not-found")


def test_comments_are_those_that_the_reader_may_see(
    cast: Cast, member: Client, asking: Asking
) -> None:
    first = remarking.add_remark(user=cast.member, hand=cast.scored, place="1.1", text="Bold!")
    remarking.add_remark(user=cast.scorer, hand=cast.scored, place="score", text="Well played.")
    address, admin = f"/api/v1/hands/{cast.scored.public_id}/comments", asking("admin")
    found = admin.get(address).json()["comments"]
    assert [(one["author"], one["place"], one["text"]) for one in found] == [
        ("member", "1.1", "Bold!"),
        ("scorer", "score", "Well played."),
    ]
    remarking.hide_remark(user=cast.scorer, remark=first, hidden=True)
    assert len(admin.get(address).json()["comments"]) == 1
    assert len(member.get(address).json()["comments"]) == 2
    listed = admin.get("/api/v1/hands?include=comments").json()["results"]
    assert [len(row["comments"]) for row in listed] == [0, 0, 1]


def test_the_table_comes_as_a_drawing_or_a_picture(cast: Cast, member: Client) -> None:
    hand = f"/api/v1/hands/{cast.scored.public_id}"
    for place in (
        "/position",
        "/position.svg?step=1.1",
        "/position?step=auction&seat=none",
        ".svg?seat=0",
    ):
        response = member.get(f"{hand}{place}")
        assert response.headers["Content-Type"] == "image/svg+xml"
        assert ElementTree.fromstring(response.content).tag.endswith("svg")
        policy = response.headers["Content-Security-Policy"]
        assert "style-src 'unsafe-inline'" in policy
        assert "script" not in policy
    response = member.get(f"{hand}/position.png?step=1.1")
    assert response.headers["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG")
    for query in ("step=99.9", "step=x", "seat=4", "seat=anna"):
        assert_problem(member.get(f"{hand}/position?{query}"), "bad-parameter")


def test_a_match_tells_how_it_stands(cast: Cast, member: Client) -> None:
    found = member.get(f"/api/v1/matches/{cast.match.public_id}/standings").json()
    assert [one["name"] for one in found["people"]] == NAMES
    assert [hand["number"] for hand in found["hands"]] == [1, 2]
    assert found["hands"][0]["scores"] == [1560, -520, -520, -520]
    assert found["hands"][1]["totals"] == [1560, -520, -520, -520]
    assert found["ranking"][0] == {"places": [0], "names": ["Anna"], "total": 1560, "last": 0}
    assert (found["over"], found["winners"], found["target"]) == (False, [], None)


def test_a_published_hand_is_for_everybody_until_it_is_withdrawn(cast: Cast) -> None:
    """Without names it names nobody, in whatever form."""
    address, visitor = f"/api/v1/published/{cast.scored.public_id}", Client()
    assert_problem(visitor.get(address), "not-found")
    remarking.publish(user=cast.scorer, hand=cast.scored, names=True)
    response = visitor.get(address)
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert parse_record(response.content).players == tuple(NAMES)
    known = visitor.get(address, headers={"if-none-match": response.headers["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
    for form in ("record", "txt", "svg", "png"):
        assert visitor.get(f"{address}.{form}").status_code == 200
    remarking.withdraw(user=cast.scorer, hand=cast.scored)
    assert_problem(visitor.get(address), "not-found")
    remarking.publish(user=cast.scorer, hand=cast.scored, names=False)
    for form in ("json", "txt", "svg"):
        text = visitor.get(f"{address}.{form}").content.decode()
        assert not [name for name in (*NAMES, "Les Atouts", "Friday") if name in text]


def test_a_program_learns_why_a_running_hand_of_its_own_table_is_shut(
    cast: Cast, asking: Asking
) -> None:
    set_up(user=cast.admin, club=cast.club, hides_running=True)
    seat = cast.open.match.seats.earliest("seat")
    Membership.objects.filter(user=cast.admin, club=cast.club).update(player=seat.player)
    admin = asking("admin")
    for part in ("record", "events", "position", "entries", "comments"):
        answer = admin.get(f"/api/v1/hands/{cast.open.public_id}/{part}")
        assert_problem(answer, "role-required")
        assert "You sit at this table" in answer.json()["detail"]
    assert asking("scorer").get(f"/api/v1/hands/{cast.open.public_id}/record").status_code == 200
