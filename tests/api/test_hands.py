"""One hand: its result, its score on paper, its seal, its record."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games import people
from games.rules import format_record, parse_record, verify
from tests.api.conftest import Asking
from tests.api.table import HANDS, NAMES, Cast
from tests.cast import rename_player
from tests.factories import calls, open_match, sealed_hand, write
from tests.games import hand_by_chance

pytestmark = pytest.mark.both_databases

Get = Callable[[str], Any]


@pytest.fixture
def get(member: Client) -> Get:
    """A function that returns what a member gets from an address, decoded."""

    def decoded(path: str) -> Any:
        response = member.get(f"/api/v1/{path}")
        assert response.status_code == 200, response.content
        return response.json()

    return decoded


def test_a_sealed_hand_tells_its_result_and_the_score_on_paper(cast: Cast, get: Get) -> None:
    hand = get(f"hands/{cast.scored.public_id}")
    assert hand["id"] == cast.scored.public_id
    assert (hand["club"], hand["match"]) == (cast.club.public_id, cast.match.public_id)
    assert (hand["number"], hand["dealer"], hand["state"]) == (1, 3, "sealed")
    assert (hand["status"], hand["contract"], hand["taker"]) == ("scored", "guard-without", 0)
    assert (hand["won"], hand["margin"], hand["irregular"]) == (True, 55, False)
    roles = ["taker", "defender", "defender", "defender"]
    scores = [1560, -520, -520, -520]
    assert hand["seats"] == [
        {"seat": seat, "player": player.public_id, "name": name, "role": role, "score": score}
        for seat, (player, name, role, score) in enumerate(
            zip(cast.players, NAMES, roles, scores, strict=True)
        )
    ]
    assert hand["played_at"].startswith("2026-11-20T")
    assert hand["played_at"].endswith("Z") and hand["sealed_at"].endswith("Z")  # universal times
    record = get(f"hands/{cast.scored.public_id}/record")
    assert hand["sheet"] == verify(json.dumps(record).encode())["sheet"]
    last = {"label": "Anna", "points": 1560, "how": "3 × 520", "rule": "1.11.5"}
    assert hand["sheet"][-1] == last


def test_a_hand_without_a_taker_or_still_open_has_players_and_no_result(
    cast: Cast, get: Get, asking: Asking
) -> None:
    hand = get(f"hands/{cast.thrown_in.public_id}")
    assert (hand["status"], hand["contract"], hand["taker"]) == ("passed-out", None, None)
    assert [(seat["role"], seat["score"]) for seat in hand["seats"]] == [(None, 0)] * 4
    assert hand["sheet"] == []
    hand = asking("scorer").get(f"/api/v1/hands/{cast.open.public_id}").json()
    assert (hand["state"], hand["version"], hand["status"]) == ("open", 2, None)
    shown = [(seat["name"], seat["score"]) for seat in hand["seats"]]
    assert shown == [(name, None) for name in NAMES]
    assert (hand["sheet"], hand["seal"]) == ([], None)


def test_a_line_says_where_the_sources_leave_its_rule_open(cast: Cast, get: Get) -> None:
    seats = [*cast.players]
    seats += [people.add_player(user=cast.scorer, club=cast.club, name=name) for name in "EF"]
    match = open_match(cast.scorer, cast.club, seats, variant="taroux-of-six", first_dealer=0)
    hand = sealed_hand(cast.scorer, match, hand_by_chance("taroux-of-six", 6))
    sheet = get(f"hands/{hand.public_id}")["sheet"]
    marks = {line["rule"]: line.get("reconstructed") for line in sheet}
    assert marks["B50"] == "reconstructed"
    assert None in marks.values()


def test_the_seals_make_a_chain_that_ends_at_the_head_of_the_club(cast: Cast, get: Get) -> None:
    first = get(f"hands/{cast.scored.public_id}")["seal"]
    second = get(f"hands/{cast.thrown_in.public_id}")["seal"]
    assert [first["number"], second["number"]] == [1, 2]
    assert second["previous"] == first["link"]
    club = get(f"clubs/{cast.club.public_id}")
    assert (club["seals"], club["head"]) == (2, second["link"])
    texts = f"{first['provenance']}{first['commitments']}"
    lines = f"clubtarot/content/2\n{first['game_digest']}\n{texts}"
    assert hashlib.sha256(lines.encode()).hexdigest() == first["content"]


def test_the_record_is_canonical_and_keeps_the_names_of_its_day(cast: Cast, member: Client) -> None:
    address = f"/api/v1/hands/{cast.scored.public_id}/record"
    before = member.get(address)
    assert before.headers["Content-Type"] == "application/json"
    record = parse_record(before.content)
    assert format_record(record) == before.content
    assert record.players == tuple(NAMES)
    rename_player(user=cast.scorer, player=cast.players[0], name="Annabel")
    assert member.get(address).content == before.content


def test_the_record_of_an_open_hand_changes_with_each_entry(cast: Cast, asking: Asking) -> None:
    client = asking("scorer")
    address = f"/api/v1/hands/{cast.open.public_id}/record"
    first = client.get(address)
    assert first.json()["deal"]["hands"] == HANDS
    write(cast.scorer, cast.open, calls("pass")[0])
    later = client.get(address, headers={"if-none-match": first.headers["ETag"]})
    assert later.status_code == 200
    assert len(later.json()["actions"]) == 2


def test_clubs_matches_and_players_tell_what_belongs_together(cast: Cast, get: Get) -> None:
    club = get(f"clubs/{cast.club.public_id}")
    assert (club["name"], club["slug"], club["role"]) == ("Les Atouts", "les-atouts", "member")
    player = get(f"players/{cast.players[2].public_id}")
    assert (player["club"], player["name"]) == (cast.club.public_id, "Chloé")
    match = get(f"matches/{cast.match.public_id}")
    assert (match["title"], match["played_on"], match["options"]) == ("Friday", "2026-11-20", {})
    assert [(seat["seat"], seat["name"]) for seat in match["seats"]] == list(enumerate(NAMES))
    assert match["club"] == cast.club.public_id
