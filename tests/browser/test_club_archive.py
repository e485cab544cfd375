"""The archive of a club as an administrator meets it: a file is chosen once, checked, taken in."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from games.jobs import starting
from games.jobs.working import work
from games.models import Hand
from tests.browser.barriers import no_barriers
from tests.browser.replaying import signed_in
from tests.cast import Cast
from tests.factories import THROWN_IN
from tests.transfer.test_import import passed


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Workers that are threads here: a process of its own would look into another database."""
    settings.STARTS_WORKERS = True

    def start() -> None:
        threading.Thread(target=work_and_close).start()

    monkeypatch.setattr(starting, "start_worker", start)


def work_and_close() -> None:
    try:
        work()
    finally:
        connection.close()


@pytest.mark.smoke
def test_a_file_is_checked_and_taken_in_without_choosing_it_twice(
    transactional_db: None, workers: None, tablet_portrait: Page, cast: Cast, tmp_path: Path
) -> None:
    page, file = signed_in(tablet_portrait, cast.admin), tmp_path / "hands.ndjson"
    good, bad = json.dumps(passed()), json.dumps(passed() | {"dealer": 7})
    page.goto(f"/c/{cast.club.slug}/")
    page.get_by_role("link", name="Archive").click()
    file.write_text(f"{good}\n{bad}\n")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Only check it").click()
    expect(page.get_by_text("Nothing was imported: 1 fault.")).to_be_visible()
    expect(page.get_by_text("Line 2")).to_be_visible()
    no_barriers(page)
    before = Hand.objects.count()
    file.write_text(f"{good}\n")
    page.get_by_role("link", name="Archive").last.click()
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Only check it").click()
    expect(page.get_by_text("Nothing has been changed yet.")).to_be_visible()
    page.get_by_role("button", name="Import it").click()
    expect(page.get_by_text("Everything was imported.")).to_be_visible()
    assert Hand.objects.count() == before + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_scripts_somebody_looks_again_by_a_link(
    transactional_db: None, without_script: Page, cast: Cast, tmp_path: Path
) -> None:
    page, file = signed_in(without_script, cast.admin), tmp_path / "hands.ndjson"
    file.write_text(json.dumps(passed()))
    page.goto(f"/c/{cast.club.slug}/archive/")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Import it").click()
    expect(page.get_by_text("It waits for its turn.")).to_be_visible()
    work()
    page.get_by_role("link", name="Look again").click()
    expect(page.get_by_text("Everything was imported.")).to_be_visible()


def test_everything_is_downloaded_as_a_zip(transactional_db: None, phone: Page, cast: Cast) -> None:
    cast.sealed_hand(THROWN_IN)
    signed_in(phone, cast.member)
    phone.goto(f"/c/{cast.club.slug}/archive/")
    expect(phone.get_by_label("File", exact=True)).to_have_count(0)
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Download everything").click()
    assert download.value.suggested_filename.endswith(".zip")
    no_barriers(phone)
