"""A tablet loads the recording screen again while no server answers: the table does not wait."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Entry
from games.recording import screen_pages
from tests.browser.conftest import TABLET
from tests.browser.scorer import Scorer, lets_in
from tests.cast import Cast
from tests.hands import exchange

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
def tablet(open_page: Callable[..., Page]) -> Page:
    """A tablet on which the worker may be installed, as on an https address."""
    return open_page(viewport={"width": 1180, "height": 820}, **TABLET, service_workers="allow")


@pytest.fixture
def scorer(tablet: Page, cast: Cast) -> Scorer:
    """In front of a hand before its first card; the screen is kept."""
    scorer = Scorer.opens(tablet, cast, FIRST_LEAD)
    waits_for(tablet, READY)
    is_kept(scorer)
    return scorer


def is_kept(scorer: Scorer) -> None:
    """Waits until the browser has kept the screen as it stands."""
    recording = scorer.page.locator("#recording")
    version, url = (
        recording.get_attribute("data-version"),
        recording.get_attribute("data-recording"),
    )
    waits_for(scorer.page, HAS, [f'"version":{version},', url])


def waits_for(page: Page, question: str, asked: object = None) -> None:
    """Asks again and again, since Playwright takes a promise for a yes."""
    while not page.evaluate(question, asked):
        page.wait_for_timeout(50)


def goes_offline(scorer: Scorer) -> None:
    """As far as it can be done: Chromium may let a request through while it loads a page again."""
    scorer.page.context.set_offline(True)


def loads_again(scorer: Scorer) -> None:
    scorer.page.reload()
    expect(scorer.page.locator("#recording[data-kept]:not([inert])")).to_be_visible()


@pytest.mark.smoke
def test_recording_goes_on_and_each_card_is_recorded_once(scorer: Scorer) -> None:
    """Two cards are saved, one waits, the page is lost, and the table plays on."""
    scorer.plays("H1 HQ").saved()
    is_kept(scorer)
    goes_offline(scorer)
    scorer.plays("HK")
    loads_again(scorer)
    expect(scorer.chip).to_have_text("Offline, 1 kept here")
    expect(scorer.page.locator(".place .face")).to_have_count(3)
    expect(scorer.status).to_have_text("Nadia to play.")
    scorer.plays("H3")
    expect(scorer.chip).to_have_text("Offline, 2 kept here")
    scorer.page.context.set_offline(False)
    scorer.saved()
    expect(scorer.status).to_contain_text("Elise to play. Leads to trick 2.")
    assert scorer.recorded == "H1 HQ HK H3"
    assert Entry.objects.filter(hand=scorer.hand).count() == len(FIRST_LEAD) + 4


def test_a_page_loaded_again_shows_every_card_that_is_kept_here(scorer: Scorer) -> None:
    """One card is saved, nine wait: the list and the sentence are there again."""
    scorer.plays("H1").saved()
    is_kept(scorer)
    goes_offline(scorer)
    scorer.plays("HQ HK H3 H8 H7 H9 HN DK D1")
    loads_again(scorer)
    waiting = scorer.page.locator(".tricks .not-sent .card-line")
    expect(waiting).to_have_text(["Q♥", "K♥", "3♥", "8♥", "7♥", "9♥", "N♥", "K♦", "1♦"])
    expect(scorer.page.locator("#kept")).to_contain_text("What was tapped is saved")
    expect(scorer.undo).to_contain_text("ace of diamonds")
    scorer.tap(scorer.undo)
    expect(waiting).to_have_count(8)
    scorer.plays("D10 D4")
    scorer.page.context.set_offline(False)
    scorer.saved()
    assert scorer.recorded == "H1 HQ HK H3 H8 H7 H9 HN DK D10 D4"


def test_a_page_of_before_shows_what_was_recorded_since(scorer: Scorer) -> None:
    """The page came before the first card; nothing waits, and the next card fits. And once more."""
    scorer.plays("H1 HQ HK").saved()
    is_kept(scorer)
    goes_offline(scorer)
    loads_again(scorer)
    expect(scorer.status).to_contain_text("Nadia to play.")
    expect(scorer.key("HQ")).to_have_attribute("data-state", "played")
    scorer.plays("H3")
    scorer.page.context.set_offline(False)
    scorer.saved()
    assert scorer.recorded == "H1 HQ HK H3"
    is_kept(scorer)
    goes_offline(scorer)
    loads_again(scorer)
    expect(scorer.status).to_contain_text("Elise to play. Leads to trick 2.")


def test_a_page_kept_before_the_upgrade_is_still_handed_out_as_kept(scorer: Scorer) -> None:
    """Its element had another name, which its own scripts look for. The worker is newer."""
    goes_offline(scorer)
    scorer.page.evaluate(AS_BEFORE)
    scorer.page.reload()
    expect(scorer.page.locator("#desk[data-kept]")).to_be_visible()


def test_once_the_server_answers_the_screen_is_its_own_again(
    scorer: Scorer, cast: Cast, open_page: Callable[..., Page]
) -> None:
    """Meanwhile another tablet has recorded two cards."""
    scorer.plays("H1").saved()
    is_kept(scorer)
    goes_offline(scorer)
    other = open_page(**TABLET)
    lets_in(other, cast.admin)
    other.goto(scorer.page.url)
    Scorer(other).plays("HQ HK").saved()
    loads_again(scorer)
    scorer.page.context.set_offline(False)
    expect(scorer.status).to_contain_text("Nadia to play.")
    scorer.plays("H3").saved()
    assert scorer.recorded == "H1 HQ HK H3"


def test_a_server_that_is_out_of_order_is_as_good_as_none(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(screen_pages, "_page", lambda *_facts: 1 / 0)
        loads_again(scorer)
    scorer.plays("H1 HQ").saved()
    assert scorer.recorded == "H1 HQ"


@pytest.mark.smoke
def test_after_signing_out_nothing_of_the_club_is_kept(scorer: Scorer) -> None:
    page = scorer.page
    assert page.evaluate(KEPT) > 10
    page.locator("#menu > summary").tap()
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_label("Password")).to_be_visible()
    waits_for(page, f"async () => await ({KEPT})() === 0")
