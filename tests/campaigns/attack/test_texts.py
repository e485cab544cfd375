"""What people write stays what they wrote: in a table, on a page, on paper, in a letter."""

import csv
import io
import os
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from games.replay import remarking
from tests.campaigns.attack.payloads import FORMULAS, PAYLOADS
from tests.cast import Cast, rename_player
from tests.factories import act, claimed_by_seat_0, sealed_hand

# What a spreadsheet takes for the beginning of a formula.
SIGNS = ("=", "+", "-", "@", "\t", "\r")
# What a script reads, and a browser never runs.
DATA = re.compile(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', re.DOTALL)
NUMBER = re.compile(r"-?\d+(\.\d+)?")


def written_everywhere(cast: Cast, text: str) -> Match:
    """Have a text stand wherever somebody may write one."""
    short = text[:40]
    for player in cast.players:
        rename_player(user=cast.scorer, player=player, name=f"{short}{player.pk}")
    match = cast.open_match(title=text[:60], table=text[:20])
    hand = sealed_hand(cast.scorer, match, [*claimed_by_seat_0(), act("note", text=text)])
    remarking.add_remark(user=cast.member, hand=hand, place="1.1", text=text)
    remarking.publish(user=cast.scorer, hand=hand, names=True)
    return match


def browser_of(cast: Cast) -> Client:
    browser = Client()
    browser.force_login(cast.admin)
    return browser


@pytest.mark.parametrize("text", FORMULAS)
@pytest.mark.django_db
def test_no_cell_of_a_table_begins_as_a_formula(cast: Cast, text: str) -> None:
    written_everywhere(cast, text)
    browser, cells = browser_of(cast), 0
    slug = cast.club.slug
    for address in (
        *(f"/api/v1/{name}?format=csv" for name in ("hands", "players", "matches")),
        reverse("hands-file", args=[slug, "csv"]),
        f"{reverse('league-file', args=[slug])}?variant=french",
    ):
        answer = browser.get(address)
        assert answer.status_code == 200
        body = b"".join(answer) if answer.streaming else answer.content
        for row in csv.reader(io.StringIO(body.decode("utf-8-sig"))):
            for cell in row:
                cells += 1
                assert not cell.startswith(SIGNS) or NUMBER.fullmatch(cell), cell
    assert cells > 50


@pytest.mark.parametrize("text", PAYLOADS if "ATTACK" in os.environ else PAYLOADS[::4])
@pytest.mark.django_db
def test_no_page_holds_what_somebody_wrote_as_part_of_itself(cast: Cast, text: str) -> None:
    """Chromium looks at the same pages, with all texts, in tests/browser/test_payloads.py."""
    match = written_everywhere(cast, text)
    browser, hand = browser_of(cast), match.hands.get()
    slug = cast.club.slug
    for address in (
        reverse("club", args=[slug]),
        reverse("players", args=[slug]),
        reverse("match", args=[slug, match.public_id]),
        reverse("match-sheet", args=[slug, match.public_id]),
        reverse("hand", args=[slug, hand.public_id]),
        reverse("hands", args=[slug]),
        reverse("search", args=[slug]),
        reverse("shared-hand", args=[hand.public_id]),
        reverse("hand-log", args=[slug, hand.public_id]),
    ):
        page = browser.get(address, follow=True).content.decode()
        assert not any("<" in data for data in DATA.findall(page)), address
        if set("<>\"'") & set(text):
            assert text not in DATA.sub("", page), address


@pytest.mark.parametrize("text", ['#read("/etc/passwd")', '#import "/x"', "*_ $x$ `y` @z <a>"])
@pytest.mark.django_db
def test_a_score_sheet_prints_what_somebody_wrote_and_runs_none_of_it(
    cast: Cast, text: str
) -> None:
    match = written_everywhere(cast, text)
    answer = browser_of(cast).get(
        reverse("match-sheet-pdf", args=[cast.club.slug, match.public_id])
    )
    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF")
    assert b"root:x:0" not in answer.content
