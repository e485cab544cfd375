"""The zip of a period: what a secretary takes to the annual meeting, with the records."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.jobs.working import work
from games.models import Hand, Job, Match, Player
from tests.cast import Cast, gather
from tests.factories import calls, claimed_by_seat_0, sealed_hand
from tests.ground import Ground, ground
from tests.transfer.archives import bring_all


@pytest.fixture(scope="module")
def taken_home(request: pytest.FixtureRequest) -> Iterator[Ground[tuple[Cast, bytes]]]:
    """The zip, made once for a file."""
    with ground(request, lambda: take_home(gather())) as laid:
        yield laid


@pytest.fixture
def season(taken_home: Ground[tuple[Cast, bytes]], db: None) -> zipfile.ZipFile:
    """The zip of 2026."""
    return zipfile.ZipFile(io.BytesIO(taken_home.given()[1]))


def take_home(cast: Cast) -> tuple[Cast, bytes]:
    """Let a member who reads French ask for the zip of 2026; a hand of 2025 is not in it."""
    Player.objects.filter(pk=cast.players[1].pk).update(name="=1+2")
    cast.sealed_hand(claimed_by_seat_0())
    five = cast.open_match(5, title="Five")
    sealed_hand(cast.scorer, five, calls("pass pass pass pass pass"))
    past = cast.open_match(4, title="Past")
    sealed_hand(cast.scorer, past, calls("pass pass pass pass"))
    Match.objects.filter(pk=past.pk).update(played_on="2025-03-01")
    Hand.objects.filter(match=past).update(played_at="2025-03-01T20:00Z")
    client = Client()
    client.force_login(cast.member)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    page = reverse("club-archive", args=[cast.club.slug])
    assert '<option value="2026">2026</option>' in client.get(page).content.decode()
    way = reverse("export-ask", args=[cast.club.slug])
    assert client.post(way, {"period": "2019"}).status_code == 404
    assert client.post(way, {"period": "2026"}).status_code == 302
    work()
    job = Job.objects.get()
    file: Any = client.get(reverse("job-file", args=[cast.club.slug, job.public_id]))
    return cast, b"".join(file)


def test_a_season_has_files_for_people_and_a_page_that_names_each(season: zipfile.ZipFile) -> None:
    assert season.testzip() is None
    page = season.read("index.html").decode()
    assert '<html lang="fr">' in page and "Les Atouts, 2026" in page
    people = [name for name in season.namelist() if name.startswith("people/")]
    assert re.findall('href="([^"]*)"', page) == people
    assert all(name in page for name in season.namelist() if name != "index.html")
    pdfs = {name for name in people if name.endswith(".pdf")}
    assert pdfs == {"people/league-french.pdf", "people/sheets-2026-11.pdf"}
    assert all(season.read(name).startswith(b"%PDF-") for name in pdfs)


def test_the_workbook_has_a_sheet_each_with_the_sums_of_the_tables(season: zipfile.ZipFile) -> None:
    book = openpyxl.load_workbook(io.BytesIO(season.read("people/season.xlsx")))
    assert book.sheetnames == ["Donnes", "Parties", "Classement, Tarot français", "Joueurs"]
    hands, matches, league, players = (
        list(sheet.iter_rows(values_only=True)) for sheet in book.worksheets
    )
    assert [len(hands), len(matches), len(league), len(players)] == [3, 3, 6, 6]
    table = io.StringIO(season.read("people/hands.csv").decode(), newline="")
    told = {
        row[f"seats_{seat}_name"].removeprefix("'"): float(row[f"seats_{seat}_score"] or 0)
        for row in csv.DictReader(table)
        for seat in range(4)
        if row["contract"]
    }
    assert {row[1]: row[3] for row in league[1:]} == told | {"Emma": 0}
    assert sum(row[9] for row in hands[1:]) == told["Anna"]
    assert {cell.data_type for row in book.worksheets[2].iter_rows() for cell in row} == {"n", "s"}


def test_the_zip_of_a_season_is_an_archive_of_its_hands(
    taken_home: Ground[tuple[Cast, bytes]], db: None, tmp_path: Path
) -> None:
    cast, data = taken_home.given()
    path = tmp_path / "season.zip"
    path.write_bytes(data)
    report = bring_all(cast.other_scorer, cast.other_club, path)
    assert (report.hands.new, list(report.faults)) == (2, [])
