"""One hand: its result, its score on paper, its seal, its record."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games import book, people
from games.matches.match_changes import open_match
from games.models import Club
from games.rules import format_record, parse_record, verify
from tests.api.table import HANDS, NAMES, Cast, play, sealed
from tests.games import hand_by_chance

pytestmark = pytest.mark.both_databases


@pytest.fixture
def get(asking: Callable[[str], Client]) -> Callable[[str], Any]:
    """A function that returns what a member gets from an address, decoded."""
    client = asking("member")

    def decoded(path: str) -> Any:
        response = client.get(f"/api/v1/{path}")
        assert response.status_code == 200, response.content
        return response.json()

    return decoded


def test_a_hand_tells_what_it_came_to(cast: Cast, get: Callable[[str], Any]) -> None:
    hand = get(f"hands/{cast.scored.public_id}")
    assert hand["id"] == cast.scored.public_id
    assert (hand["club"], hand["match"]) == (cast.club.public_id, cast.match.public_id)
    assert (hand["number"], hand["dealer"], hand["state"]) == (1, 3, "sealed")
    assert (hand["status"], hand["contract"], hand["taker"]) == ("scored", "guard-without", 0)
    assert (hand["won"], hand["margin"], hand["irregular"]) == (True, 55, False)
    assert hand["seats"] == [
        {"seat": seat, "player": player.public_id, "name": name, "role": role, "score": score}
        for seat, player, name, role, score in zip(
            range(4),
            cast.players,
            NAMES,
            ["taker", "defender", "defender", "defender"],
            [1560, -520, -520, -520],
            strict=True,
        )
    ]


def test_times_are_universal(cast: Cast, get: Callable[[str], Any]) -> None:
    hand = get(f"hands/{cast.scored.public_id}")
    assert hand["played_at"].startswith("2026-11-20T")
    assert hand["played_at"].endswith("Z")
    assert hand["sealed_at"].endswith("Z")


def test_a_hand_that_was_thrown_in_has_no_taker(cast: Cast, get: Callable[[str], Any]) -> None:
    hand = get(f"hands/{cast.thrown_in.public_id}")
    assert (hand["status"], hand["contract"], hand["taker"]) == ("passed-out", None, None)
    assert [(seat["role"], seat["score"]) for seat in hand["seats"]] == [(None, 0)] * 4
    assert hand["sheet"] == []


def test_an_open_hand_has_players_but_no_result(
    cast: Cast, asking: Callable[[str], Client]
) -> None:
    hand = asking("scorer").get(f"/api/v1/hands/{cast.open.public_id}").json()
    assert (hand["state"], hand["version"], hand["status"]) == ("open", 2, None)
    assert [(seat["name"], seat["score"]) for seat in hand["seats"]] == [
        (name, None) for name in NAMES
    ]
    assert (hand["sheet"], hand["seal"]) == ([], None)


def test_a_line_says_where_the_sources_leave_its_rule_open(
    cast: Cast, get: Callable[[str], Any]
) -> None:
    seats = [*cast.players]
    seats += [people.add_player(user=cast.scorer, club=cast.club, name=name) for name in "EF"]
    match = open_match(
        user=cast.scorer, club=cast.club, title="Six", variant="taroux-of-six", seats=seats
    )
    hand = sealed(play(cast.scorer, match, hand_by_chance("taroux-of-six", 6)), cast.scorer)
    sheet = get(f"hands/{hand.public_id}")["sheet"]
    marks = {line["rule"]: line.get("reconstructed") for line in sheet}
    assert marks["B50"] == "reconstructed"
    assert None in marks.values()


def test_the_sheet_is_the_verifiers(cast: Cast, get: Callable[[str], Any]) -> None:
    record = get(f"hands/{cast.scored.public_id}/record")
    sheet = get(f"hands/{cast.scored.public_id}")["sheet"]
    assert sheet == verify(json.dumps(record).encode())["sheet"]
    assert sheet[-1] == {"label": "Anna", "points": 1560, "how": "3 × 520", "rule": "1.11.5"}


def test_the_seals_make_a_chain_that_ends_at_the_head_of_the_club(
    cast: Cast, get: Callable[[str], Any]
) -> None:
    first = get(f"hands/{cast.scored.public_id}")["seal"]
    second = get(f"hands/{cast.thrown_in.public_id}")["seal"]
    assert [first["number"], second["number"]] == [1, 2]
    assert second["previous"] == first["link"]
    club = get(f"clubs/{cast.club.public_id}")
    assert (club["seals"], club["head"]) == (2, second["link"])
    texts = f"{first['provenance']}{first['commitments']}"
    lines = f"clubtarot/content/2\n{first['game_digest']}\n{texts}"
    assert hashlib.sha256(lines.encode()).hexdigest() == first["content"]


def test_the_record_is_canonical_and_keeps_the_names_of_its_day(
    cast: Cast, asking: Callable[[str], Client]
) -> None:
    client = asking("member")
    address = f"/api/v1/hands/{cast.scored.public_id}/record"
    before = client.get(address)
    assert before.headers["Content-Type"] == "application/json"
    record = parse_record(before.content)
    assert format_record(record) == before.content
    assert record.players == tuple(NAMES)
    people.rename_player(user=cast.scorer, player=cast.players[0], name="Annabel")
    assert client.get(address).content == before.content


def test_a_record_that_is_known_is_not_sent_again(
    cast: Cast, asking: Callable[[str], Client]
) -> None:
    client = asking("member")
    address = f"/api/v1/hands/{cast.scored.public_id}/record"
    first = client.get(address)
    etag = first.headers["ETag"]
    assert etag == f'"{hashlib.sha256(first.content).hexdigest()}"'
    again = client.get(address, headers={"if-none-match": etag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    assert client.get(address, headers={"if-none-match": '"other"'}).status_code == 200


def test_the_record_of_an_open_hand_changes_with_each_entry(
    cast: Cast, asking: Callable[[str], Client]
) -> None:
    client = asking("scorer")
    address = f"/api/v1/hands/{cast.open.public_id}/record"
    first = client.get(address)
    assert first.json()["deal"]["hands"] == HANDS
    book.append(
        user=cast.scorer,
        hand=cast.open,
        version=2,
        key="the-third-entry-of-all",
        change={"op": "act", "action": {"kind": "call", "call": "pass"}},
    )
    later = client.get(address, headers={"if-none-match": first.headers["ETag"]})
    assert later.status_code == 200
    assert len(later.json()["actions"]) == 2


@pytest.mark.parametrize(
    ("query", "accept"), [("?format=ndjson", "*/*"), ("", "application/x-ndjson")]
)
def test_the_record_comes_as_a_line_of_a_file_too(
    query: str, accept: str, cast: Cast, asking: Callable[[str], Client]
) -> None:
    client = asking("member")
    address = f"/api/v1/hands/{cast.scored.public_id}/record"
    line = client.get(address + query, headers={"accept": accept})
    assert line.headers["Content-Type"] == "application/x-ndjson"
    assert line.content == client.get(address).content + b"\n"


def test_clubs_matches_and_players_tell_what_belongs_together(
    cast: Cast, get: Callable[[str], Any]
) -> None:
    club = get(f"clubs/{cast.club.public_id}")
    assert (club["name"], club["slug"], club["role"]) == ("Les Atouts", "les-atouts", "member")
    player = get(f"players/{cast.players[2].public_id}")
    assert (player["club"], player["name"]) == (cast.club.public_id, "Chloé")
    match = get(f"matches/{cast.match.public_id}")
    assert (match["title"], match["played_on"], match["options"]) == ("Friday", "2026-11-20", {})
    assert [(seat["seat"], seat["name"]) for seat in match["seats"]] == list(enumerate(NAMES))
    assert Club.objects.filter(public_id=match["club"]).get() == cast.club
