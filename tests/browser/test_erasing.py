"""A person is erased in Chromium: a text kept, the name typed, done. And the file about oneself."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import reads_well
from tests.browser.replaying import signed_in
from tests.cast import Cast
from tests.forgotten import fill


@pytest.mark.smoke
def test_an_administrator_erases_a_person(
    transactional_db: None, tablet_portrait: Page, cast: Cast
) -> None:
    her = fill(cast)
    page = signed_in(tablet_portrait, cast.admin)
    page.goto(f"/c/{cast.club.slug}/players/{her.player.public_id}/")
    page.get_by_role("link", name="erase this person").click()
    expect(page.get_by_text("Well played by us all.")).to_be_visible()
    reads_well(page, "what goes")
    page.get_by_role("checkbox", name=re.compile("keep.*Zwetlana’s son")).check()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("One text stays because you ticked it.")).to_be_visible()
    reads_well(page, "the second question")
    page.get_by_label("The name").fill("Anna")
    page.get_by_role("button", name="Erase for good").click()
    expect(page.get_by_text("This is not the name.")).to_be_visible()
    reads_well(page, "not the name")
    page.get_by_label("The name").fill("zwétlana quirrelmann")
    page.get_by_role("button", name="Erase for good").click()
    expect(page.get_by_text("nothing here names this person any more")).to_be_visible()
    expect(page.get_by_text("Quirrelmann")).to_have_count(0)
    page.goto(f"/c/{cast.club.slug}/hands/{her.hand.public_id}/")
    expect(page.get_by_text("[erased]").first).to_be_visible()
    expect(page.get_by_text("Quirrelmann")).to_have_count(0)


def test_whoever_is_signed_in_downloads_what_is_stored_about_them(
    transactional_db: None, phone: Page, cast: Cast
) -> None:
    page = signed_in(phone, cast.member)
    page.goto("/accounts/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download it").click()
    parts = json.loads(Path(download.value.path()).read_text("utf-8"))["parts"]
    assert parts["account"]["rows"][0]["username"] == "member"
