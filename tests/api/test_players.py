"""A program changes what a club knows of a player, and asks who is at the club."""

from typing import Any

import pytest
from django.test import Client

from games import people
from games.models import Player
from tests.api.table import Cast
from tests.api.test_errors import assert_problem


def patch(client: Client, player: Player, **facts: Any) -> Any:
    return client.patch(f"/api/v1/players/{player.public_id}", facts, "application/json")


def test_what_is_left_out_stays_and_what_is_empty_is_taken_away(scorer: Client, cast: Cast) -> None:
    anna = cast.players[0]
    facts = {"nickname": "Nanni", "number": "12", "joined_on": "2020-01-31", "left_on": None}
    changed = patch(scorer, anna, **facts)
    assert changed.status_code == 200
    assert {name: changed.json()[name] for name in facts} == facts
    assert changed.json()["name"] == "Anna"
    again = patch(scorer, anna, name="Annette", nickname="", joined_on=None).json()
    assert [again[name] for name in ("name", "nickname", "number", "joined_on")] == [
        *("Annette", "", "12", None)
    ]


def test_two_of_one_name_are_told_apart_by_what_is_known_of_them(
    scorer: Client, cast: Cast
) -> None:
    anna, boris = cast.players[:2]
    assert_problem(patch(scorer, boris, name="Anna"), "duplicate-player")
    told = patch(scorer, boris, name="Anna", nickname="Bo").json()
    assert told["name"] == "Anna (Bo)"
    assert patch(scorer, boris, nickname="Bobo").json()["name"] == "Anna (Bobo)"
    anna.refresh_from_db()
    assert anna.name == "Anna"


def test_what_a_player_cannot_be_is_refused_by_its_field(scorer: Client, cast: Cast) -> None:
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("name", {"name": ""}),
        ("name", {"name": 7}),
        ("left_on", {"left_on": "yesterday"}),
        ("left_on", {"joined_on": "2026-02-01", "left_on": "2026-01-01"}),
        ("colour", {"colour": "red"}),
    ]
    for field, facts in wrong:
        refused = patch(scorer, cast.players[0], **facts)
        assert refused.status_code == 400
        assert field in refused.content.decode()
    assert Player.objects.get(pk=cast.players[0].pk).name == "Anna"


@pytest.mark.both_databases
def test_the_list_leaves_out_who_had_left_by_a_day(scorer: Client, cast: Cast) -> None:
    patch(scorer, cast.players[0], left_on="2026-05-03")
    people.add_player(user=cast.scorer, club=cast.club, name="Élise")

    def names(query: str) -> list[str]:
        return [row["name"] for row in scorer.get(f"/api/v1/players{query}").json()["results"]]

    everybody = ["Anna", "Boris", "Chloé", "Dario", "Élise"]
    assert names("") == everybody
    assert names("?on=2026-05-03") == everybody
    assert names("?on=2026-05-04") == everybody[1:]
    assert scorer.get("/api/v1/players?on=soon").status_code == 400
