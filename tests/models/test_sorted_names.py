"""Names stand in the order in which people look for them, alike on both databases."""

import re
from collections.abc import Iterable

import pytest
from django.test import Client
from django.urls import reverse

from games import people
from games.archive.filters import players_of
from games.models import Player
from games.models.folding import SORT_KEY_LENGTH, sort_key
from games.models.people import NAME_LENGTH
from games.statistics.roster import roster
from tests.cast import Cast

IN_ORDER = (
    *("Anna", "bernard", "Boris", "Chloé", "Dario", "Elias", "Élise", "Emma", "Gisela"),
    *("O’Brien", "O'Brien, Pat", "Obst", "Ødegård", "Odile", "Table 9", "Table 10", "Zoé"),
)


def by_key(names: Iterable[str]) -> list[str]:
    return sorted(names, key=sort_key)


def test_accents_and_case_do_not_count() -> None:
    assert by_key(["Zoé", "élise", "Emma", "Élan", "ANNA", "Łukasz", "Lydia"]) == [
        *("ANNA", "Élan", "élise", "Emma", "Łukasz", "Lydia", "Zoé")
    ]


def test_an_apostrophe_does_not_count_and_a_hyphen_counts_as_a_space() -> None:
    assert sort_key("O'Brien") == sort_key("O’Brien") == sort_key("O´Brien") == sort_key("OBrien")
    assert sort_key("Jean-Luc") == sort_key("Jean Luc")
    assert by_key(["Jeanne", "Jean-Luc", "Jean Marc"]) == ["Jean-Luc", "Jean Marc", "Jeanne"]


def test_a_number_counts_as_a_number() -> None:
    assert by_key(["Guest 10", "Guest 9", "Guest 101"]) == ["Guest 9", "Guest 10", "Guest 101"]


def test_letters_that_are_two_stand_at_the_first_of_them() -> None:
    assert by_key(["Otto", "Œdipe", "Odo", "Ole", "Straße", "Strasse B", "Stratos"]) == [
        *("Odo", "Œdipe", "Ole", "Otto", "Straße", "Strasse B", "Stratos")
    ]


def test_the_key_of_the_longest_name_fits_its_column() -> None:
    for letter in ("ﷺ", "9 ", "ß", "é"):
        assert len(sort_key((letter * NAME_LENGTH)[:NAME_LENGTH])) <= SORT_KEY_LENGTH


@pytest.fixture
def named(cast: Cast) -> Cast:
    for name in reversed(IN_ORDER):
        if name not in {player.name for player in cast.players}:
            people.add_player(user=cast.scorer, club=cast.club, name=name)
    return cast


def test_the_database_sorts_as_people_do(named: Cast) -> None:
    assert [player.name for player in named.club.players.all()] == list(IN_ORDER)


def test_lists_and_choices_of_players_have_that_order(named: Cast) -> None:
    assert [player.name for player in roster(named.club)] == list(IN_ORDER)
    assert [name for _id, name, _key in players_of(named.club, {})] == list(IN_ORDER)


def test_a_new_match_offers_players_in_that_order(client: Client, named: Cast) -> None:
    client.force_login(named.scorer)
    page = client.get(reverse("match-new", args=[named.club.slug])).content.decode()
    offered = re.findall(r'data-player="[^"]+">([^<]+)<', page)
    assert [one.replace("&#x27;", "'") for one in offered] == list(IN_ORDER)


def test_programs_get_players_in_that_order_over_all_pages(client: Client, named: Cast) -> None:
    client.force_login(named.member)
    names: list[str] = []
    place = f"/api/v1/players?club={named.club.public_id}&page_size=5"
    while place:
        page = client.get(place).json()
        names += [player["name"] for player in page["results"]]
        place = page["next"]
    assert names == list(IN_ORDER)


def test_a_renamed_player_stands_at_the_new_name(named: Cast) -> None:
    anna = named.players[0]
    people.rename_player(user=named.scorer, player=anna, name="Éva")
    names = [player.name for player in named.club.players.all()]
    assert names[names.index("Emma") + 1] == "Éva"
    assert Player.objects.get(pk=anna.pk).sort_key == sort_key("Éva")
