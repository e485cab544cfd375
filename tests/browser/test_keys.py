"""Making a key for a program, and reading how programs use it, as a browser shows it."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.barriers import reads_well
from tests.browser.scorer import lets_in
from tests.cast import Cast


@pytest.mark.smoke
def test_a_member_makes_a_key_ends_it_and_reads_how_programs_use_it(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    lets_in(page, cast.member)
    page.goto("/accounts/keys/")
    page.get_by_label("What it is for").fill("League tables")
    page.get_by_role("button", name="Make a key").click()
    field = page.get_by_label("Key", exact=True)
    expect(field).to_have_value(re.compile("ct_[0-9a-f]{64}"))
    headers = {"authorization": f"Bearer {field.input_value()}"}
    assert Client(headers=headers).get("/api/v1/clubs").status_code == 200
    reads_well(page)
    page.goto("/accounts/keys/")
    expect(page.locator(".action-name")).to_have_text("League tables")
    page.get_by_role("button", name="End League tables").click()
    expect(page.get_by_text("The key has been ended")).to_be_visible()
    assert Client(headers=headers).get("/api/v1/clubs").status_code == 401
    for address in ("/developers/tour/", "/developers/errors/", "/help/confirming/"):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        reads_well(page, address)
