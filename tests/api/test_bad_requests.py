"""What must be refused besides entries, numbered as in test_bad_inputs.py."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games import people
from games.models import Player
from tests.api.conftest import bearer
from tests.api.table import Cast, token_of
from tests.api.test_errors import assert_problem

pytestmark = pytest.mark.both_databases

Asking = Callable[[str], Client]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "malformed"),
        ("   ", "name-invalid"),
        ("x" * 300, "malformed"),
        ("\u200b", "name-invalid"),
        ("Anna\u2028", "duplicate-player"),
        ("Bo\nris", None),
        ("Boris", "duplicate-player"),
        ("Jose\u0301", None),
    ],
)
def test_names_of_players(name: str, code: str | None, cast: Cast, asking: Asking) -> None:
    """48, 49."""
    body = {"club": cast.club.public_id, "name": name}
    response = asking("scorer").post("/api/v1/players", body, "application/json")
    if code is None:
        assert response.status_code == 201
        stored = Player.objects.get(public_id=response.json()["id"]).name
        assert stored in ("Bo ris", "José")
    else:
        assert_problem(response, code)


MATCH = {"title": "T", "variant": "french", "first_dealer": 0}


@pytest.mark.parametrize(
    ("facts", "seats", "code", "words"),
    [
        ({}, [0], "wrong-player-count", "3"),
        ({}, [0, 1, 2, 0], "duplicate-player", "Anna"),
        ({"variant": "frenh"}, [0, 1, 2, 3], "unknown-variant", ""),
        ({"options": {"no": 1}}, [0, 1, 2, 3], "unknown-option", "no"),
        ({"options": {"petit_sec": "yes"}}, [0, 1, 2, 3], "unknown-option", "petit_sec"),
        ({"preset": "nothing"}, [0, 1, 2, 3], "unknown-option", ""),
        ({"first_dealer": 7}, [0, 1, 2, 3], "out-of-range", ""),
        ({"hands_planned": 0}, [0, 1, 2, 3], "out-of-range", ""),
        ({"writes": "everything"}, [0, 1, 2, 3], "unknown-choice", "all-hands"),
        ({"played_on": "20.11.2026"}, [0, 1, 2, 3], "malformed", "YYYY-MM-DD"),
        ({"title": ""}, [0, 1, 2, 3], "malformed", ""),
        ({"club": "aaaaaaaaaaaaaaaa"}, [0, 1, 2, 3], "not-found", ""),
    ],
)
def test_a_match_that_cannot_be_opened(
    facts: dict[str, Any], seats: list[int], code: str, words: str, cast: Cast, asking: Asking
) -> None:
    """24, 25, 34."""
    ids = [cast.players[seat].public_id for seat in seats]
    body = {"club": cast.club.public_id, "seats": ids} | MATCH | facts
    found = assert_problem(asking("scorer").post("/api/v1/matches", body, "application/json"), code)
    assert words in found["detail"]


def test_a_player_of_another_club_sits_nowhere_here(cast: Cast, asking: Asking) -> None:
    other = people.add_player(user=cast.stranger, club=cast.other_club, name="Anna")
    ids = [player.public_id for player in (*cast.players[:3], other)]
    body = {"club": cast.club.public_id, "seats": ids} | MATCH
    response = asking("scorer").post("/api/v1/matches", body, "application/json")
    assert_problem(response, "unknown-player")


@pytest.mark.parametrize("wrong", ["match", "nobody"])
def test_an_id_of_something_else_is_no_hand(wrong: str, cast: Cast, asking: Asking) -> None:
    """34."""
    place = cast.match.public_id if wrong == "match" else "a" * 16
    body = {"version": 0, "key": secrets.token_urlsafe(16), "change": {"op": "undo"}}
    response = asking("scorer").post(f"/api/v1/hands/{place}/entries", body, "application/json")
    assert_problem(response, "not-found")


def test_a_session_without_its_csrf_token(cast: Cast) -> None:
    """36."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.scorer)
    response = client.post(f"/api/v1/hands/{cast.open.public_id}/void", {}, "application/json")
    assert_problem(response, "csrf-refresh")


@pytest.mark.parametrize("name", ["token", "access_token", "x"])
def test_a_token_in_an_address(name: str, cast: Cast) -> None:
    """52."""
    token = token_of(cast.member)
    assert_problem(bearer(token).get(f"/api/v1/clubs?{name}={token}"), "token-in-url")


def test_every_answer_states_the_limits(asking: Asking) -> None:
    response = asking("member").get("/api/v1/clubs")
    assert response.headers["RateLimit-Policy"] == '"requests";q=600;w=60'
    assert response.headers["RateLimit"].startswith('"requests";r=599;t=')
