"""A scorer's tablet: the second published hand recorded up to trick 7."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import OutputWrapper
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from games.management.demo import evening
from games.management.progress import Progress
from tests import published_hands
from tests.chromium import launch_options

TABLET: dict[str, Any] = {
    "viewport": {"width": 1180, "height": 820},
    "color_scheme": "light",
    "locale": "en-GB",
    "has_touch": True,
}
SCORER = "scorer"
HAND = published_hands.hands()[1]
TRICKS_BEFORE, CARDS_OF_NEXT = 6, 2  # the moment of the picture
SETTLED = 400  # milliseconds after which nothing on the screen moves any more


def take_picture(address: str, folder: Path) -> None:
    """Write `record.png` into `folder`, from the demo club at `address`."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = signed_in(browser, address)
        record(page)
        take(page, folder / "record.png")
        browser.close()


def signed_in(browser: Browser, address: str) -> Page:
    """The first page that the scorer of the demo club sees."""
    page = browser.new_context(base_url=address, **TABLET).new_page()
    page.goto("/")
    page.get_by_label("Account name").fill(SCORER)
    page.get_by_label("Password").fill(evening.SIGN_INS[SCORER])
    page.get_by_role("button", name="Sign in", exact=True).tap()
    page.get_by_role("heading", name=evening.CLUB).wait_for()
    return page


def record(page: Page) -> None:
    """Record the hand in the match that is written card by card, as far as the picture shows it."""
    match = page.locator(".open-match", has_text="Friday, first table")
    match.get_by_role("link", name="Record").tap()
    page.get_by_role("button", name="Deal hand").tap()
    page.locator("#recording").wait_for()
    page.wait_for_load_state()  # from then on its script answers taps
    entries = [[call(page, one)] for one in HAND["calls"].split()]
    entries += [chosen(page, HAND[part].split()) for part in ("stock", "discard")]
    entries += [[key(page, card)] for card in played()]
    progress = Progress(OutputWrapper(sys.stdout), len(entries), "entries")
    for number, taps in enumerate(entries, 1):
        for one in taps:
            one.tap()
        expect(page.locator("#recording")).to_have_attribute("data-version", str(number))
        progress.step()
    progress.finish()


def call(page: Page, name: str) -> Locator:
    """The button of a call."""
    return page.locator(f'[data-call="{name}"]')


def chosen(page: Page, cards: list[str]) -> list[Locator]:
    """What is tapped where several cards make one entry: the cards, then *Done*."""
    return [*(key(page, card) for card in cards), page.locator("#done")]


def played() -> list[str]:
    """The cards up to the moment of the picture, in the order of play."""
    tricks = [trick.split() for trick in HAND["tricks"]]
    before = [card for trick in tricks[:TRICKS_BEFORE] for card in trick]
    return before + tricks[TRICKS_BEFORE][:CARDS_OF_NEXT]


def key(page: Page, card: str) -> Locator:
    """The key of a card on the pad."""
    return page.locator(f'.key[data-card="{card}"]')


def take(page: Page, path: Path) -> None:
    """Write the picture of what is on the screen."""
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=path, animations="disabled")
    print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)
