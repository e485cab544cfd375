"""The pages on which players are added and changed, and where those who have left still stand."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import people
from games.models import Player, User
from games.people.players import PlayerFacts
from tests.cast import Cast
from tests.factories import claimed_by_seat_0

pytestmark = pytest.mark.both_databases

ANNA = 0
LEFT = date(2020, 5, 3)


def read(client: Client, user: User, place: str) -> str:
    client.force_login(user)
    answer = client.get(place)
    assert answer.status_code == 200
    return answer.content.decode()


def page(cast: Cast, name: str, *args: str) -> str:
    return reverse(name, args=[cast.club.slug, *args])


@pytest.fixture
def left(cast: Cast) -> Player:
    """Anna, who has left after one hand."""
    cast.sealed_hand(claimed_by_seat_0())
    facts = PlayerFacts("Anna", "Nanni", "12", date(2019, 1, 1), LEFT)
    return people.change_player(user=cast.scorer, player=cast.players[ANNA], facts=facts)


def test_a_scorer_changes_what_is_known_of_a_player(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    anna = cast.players[ANNA].public_id
    facts: dict[str, Any] = {"name": "Anna", "nickname": "Nanni", "number": "12"}
    facts |= {"joined_on": "2019-01-01", "left_on": "2020-05-03"}
    answer = client.post(page(cast, "player-change", anna), facts, follow=True)
    said = " ".join(answer.content.decode().split())
    assert "“Nanni”, no. 12, at the club from 1 January 2019 to 3 May 2020" in said


def test_the_form_begins_with_what_is_known(client: Client, cast: Cast, left: Player) -> None:
    form = read(client, cast.scorer, page(cast, "player-change", left.public_id))
    for value in ("Anna", "Nanni", "12", "2019-01-01", "2020-05-03"):
        assert f'value="{value}"' in form


def test_what_is_wrong_stands_at_its_field(client: Client, cast: Cast, left: Player) -> None:
    client.force_login(cast.scorer)
    answer = client.post(page(cast, "player-add"), {"name": "Farid", "number": "12"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["number"] == ["Anna has this number."]


def test_who_has_left_stands_apart_in_the_list_of_players(
    client: Client, cast: Cast, left: Player
) -> None:
    listed = read(client, cast.member, page(cast, "players"))
    here, gone = listed.split('id="left-rows"')
    assert "Boris" in here
    assert left.public_id not in here
    assert left.public_id in gone
    assert (
        left.public_id not in read(client, cast.member, page(cast, "club")).split('id="players"')[1]
    )


def test_who_has_left_is_not_offered_for_a_new_match(
    client: Client, cast: Cast, left: Player
) -> None:
    assert left.public_id not in read(client, cast.scorer, page(cast, "match-new"))


def test_who_sat_at_a_match_is_offered_where_its_seats_are_put_right(
    client: Client, cast: Cast, left: Player
) -> None:
    seats = read(client, cast.scorer, page(cast, "match-seats", cast.match.public_id))
    assert left.public_id in seats


@pytest.mark.parametrize("name", ["hands", "matches", "search"])
def test_filters_offer_present_players_and_the_one_in_the_address(
    client: Client, cast: Cast, left: Player, name: str
) -> None:
    def offered(query: str) -> set[str]:
        whole = read(client, cast.member, page(cast, name) + query)
        (options,) = re.findall(r'<select name="player".*?</select>', whole, re.DOTALL)
        return set(re.findall(r'value="([a-z2-7]{16})"', options))

    others = {player.public_id for player in cast.players} - {left.public_id}
    assert offered("") == others
    assert offered(f"?player={left.public_id}") == others | {left.public_id}


def test_the_page_of_who_has_left_shows_their_hands(
    client: Client, cast: Cast, left: Player
) -> None:
    own = read(client, cast.member, page(cast, "player", left.public_id))
    assert "/hands/" in own
    boris = page(cast, "player", cast.players[1].public_id)
    assert left.public_id in read(client, cast.member, boris)  # as an opponent
    narrowed = read(client, cast.member, f"{boris}?opponent={left.public_id}")
    assert f'<option value="{left.public_id}" selected>' in narrowed


def test_who_has_left_keeps_their_place_in_the_league(
    client: Client, cast: Cast, left: Player
) -> None:
    assert left.public_id in read(client, cast.member, page(cast, "league"))


def test_programs_read_and_write_what_is_known(client: Client, cast: Cast, left: Player) -> None:
    client.force_login(cast.scorer)
    one = client.get(f"/api/v1/players/{left.public_id}").json()
    assert (one["name"], one["nickname"], one["number"]) == ("Anna", "Nanni", "12")
    assert (one["joined_on"], one["left_on"]) == ("2019-01-01", "2020-05-03")
    body = {"club": cast.club.public_id, "name": "Anna", "nickname": "A.", "number": "13"}
    made = client.post("/api/v1/players", body, "application/json")
    assert made.status_code == 201
    assert made.json()["name"] == "Anna (A.)"
    again = client.post("/api/v1/players", body, "application/json")
    assert again.status_code == 409
