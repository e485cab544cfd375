"""The league of a club, and where somebody is who was merged into another."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Player
from tests.api.table import Cast

Asking = Callable[[str], Client]


def test_programs_read_the_league_with_the_columns_of_its_file(cast: Cast, asking: Asking) -> None:
    client = asking("member")
    league = client.get(f"/api/v1/clubs/{cast.club.public_id}/league?period=2026").json()
    assert (league["variant"], league["period"]) == ("french", "2026")
    first = league["lines"][0]
    assert (first["id"], first["player"], first["rank"]) == (
        cast.players[0].public_id,
        "Anna",
        1,
    )
    assert (first["points"], first["hands"], first["rating"]) == (1560, 2, None)
    place = reverse("league-file", args=[cast.club.slug])
    client.force_login(cast.member)
    header = client.get(f"{place}?variant=french&period=2026").content.decode().splitlines()[0]
    assert ["id", *header.split(",")] == list(first)


@pytest.mark.parametrize("query", ["variant=chess", "period=1", "period=2019"])
def test_a_league_that_there_is_not_is_not_found(cast: Cast, asking: Asking, query: str) -> None:
    way = f"/api/v1/clubs/{cast.club.public_id}/league"
    assert asking("member").get(f"{way}?{query}").status_code == 404
    assert asking("stranger").get(way).status_code == 404


def test_a_merged_player_answers_with_where_they_are_now(cast: Cast, asking: Asking) -> None:
    anna, boris, chloe, _dario = cast.players
    Player.objects.filter(pk=boris.pk).update(merged_into=chloe)
    Player.objects.filter(pk=chloe.pk).update(merged_into=anna)
    way = f"/api/v1/players/{boris.public_id}"
    answer = asking("member").get(way)
    assert answer.status_code == 307
    assert answer.headers["Location"].endswith(f"/api/v1/players/{anna.public_id}")
    assert asking("stranger").get(way).status_code == 404
