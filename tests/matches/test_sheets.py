"""The score sheet of a match on paper: what stands on it, and the PDF."""

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.sheets import PaperRow, PaperSheet, Score, pdf_of
from games.models import Match, Player, Seal, User
from tests.cast import Cast
from tests.factories import THROWN_IN, act, calls, claimed_by_seat_0, sealed_hand


def read(client: Client, cast: Cast, match: Match, *, user: User | None = None) -> str:
    client.force_login(user or cast.member)
    answer = client.get(reverse("match-sheet", args=[cast.club.slug, match.public_id]))
    assert answer.status_code == 200
    return answer.content.decode()


def pdf(client: Client, cast: Cast, match: Match) -> bytes:
    client.force_login(cast.member)
    answer = client.get(reverse("match-sheet-pdf", args=[cast.club.slug, match.public_id]))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"] == 'inline; filename="2026-11-20-friday.pdf"'
    return answer.content


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_sheet_has_every_hand_with_scores_totals_and_seal(client: Client, cast: Cast) -> None:
    """The seal, so that paper can be held against it; what the table let stand is on it as well."""
    page = read(client, cast, cast.match)
    assert "No hand has been sealed in this match yet." in page
    assert "Read and checked" not in page
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand(THROWN_IN)
    page = read(client, cast, cast.match)
    said = words(page)
    assert "Les Atouts, 20 November 2026, French Tarot" in said
    assert "Anna leads by 2,080 after hand 2" in said
    assert re.search(
        r"1 Garde sans by Anna made by 55 \+1,560 \+1,560 −520 −520 −520 −520 −520 −520 "
        r"2 Passed out 0 \+1,560 0 −520",
        said,
    )
    assert "Total +1,560 −520 −520 −520" in said
    seal = Seal.objects.get(number=2)
    assert f"Hand 2 is number 2 of the club’s chain, {seal.link[:16]}…" in said
    assert "Read and checked: Anna Boris Chloé Dario" in said
    *begun, claim, _ = claimed_by_seat_0()
    match = cast.open_match()
    revoke = act("play", card="HQ", irregular="Nobody noticed.")
    sealed_hand(cast.scorer, match, [*begun, revoke, claim])
    assert ", irregular" in words(read(client, cast, match))
    # The page of the match leads to its sheet, and the sheet to its file.
    place = [cast.club.slug, cast.match.public_id]
    listed = client.get(reverse("match", args=place)).content.decode()
    assert reverse("match-sheet", args=place) in listed
    assert reverse("match-sheet-pdf", args=place) in page


def test_the_pdf_is_one_that_assistive_technology_reads_and_no_name_is_markup(
    client: Client, cast: Cast
) -> None:
    """PDF/UA names itself in the file's metadata; typst refuses to write one that is not."""
    assert pdf(client, cast, cast.match).startswith(b"%PDF-")  # without a hand
    evil = '#panic("x") *bold* $x$ \\ "]'
    Player.objects.filter(pk=cast.players[0].pk).update(name=evil)
    cast.sealed_hand(claimed_by_seat_0())
    made = pdf(client, cast, cast.match)
    assert made.startswith(b"%PDF-")
    assert b"pdfuaid" in made
    assert b"/Lang" in made
    assert "&quot;x&quot;" in read(client, cast, cast.match)


def test_a_table_of_six_fits_on_its_side() -> None:
    names = tuple("Anna Boris Chloé Dario Emma Farid".split())
    row = PaperRow("1", "Take by Anna", "", tuple(Score("+1,020", "+1,020") for _ in names))
    totals = tuple("+1,020" for _ in names)
    sheet = PaperSheet(
        "Friday", "Les Atouts", "", "Nobody is ahead", "", names, (row,), totals, (), ""
    )
    assert re.search(rb"/MediaBox\s*\[0 0 841\.\d+ 595\.\d+\]", pdf_of("Friday", [sheet]))


def test_the_sheet_takes_the_same_few_statements_however_long(
    client: Client, cast: Cast, django_assert_num_queries
) -> None:
    client.force_login(cast.member)
    place = reverse("match-sheet", args=[cast.club.slug, cast.match.public_id])
    for hands in (1, 3):
        for _ in range(hands):
            sealed_hand(cast.scorer, cast.match, THROWN_IN)
        with django_assert_num_queries(8):
            client.get(place)


def sheets(client: Client, cast: Cast, query: str = "") -> bytes:
    client.force_login(cast.member)
    answer = client.get(reverse("sheets-pdf", args=[cast.club.slug]) + query)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    return answer.content


def pages(made: bytes) -> int:
    return max(map(int, re.findall(rb"/Count (\d+)", made)))


def test_all_sheets_of_a_period_are_one_file_with_a_page_for_each_match(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    five = cast.open_match(5, title="Five", played_on=date(2026, 11, 27))
    sealed_hand(cast.scorer, five, calls("pass pass pass pass pass"))
    cast.open_match(4, title="Without a hand")
    assert pages(sheets(client, cast)) == 2
    assert pages(sheets(client, cast, "?since=2026-11-21")) == 1
    assert pages(sheets(client, cast, f"?player={cast.players[4].public_id}")) == 1
    page = client.get(reverse("matches", args=[cast.club.slug]) + "?since=2026-11-21")
    assert "/matches/sheets.pdf?since=2026-11-21" in page.content.decode()
    # A file of more sheets than a server can make is refused with a way out.
    monkeypatch.setattr("games.matches.sheets.MOST_SHEETS", 1)
    answer = client.get(reverse("sheets-pdf", args=[cast.club.slug]))
    assert (answer.status_code, b"choose fewer days" in answer.content) == (422, True)
