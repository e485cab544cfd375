"""A tablet loads the recording screen again while no server answers: the table does not wait."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from playwright.sync_api import Error, Page, expect

from games.recording import screen_pages
from tests.browser.scorer import Scorer
from tests.cast import Cast
from tests.factories import act, write
from tests.hands import exchange
from tests.waiting import until

FIRST_LEAD = exchange()
pytestmark = pytest.mark.usefixtures("own_browser")

HAS = """async ([name, url]) => {
    const cache = await caches.open('clubtarot-recording');
    return Boolean(await (await cache.match(url))?.text().then((text) => text.includes(name)));
}"""
READY = """async () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const files = loaded.filter((name) => name.includes('/static/'));
    const cache = await caches.open('clubtarot-recording');
    const found = await Promise.all([location.pathname, ...files].map((url) => cache.match(url)));
    return navigator.serviceWorker.controller && found.every(Boolean);
}"""
AS_BEFORE = """async () => {
    const cache = await caches.open('clubtarot-recording');
    const page = await (await cache.match(location.pathname)).text();
    const before = page.replaceAll('id="recording"', 'id="desk"').replaceAll('<script ', '<data ');
    const headers = { 'Content-Type': 'text/html' };
    await cache.put(location.pathname, new Response(before, { headers }));
}"""
KEPT = "async () => (await (await caches.open('clubtarot-recording')).keys()).length"


@pytest.fixture
def scorer(keeping_tablet: Page, cast: Cast) -> Scorer:
    """In front of a hand before its first card; the screen is kept."""
    scorer = Scorer.opens(keeping_tablet, cast, FIRST_LEAD)
    waits_for(keeping_tablet, READY)
    is_kept(scorer)
    return scorer


def is_kept(scorer: Scorer) -> None:
    """Waits until the browser has kept the screen as it stands."""
    recording = scorer.page.locator("#recording")
    version = recording.get_attribute("data-version")
    url = recording.get_attribute("data-recording")
    waits_for(scorer.page, HAS, [f'"version":{version},', url])


def waits_for(page: Page, question: str, asked: object = None) -> None:
    """Asks again and again, since Playwright takes a promise for a yes."""
    while not page.evaluate(question, asked):
        page.wait_for_timeout(50)


def loads_again(scorer: Scorer) -> None:
    until(partial(comes_from_the_browser, scorer.page, scorer.page.reload))
    expect(scorer.page.locator("#recording[data-kept]:not([inert])")).to_be_visible()


def comes_from_the_browser(page: Page, load: Callable[[], object]) -> bool:
    """Load a page without a line. Now and then, on a busy machine, Chromium lets the request
    through, or does not ask the worker: then the page is loaded once more."""
    with suppress(Error):
        load()
        return page.locator("[data-kept]").count() == 1
    return False


@pytest.mark.smoke
def test_recording_goes_on_on_a_page_loaded_again_and_each_card_is_recorded_once(
    scorer: Scorer,
) -> None:
    """Two cards are saved, some wait, the page is lost, and the table plays on. After signing out
    nothing of the club is kept."""
    page = scorer.page
    waiting = page.locator(".tricks .not-sent .card-line")
    scorer.plays("H1 HQ").saved()
    is_kept(scorer)
    scorer.page.context.set_offline(True)
    scorer.plays("HK")
    loads_again(scorer)
    expect(scorer.chip).to_have_text("Offline, 1 kept here")
    expect(page.locator(".place .face")).to_have_count(3)
    expect(scorer.status).to_have_text("Nadia to play.")
    scorer.plays("H3 H8 H7 H9 HN DK D1")
    loads_again(scorer)
    expect(waiting).to_have_text(["K♥", "3♥", "8♥", "7♥", "9♥", "N♥", "K♦", "1♦"])
    expect(page.locator("#kept")).to_contain_text("What was tapped is saved")
    expect(scorer.undo).to_contain_text("ace of diamonds")
    scorer.tap(scorer.undo)
    expect(waiting).to_have_count(7)
    scorer.plays("D10 D4")
    page.context.set_offline(False)
    scorer.saved()
    assert scorer.recorded == "H1 HQ HK H3 H8 H7 H9 HN DK D10 D4"

    assert page.evaluate(KEPT) > 10
    page.locator("#menu > summary").tap()
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_label("Password")).to_be_visible()
    waits_for(page, f"async () => await ({KEPT})() === 0")


def test_a_page_of_before_shows_what_was_recorded_since_here_and_elsewhere(
    scorer: Scorer, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing waits, and the next card fits. A server that is out of order is as good as none."""
    scorer.plays("H1 HQ HK").saved()
    is_kept(scorer)
    scorer.page.context.set_offline(True)
    loads_again(scorer)
    expect(scorer.status).to_contain_text("Nadia to play.")
    expect(scorer.key("HQ")).to_have_attribute("data-state", "played")
    scorer.plays("H3")
    scorer.page.context.set_offline(False)
    scorer.saved()
    assert scorer.recorded == "H1 HQ HK H3"

    is_kept(scorer)
    scorer.page.context.set_offline(True)
    for card in ("H8", "H7"):
        write(cast.admin, scorer.hand, act("play", card=card))
    loads_again(scorer)
    expect(scorer.status).to_contain_text("Elise to play. Leads to trick 2.")
    scorer.page.context.set_offline(False)
    expect(scorer.status).to_contain_text("Wanda to play.")
    scorer.plays("H9").saved()

    with monkeypatch.context() as broken:
        broken.setattr(screen_pages, "_page", lambda *_facts: 1 / 0)
        loads_again(scorer)
    scorer.plays("HN").saved()
    assert scorer.recorded == "H1 HQ HK H3 H8 H7 H9 HN"


def test_a_page_kept_before_the_upgrade_is_still_handed_out_as_kept(scorer: Scorer) -> None:
    """Its element had another name, which its own scripts look for. The worker is newer."""
    scorer.page.context.set_offline(True)
    scorer.page.evaluate(AS_BEFORE)
    until(partial(comes_from_the_browser, scorer.page, scorer.page.reload))
    expect(scorer.page.locator("#desk[data-kept]")).to_be_visible()
