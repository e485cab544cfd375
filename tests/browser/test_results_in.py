"""Tables as clubs keep them, brought in by a secretary in the browser; decisions are counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.models import Bucket, Hand
from tests.browser.barriers import no_barriers
from tests.browser.replaying import signed_in
from tests.browser.test_club_archive import workers
from tests.cast import Cast
from tests.thorough import amount
from tests.transfer.tables import TABLES, ClubTable

__all__ = ["workers"]


def decide(page: Page, table: ClubTable) -> None:
    """What a person chooses in addition to what the page has understood."""
    for label, answer in table.decisions:
        field = page.get_by_label(label, exact=True)
        if answer == "on":
            field.check()
        elif label == "Day":
            field.fill(answer)
        elif label == "Game":
            field.select_option(
                field.locator(f'option[value^="{answer}/"]').first.get_attribute("value")
            )
        else:
            field.select_option(answer)
    page.get_by_role("button", name="Look again").click()


@pytest.mark.smoke
def test_ten_tables_come_in_with_few_decisions(
    transactional_db: None, workers: None, tablet_portrait: Page, cast: Cast, tmp_path: Path
) -> None:
    page, taken, hands = signed_in(tablet_portrait, cast.admin), 0, 0
    tried = TABLES[:: amount(6, thorough=1)]
    for number, table in enumerate(tried):
        Bucket.objects.all().delete()  # nobody brings thirty tables in within a minute
        page.goto(f"/c/{cast.club.slug}/archive/")
        page.get_by_role("link", name="Bring results in").click()
        file = tmp_path / f"{number}.csv"
        file.write_bytes(table.data)
        page.get_by_label("or a file (XLSX, ODS, CSV)").set_input_files(file)
        page.get_by_role("button", name="Look at it").click()
        if table.decisions:
            decide(page, table)
        if number in (0, 6):
            no_barriers(page)
        page.get_by_role("button", name="Bring").click()
        expect(page.get_by_text("Everything was imported.")).to_be_visible()
        hands += table.hands
        assert Hand.objects.count() == hands, table.name
        print(f"{table.name}: {table.hands} hands, {len(table.decisions)} decisions")
        taken += len(table.decisions)
    print(f"{len(tried)} tables, {hands} hands, {taken} decisions")
