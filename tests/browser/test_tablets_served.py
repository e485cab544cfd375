"""Two tablets at a site that gunicorn serves, in several processes on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.scorer import Scorer
from tests.browser.test_tablets import milliseconds_to, report
from tests.postgres import find_binaries, throwaway_server
from tests.serving import SCORER, Site, served

SETTINGS = "tests.served_settings"
CALLS = ("pass", "guard", "pass", "pass")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A club that two processes serve."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("no PostgreSQL was found")
    with throwaway_server(binaries) as url, served(url, tmp_path, SETTINGS, workers=2) as site:
        yield site


def opens(browser: Browser, site: Site) -> Page:
    """The first table, on a tablet of its own."""
    page = browser.new_context(base_url=site.address, has_touch=True).new_page()
    page.goto("/accounts/sign-in/")
    for label, text in zip(("Account name", "Password"), SCORER, strict=True):
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("link", name="Record", exact=True).first.click()
    expect(page.locator("#recording[inert]")).to_have_count(0)
    return page


def test_a_call_on_one_tablet_reaches_the_other_on_postgresql(browser: Browser, site: Site) -> None:
    tablets = [Scorer(opens(browser, site)) for _ in range(2)]
    times = []
    for number, call in enumerate(CALLS, 1):
        writer, reader = tablets if number % 2 else reversed(tablets)
        key = writer.page.locator(f'[data-call="{call}"]')
        after = f'#recording[data-version="{number}"]'
        times.append(milliseconds_to(reader.page, after, key.tap))
    report("a call on the other tablet, two processes on PostgreSQL", times)
    for scorer in tablets:
        scorer.page.context.close()
