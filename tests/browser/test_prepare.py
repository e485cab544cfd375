"""A scorer prepares a tablet before the evening, with one tap on the page of the club."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from games.engine import engine_pages
from games.engine.engine_files import engine_files
from tests import factories, hands
from tests.browser.barriers import no_barriers
from tests.browser.compiled import KEPT
from tests.browser.conftest import TABLET
from tests.browser.scorer import Scorer, address, lets_in
from tests.cast import Cast

pytestmark = pytest.mark.usefixtures("own_browser")

FILE = re.compile(r"/engine/[0-9a-f]{64}/")
ONE_TABLE = "Ready without a connection: one table, French Tarot."
NO_ROOM = """() => {
    Cache.prototype.put = async () => { throw new DOMException('', 'QuotaExceededError') };
}"""


@pytest.fixture
def tablet(keeping_tablet: Page, cast: Cast) -> Page:
    """Signed in as the scorer."""
    cast.tablets_judge()
    lets_in(keeping_tablet, cast.scorer)
    return keeping_tablet


def open_table(cast: Cast, **facts: Any) -> str:
    """A match with its first hand before the first lead; returns where it is recorded."""
    match = hands.seated(cast, **facts)
    factories.open_hand(cast.scorer, match, hands.exchange())
    return address(match)


def opens(page: Page, cast: Cast) -> Locator:
    """The page of the club; what it says of the tablet."""
    page.goto(f"/c/{cast.club.slug}/")
    return page.locator("#_prepare [role=status]")


def button(page: Page) -> Locator:
    return page.get_by_role("button", name="Prepare this tablet")


@pytest.mark.smoke
@pytest.mark.usefixtures("engine_compiled")
def test_a_prepared_tablet_records_without_a_line_from_the_first_page_on(
    tablet: Page, cast: Cast
) -> None:
    """It has never shown the recording page before."""
    open_table(cast)
    words = opens(tablet, cast)
    button(tablet).tap()
    expect(words).to_have_text(ONE_TABLE)
    no_barriers(tablet)
    tablet.context.set_offline(True)
    tablet.get_by_role("link", name="Record", exact=True).tap()
    tablet.locator("#recording[data-kept][data-judged]").wait_for()
    scorer = Scorer(tablet).plays("H1")
    scorer.looks_at("D5")
    expect(scorer.panel.get_by_role("heading")).to_have_text("Samir must trump")
    scorer.plays("HQ")
    expect(tablet.locator("#prepared")).to_be_visible()
    tablet.context.set_offline(False)
    scorer.saved()
    assert scorer.recorded == "H1 HQ"


@pytest.mark.usefixtures("engine_compiled")
def test_the_page_says_what_is_ready_table_by_table(tablet: Page, cast: Cast) -> None:
    open_table(cast)
    cast.open_match(title="Table of beginners")
    seats = cast.players[:3]
    friends = factories.open_match(
        cast.scorer, cast.club, seats, title="Friends", variant="scarto", first_dealer=0
    )
    factories.open_hand(cast.scorer, friends)
    words = opens(tablet, cast)
    button(tablet).tap()
    expect(words).to_have_text(
        re.compile(
            "^Ready without a connection: 2 tables, "
            "(Scarto and French Tarot|French Tarot and Scarto). Not ready, "
            "since no hand has been dealt: Table of beginners. Deal it"
        )
    )
    cast.open_match(title="Another table")  # the page follows others by itself; the notice stays
    expect(tablet.get_by_role("link", name="Another table")).to_be_visible()
    expect(words).to_contain_text("Ready without a connection: 2 tables")


def test_an_interrupted_preparation_goes_on_where_it_stopped(tablet: Page, cast: Cast) -> None:
    """The line goes at the fourth file. What was fetched is not fetched again. It is compiled here,
    as in no other test of this file."""
    open_table(cast)
    words = opens(tablet, cast)
    fetched: list[str] = []

    def see(answer: Response) -> None:
        if FILE.search(answer.url) and not answer.from_service_worker:
            fetched.append(answer.url)

    tablet.context.on("response", see)
    tablet.context.route(
        FILE, lambda route: route.fallback() if len(fetched) < 3 else route.abort()
    )
    button(tablet).tap()
    expect(words).to_contain_text("The connection was lost.")
    expect(tablet.locator("#_prepare progress")).to_be_hidden()
    assert set(fetched) <= set(tablet.evaluate(KEPT))
    tablet.context.unroute(FILE)
    button(tablet).tap()
    expect(words).to_have_text(ONE_TABLE)
    assert len(fetched) == len(set(fetched)) == len(engine_files().files)


def test_what_keeps_a_tablet_from_being_prepared_is_said(
    tablet: Page, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes that the server has not named are not kept. By keyboard the button keeps the focus. A
    tablet that cannot run the rules records with the server."""
    open_table(cast)
    words = opens(tablet, cast)
    tablet.context.route(FILE, lambda route: route.fulfill(body="sign in to the hotel's Wi-Fi"))
    button(tablet).tap()
    expect(words).to_contain_text("The connection was lost.")
    assert not [url for url in tablet.evaluate(KEPT) if FILE.search(url)]
    tablet.context.unroute(FILE)

    with monkeypatch.context() as none_named:
        none_named.setattr(engine_pages, "_digests", lambda made: {})
        button(tablet).focus()
        tablet.keyboard.press("Enter")
        expect(words).not_to_contain_text("Fetches the rules")
        expect(button(tablet)).to_be_focused()

    words = opens(tablet, cast)
    tablet.evaluate(NO_ROOM)
    button(tablet).tap()
    expect(words).to_contain_text("This tablet has too little room")

    words = opens(tablet, cast)
    tablet.evaluate("() => { delete globalThis.WebAssembly }")
    button(tablet).tap()
    expect(words).to_contain_text("This tablet cannot run the rules")
    tablet.context.set_offline(True)
    tablet.get_by_role("link", name="Record", exact=True).tap()
    expect(tablet.locator("#recording[data-kept]:not([inert])")).to_be_visible()


def test_without_https_the_tablet_says_what_it_lacks(
    open_page: Callable[..., Page], cast: Cast
) -> None:
    cast.tablets_judge()
    page = open_page(viewport={"width": 1180, "height": 820}, **TABLET)
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    lets_in(page, cast.scorer)
    open_table(cast)
    words = opens(page, cast)
    button(page).tap()
    expect(words).to_contain_text("takes an address that begins with https")


@pytest.mark.usefixtures("engine_compiled")
def test_the_signed_out_learn_it_and_where_the_server_judges_alone_nothing_is_to_be_prepared(
    tablet: Page, cast: Cast
) -> None:
    open_table(cast)
    words = opens(tablet, cast)
    tablet.context.clear_cookies()
    button(tablet).tap()
    expect(words).to_have_text("You are signed out. Sign in, then tap again.")

    lets_in(tablet, cast.scorer)
    type(cast.club).objects.filter(pk=cast.club.pk).update(tablets_judge=False)
    opens(tablet, cast)
    expect(tablet.get_by_role("link", name="Record", exact=True)).to_be_visible()
    expect(button(tablet)).to_have_count(0)
