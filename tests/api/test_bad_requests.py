"""What must be refused in other requests than entries, numbered as in test_bad_inputs.py."""

from typing import Any

import pytest

from games import people
from games.models import Match, Player
from tests.api.conftest import Send
from tests.api.table import Cast, entry
from tests.api.test_errors import assert_problem

pytestmark = pytest.mark.both_databases


def test_players_have_names_that_can_be_read_and_told_apart(cast: Cast, send: Send) -> None:
    """48, 49."""
    for name, code in (
        ("", "malformed"),
        ("   ", "name-invalid"),
        ("x" * 300, "malformed"),
        ("\u200b", "name-invalid"),
        ("Anna\u2028", "duplicate-player"),
        ("Boris", "duplicate-player"),
    ):
        assert_problem(send("players", {"club": cast.club.public_id, "name": name}), code)
    for name, stored in (("Bo\nris", "Bo ris"), ("Jose\u0301", "José")):
        made = send("players", {"club": cast.club.public_id, "name": name})
        assert made.status_code == 201
        assert Player.objects.get(public_id=made.json()["id"]).name == stored


WRONG_MATCHES: list[tuple[dict[str, Any], str, str, str]] = [
    ({}, "A", "wrong-player-count", "3"),
    ({}, "ABCA", "duplicate-player", "Anna"),
    ({}, "ABCO", "unknown-player", ""),
    ({"variant": "frenh"}, "ABCD", "unknown-variant", ""),
    ({"options": {"no": 1}}, "ABCD", "unknown-option", "no"),
    ({"options": {"petit_sec": "yes"}}, "ABCD", "unknown-option", "petit_sec"),
    ({"preset": "nothing"}, "ABCD", "unknown-option", ""),
    ({"first_dealer": 7}, "ABCD", "out-of-range", ""),
    ({"hands_planned": 0}, "ABCD", "out-of-range", ""),
    ({"writes": "everything"}, "ABCD", "unknown-choice", "all-hands"),
    ({"played_on": "20.11.2026"}, "ABCD", "malformed", "YYYY-MM-DD"),
    ({"title": ""}, "ABCD", "malformed", ""),
    ({"club": "aaaaaaaaaaaaaaaa"}, "ABCD", "not-found", ""),
]


def test_a_match_that_cannot_be_opened_is_refused_by_what_is_wrong(cast: Cast, send: Send) -> None:
    """24, 25, 34; O is a player of another club."""
    other = people.add_player(user=cast.stranger, club=cast.other_club, name="Anna")
    seated = dict(zip("ABCDO", [*cast.players, other], strict=True))
    plain = {"club": cast.club.public_id, "title": "T", "variant": "french", "first_dealer": 0}
    for facts, seats, code, words in WRONG_MATCHES:
        ids = [seated[initial].public_id for initial in seats]
        found = assert_problem(send("matches", plain | {"seats": ids} | facts), code)
        assert words in found["detail"]
    assert Match.objects.count() == 1


def test_no_entry_is_written_into_something_that_is_no_hand(cast: Cast, send: Send) -> None:
    """34."""
    for place in (cast.match.public_id, "a" * 16):
        assert_problem(send(f"hands/{place}/entries", entry(0, {"op": "undo"})), "not-found")
