"""The lists of matches and players as files that a spreadsheet opens in the reader's language."""

import pytest
from django.conf import settings
from django.test import Client

from tests.cast import Cast
from tests.factories import claimed_by_seat_0

pytestmark = pytest.mark.both_databases
MARK = "\ufeff"


def file_of(cast: Cast, way: str, language: str) -> list[str]:
    """The lines of the file that the page offers as a spreadsheet."""
    client = Client()
    client.force_login(cast.member)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = f"/c/{cast.club.slug}/{way}/"
    assert "?spreadsheet=1" in client.get(page).content.decode()
    answer = client.get(f"{page}?spreadsheet=1")
    assert answer["Content-Disposition"] == f'attachment; filename="{way}.csv"'
    text = answer.content.decode()
    assert text.startswith(MARK)
    return text.removeprefix(MARK).splitlines()


def test_matches_are_a_file_for_a_french_spreadsheet(cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    head, row = file_of(cast, "matches", "fr")
    assert head == "Jour;Titre;Table;Jeu;Joueurs;Donnes"
    assert row.split(";")[1:] == ["Friday", "", "Tarot français", "Anna, Boris, Chloé, Dario", "1"]


def test_players_are_a_file_for_a_german_and_an_english_spreadsheet(cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    head, first, *_others = file_of(cast, "players", "de")
    assert head.startswith("Spieler;Spitzname;Spiele;Punkte")
    assert first.split(";")[0] == "Anna" and ",0" in first
    head, first, *_others = file_of(cast, "players", "en")
    assert head == "Player,Nickname,Hands,Points,Game" and ".0" in first
