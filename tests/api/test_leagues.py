"""The league of a club, and where somebody is who was merged into another."""

from django.test import Client
from django.urls import reverse

from games.models import Player
from tests.api.conftest import Asking
from tests.api.table import Cast


def test_programs_read_the_league_with_the_columns_of_its_file(
    cast: Cast, member: Client, asking: Asking
) -> None:
    way = f"/api/v1/clubs/{cast.club.public_id}/league"
    league = member.get(f"{way}?period=2026").json()
    assert (league["variant"], league["period"]) == ("french", "2026")
    first = league["lines"][0]
    anna = cast.players[0].public_id
    assert (first["id"], first["player"], first["rank"]) == (anna, "Anna", 1)
    assert (first["points"], first["hands"], first["rating"]) == (1560, 2, None)
    place = reverse("league-file", args=[cast.club.slug])
    file = member.get(f"{place}?variant=french&period=2026").content.decode()
    assert ["id", *file.splitlines()[0].split(",")] == list(first)
    for query in ("variant=chess", "period=1", "period=2019"):
        assert member.get(f"{way}?{query}").status_code == 404
    assert asking("stranger").get(way).status_code == 404


def test_a_merged_player_answers_with_where_they_are_now(
    cast: Cast, member: Client, asking: Asking
) -> None:
    anna, boris, chloe, _dario = cast.players
    Player.objects.filter(pk=boris.pk).update(merged_into=chloe)
    Player.objects.filter(pk=chloe.pk).update(merged_into=anna)
    way = f"/api/v1/players/{boris.public_id}"
    answer = member.get(way)
    assert answer.status_code == 307
    assert answer.headers["Location"].endswith(f"/api/v1/players/{anna.public_id}")
    assert asking("stranger").get(way).status_code == 404
