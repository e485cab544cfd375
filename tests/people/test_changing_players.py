"""The pages on which players are added and changed, and where those who have left still stand."""

import re
from datetime import date
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from games import people
from games.models import Player, User
from games.people.players import PlayerFacts
from tests.cast import Cast, gather
from tests.factories import claimed_by_seat_0
from tests.ground import Ground, laid_once

pytestmark = pytest.mark.both_databases

ANNA, BORIS = 0, 1


class Evening(NamedTuple):
    """Anna has played one hand, and then left the club."""

    cast: Cast
    left: Player


def play() -> Evening:
    """Played once for the file."""
    cast = gather()
    cast.sealed_hand(claimed_by_seat_0())
    facts = PlayerFacts("Anna", "Nanni", "12", date(2019, 1, 1), date(2020, 5, 3))
    anna = cast.players[ANNA]
    return Evening(cast, people.change_player(user=cast.scorer, player=anna, facts=facts))


played = laid_once(play)


@pytest.fixture
def evening(played: Ground[Evening], db: None) -> Evening:
    return played.given()


@pytest.fixture
def cast(evening: Evening) -> Cast:
    return evening.cast


@pytest.fixture
def left(evening: Evening) -> Player:
    """Anna, who has left after one hand."""
    return evening.left


def read(client: Client, user: User, place: str) -> str:
    client.force_login(user)
    answer = client.get(place)
    assert answer.status_code == 200
    return answer.content.decode()


def page(cast: Cast, name: str, *args: str) -> str:
    return reverse(name, args=[cast.club.slug, *args])


def test_a_scorer_changes_what_is_known_of_a_player(
    client: Client, cast: Cast, left: Player
) -> None:
    form = read(client, cast.scorer, page(cast, "player-change", left.public_id))
    for value in ("Anna", "Nanni", "12", "2019-01-01", "2020-05-03"):
        assert f'value="{value}"' in form
    boris = cast.players[BORIS].public_id
    facts: dict[str, Any] = {"name": "Boris", "nickname": "Bo", "number": "13"}
    facts |= {"joined_on": "2019-01-01", "left_on": "2020-05-03"}
    answer = client.post(page(cast, "player-change", boris), facts, follow=True)
    told = " ".join(answer.content.decode().split())
    assert "“Bo”, no. 13, at the club from 1 January 2019 to 3 May 2020" in told
    wrong = client.post(page(cast, "player-add"), {"name": "Farid", "number": "12"})
    assert wrong.status_code == 422
    assert wrong.context["form"].errors["number"] == ["Anna has this number."]


def test_a_player_who_has_left_is_offered_only_where_they_played(
    client: Client, cast: Cast, left: Player
) -> None:
    listed = read(client, cast.member, page(cast, "players"))
    here, gone = listed.split('id="left-rows"')
    assert "Boris" in here
    assert (left.public_id in here, left.public_id in gone) == (False, True)
    club = read(client, cast.member, page(cast, "club"))
    assert left.public_id not in club.split('id="players"')[1]
    assert left.public_id not in read(client, cast.scorer, page(cast, "match-new"))
    seats = page(cast, "match-seats", cast.match.public_id)
    assert left.public_id in read(client, cast.scorer, seats), "to be put right"

    def offered(name: str, query: str) -> set[str]:
        whole = read(client, cast.member, page(cast, name) + query)
        (options,) = re.findall(r'<select name="player".*?</select>', whole, re.DOTALL)
        return set(re.findall(r'value="([a-z2-7]{16})"', options))

    others = {player.public_id for player in cast.players} - {left.public_id}
    for name in ("hands", "matches", "search"):
        assert offered(name, "") == others, name
        assert offered(name, f"?player={left.public_id}") == others | {left.public_id}, name


def test_a_player_who_has_left_keeps_their_hands_and_their_place_in_the_league(
    client: Client, cast: Cast, left: Player
) -> None:
    assert "/hands/" in read(client, cast.member, page(cast, "player", left.public_id))
    boris = page(cast, "player", cast.players[BORIS].public_id)
    assert left.public_id in read(client, cast.member, boris)  # as an opponent
    narrowed = read(client, cast.member, f"{boris}?opponent={left.public_id}")
    assert f'<option value="{left.public_id}" selected>' in narrowed
    assert left.public_id in read(client, cast.member, page(cast, "league"))


def test_programs_read_and_write_what_is_known(client: Client, cast: Cast, left: Player) -> None:
    client.force_login(cast.scorer)
    one = client.get(f"/api/v1/players/{left.public_id}").json()
    assert (one["name"], one["nickname"], one["number"]) == ("Anna", "Nanni", "12")
    assert (one["joined_on"], one["left_on"]) == ("2019-01-01", "2020-05-03")
    body = {"club": cast.club.public_id, "name": "Anna", "nickname": "A.", "number": "13"}
    made = client.post("/api/v1/players", body, "application/json")
    assert (made.status_code, made.json()["name"]) == (201, "Anna (A.)")
    again = client.post("/api/v1/players", body, "application/json")
    assert again.status_code == 409
