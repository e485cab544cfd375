"""Names stand in the order in which people look for them, alike on both databases."""

import re

from django.test import Client
from django.urls import reverse

from games import people
from games.archive.filters import players_of
from games.models import Player
from games.models.folding import SORT_KEY_LENGTH, sort_key
from games.models.people import NAME_LENGTH
from games.statistics.roster import roster
from tests.cast import Cast, rename_player

IN_ORDER = (
    *("Anna", "bernard", "Boris", "Chloé", "Dario", "Elias", "Élise", "Emma", "Gisela"),
    *("O’Brien", "O'Brien, Pat", "Obst", "Ødegård", "Odile", "Table 9", "Table 10", "Zoé"),
)


def test_names_are_sorted_without_accents_and_apostrophes_and_by_their_numbers() -> None:
    """A hyphen counts as a space, and a letter that is two stands at the first of them."""
    for names in (
        ("ANNA", "Élan", "élise", "Emma", "Łukasz", "Lydia", "Zoé"),
        ("Jean-Luc", "Jean Marc", "Jeanne"),
        ("Guest 9", "Guest 10", "Guest 101"),
        ("Odo", "Œdipe", "Ole", "Otto", "Straße", "Strasse B", "Stratos"),
    ):
        assert tuple(sorted({*names}, key=sort_key)) == names
    assert sort_key("O'Brien") == sort_key("O’Brien") == sort_key("O´Brien") == sort_key("OBrien")
    assert sort_key("Jean-Luc") == sort_key("Jean Luc")
    for letter in ("ﷺ", "9 ", "ß", "é"):
        assert len(sort_key((letter * NAME_LENGTH)[:NAME_LENGTH])) <= SORT_KEY_LENGTH


def test_every_list_of_players_has_that_order(client: Client, cast: Cast) -> None:
    for name in reversed(IN_ORDER):
        if name not in {player.name for player in cast.players}:
            people.add_player(user=cast.scorer, club=cast.club, name=name)
    assert [player.name for player in cast.club.players.all()] == list(IN_ORDER)
    assert [player.name for player in roster(cast.club)] == list(IN_ORDER)
    assert [name for _id, name, _key in players_of(cast.club, {})] == list(IN_ORDER)
    client.force_login(cast.scorer)
    page = client.get(reverse("match-new", args=[cast.club.slug])).content.decode()
    offered = re.findall(r'data-player="[^"]+">([^<]+)<', page)
    assert [one.replace("&#x27;", "'") for one in offered] == list(IN_ORDER)
    names: list[str] = []
    place = f"/api/v1/players?club={cast.club.public_id}&page_size=5"
    while place:
        answer = client.get(place).json()
        names += [player["name"] for player in answer["results"]]
        place = answer["next"]
    assert names == list(IN_ORDER)
    anna = cast.players[0]
    rename_player(user=cast.scorer, player=anna, name="Éva")
    names = [player.name for player in cast.club.players.all()]
    assert names[names.index("Emma") + 1] == "Éva"
    assert Player.objects.get(pk=anna.pk).sort_key == sort_key("Éva")
