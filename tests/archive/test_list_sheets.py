"""The lists of a club as files that a spreadsheet opens in the reader's language."""

from csv import DictReader
from datetime import date, datetime
from io import BytesIO, StringIO
from typing import Any

import openpyxl
import pytest
from django.conf import settings
from django.test import Client

from games.display.workbooks import WorkbookSheet, workbook
from games.models import Player
from tests.cast import Cast
from tests.factories import THROWN_IN, claimed_by_seat_0

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


def test_matches_and_players_are_files_for_the_spreadsheet_of_a_language(cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    head, row = file_of(cast, "matches", "fr")
    assert head == "Jour;Titre;Table;Jeu;Joueurs;Donnes"
    assert row.split(";")[1:] == ["Friday", "", "Tarot français", "Anna, Boris, Chloé, Dario", "1"]
    head, first, *_others = file_of(cast, "players", "de")
    assert head.startswith("Spieler;Spitzname;Spiele;Punkte")
    assert first.split(";")[0] == "Anna" and ",0" in first
    head, first, *_others = file_of(cast, "players", "en")
    assert head == "Player,Nickname,Hands,Points,Game" and ".0" in first


def workbook_of(cast: Cast, address: str, language: str = "en") -> Any:
    """The first sheet of the workbook at an address of the club, as another library reads it."""
    client = Client()
    client.force_login(cast.member)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer: Any = client.get(f"/c/{cast.club.slug}/{address}")
    assert answer.headers["Content-Disposition"].endswith('.xlsx"')
    data = b"".join(answer) if answer.streaming else answer.content
    return openpyxl.load_workbook(BytesIO(data)).active


def test_the_hands_as_a_workbook_are_the_hands_of_the_table_with_the_same_sums(cast: Cast) -> None:
    Player.objects.filter(pk=cast.players[1].pk).update(name="=1+2")
    for changes in (claimed_by_seat_0(), THROWN_IN):
        cast.sealed_hand(changes)
    sheet = workbook_of(cast, "hands.xlsx", "fr")
    head, *rows = sheet.iter_rows(values_only=True)
    assert sheet.title == "Donnes" and head[:3] == ("Date", "Partie", "Donne")
    assert {type(row[0]) for row in rows} == {datetime}
    assert {row[0].date() for row in rows} == {date(2026, 11, 20)}  # the last moment of that day
    assert {cell.data_type for cell in sheet["J"][1:]} == {"n"}
    client = Client()
    client.force_login(cast.member)
    answer: Any = client.get(f"/c/{cast.club.slug}/hands.csv")
    table = list(DictReader(StringIO(b"".join(answer).decode(), newline="")))
    points = [name for name in table[0] if name.endswith("_score")]
    written = [head.index(name) for name in head if name.startswith("Points")]
    for column, name in zip(written, points, strict=True):
        assert sum(row[column] or 0 for row in rows) == sum(float(row[name] or 0) for row in table)
    assert {(cell.value, cell.data_type) for cell in sheet["K"][1:]} == {("=1+2", "s")}


def test_every_list_is_a_workbook_with_numbers_and_days(cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    for way in ("matches/", "players/", "league.csv"):
        sheet = workbook_of(cast, f"{way}?spreadsheet=xlsx")
        head, row, *_ = sheet.iter_rows(values_only=True)
        told = dict(zip(head, row, strict=True))
        assert told["Hands"] == 1
        if way == "matches/":
            assert told["Day"].date() == date(2026, 11, 20)
        else:
            assert (told["Player"], told["Points"]) == ("Anna", 1560)


def test_sheets_of_a_workbook_have_names_that_a_workbook_can_hold() -> None:
    names = ["a/b", "A/B", "x" * 40, "x" * 40, "'"]
    data = workbook(WorkbookSheet(name, ["x"], []) for name in names)
    found = openpyxl.load_workbook(BytesIO(data)).sheetnames
    assert found == ["a-b", "A-B 2", "x" * 31, f"{'x' * 27} 2", "-"]
