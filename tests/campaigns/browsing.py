"""Chromium as a campaign drives it, and somebody who signs in to the demo club."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import find_chromium, launch_options

NO_CHROMIUM = "no Chromium was found: apt-get install chromium fonts-dejavu-core"


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser, and close it. Raises FileNotFoundError where there is none."""
    if find_chromium() is None:
        raise FileNotFoundError(NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        yield browser
        browser.close()


def sign_in(page: Page, name: str) -> None:
    """Sign in to the demo club and see its first page; Django must be set up."""
    from games.management.demo import evening

    page.goto("/")
    page.get_by_label("Account name").fill(name)
    page.get_by_label("Password").fill(evening.SIGN_INS[name])
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("heading", name=evening.CLUB).wait_for()
