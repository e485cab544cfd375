"""Making a key for a program, and reading how programs use it, as a browser shows it."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.barriers import no_barriers
from tests.cast import Cast
from tests.factories import PASSWORD


@pytest.mark.parametrize("width", [390, 1180])
def test_a_member_makes_a_key_and_ends_it(page: Page, live_server, cast: Cast, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 820})
    page.goto(f"{live_server.url}/accounts/sign-in/?next=/accounts/keys/")
    page.fill("input[name=username]", "member")
    page.fill("input[name=password]", PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("What it is for").fill("League tables")
    page.get_by_role("button", name="Make a key").click()
    field = page.get_by_label("Key", exact=True)
    expect(field).to_have_value(re.compile("ct_[0-9a-f]{64}"))
    headers = {"authorization": f"Bearer {field.input_value()}"}
    assert Client(headers=headers).get("/api/v1/clubs").status_code == 200
    no_barriers(page)
    page.goto(f"{live_server.url}/accounts/keys/")
    expect(page.locator(".key-name")).to_have_text("League tables")
    page.get_by_role("button", name="End League tables").click()
    expect(page.get_by_text("The key is ended")).to_be_visible()
    assert Client(headers=headers).get("/api/v1/clubs").status_code == 401


@pytest.mark.parametrize("name", ["tour", "errors"])
@pytest.mark.parametrize("width", [390, 1180])
def test_the_pages_for_developers_fit_and_can_be_read(
    page: Page, live_server, name: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 820})
    page.goto(f"{live_server.url}/developers/{name}/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    no_barriers(page)
