"""The line is gone for a while: when the tablet tries again, and how fast it sends what it kept."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect

from games.models import Entry
from tests import hands
from tests.browser.barriers import no_barriers
from tests.browser.conftest import TABLET
from tests.browser.scorer import SIZES, Scorer, lets_in, on_each
from tests.cast import Cast
from tests.factories import act, write

ENTRIES = re.compile(r"/entries/$")
ANYTHING = re.compile(r"")
LIVE = re.compile(r"/live/")
ASKED_ANYWAY = re.compile(r"/entries/$|/live/")
FIRST_LEAD = hands.exchange()
SIXTY = hands.CARDS[:60]
# Questions whether the line is back, three seconds apart, before the first entry is sent again.
ASKED = 2
CUTS = {"hangs": lambda route: None, "fails": lambda route: route.abort()}
# The clock is set forward, so the browser must be one that nobody uses afterwards.
pytestmark = pytest.mark.usefixtures("own_browser")


@pytest.fixture
def scorer(open_page: Callable[..., Page], cast: Cast) -> Scorer:
    """Before the first card, at a tablet whose clock can be set forward."""
    page = open_page(viewport={"width": 1180, "height": 820}, **TABLET)
    page.clock.install()
    return Scorer.opens(page, cast, FIRST_LEAD)


def taps(scorer: Scorer, cards: list[str]) -> None:
    """Taps these keys, as fast as a page can take it."""
    tap = "(card) => document.querySelector(`.key[data-card=${card}]`).click()"
    scorer.page.evaluate(f"(cards) => cards.forEach({tap})", cards)


def asked_for(page: Page) -> list[Request]:
    """What the page asks for from now on."""
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))
    return requests


def entries(requests: list[Request]) -> list[Request]:
    return [request for request in requests if ENTRIES.search(request.url)]


def time_passes(page: Page, seconds: int) -> None:
    """On the tablet's clock; a little of it is real, for what does not come by a timer."""
    for _ in range(seconds // 2):
        page.clock.fast_forward(2000)
        page.wait_for_timeout(20)


# --- the line is back ----------------------------------------------------------------------------


@pytest.mark.parametrize("cut", CUTS)
def test_sixty_cards_are_in_sight_and_sent_as_soon_as_the_line_is_there_again(
    scorer: Scorer, cut: str
) -> None:
    """A minute without a line, of which the browser says nothing."""
    page = scorer.page
    page.route(ANYTHING, CUTS[cut])
    taps(scorer, SIXTY)
    time_passes(page, 60)
    expect(scorer.chip).to_have_text("60 not sent")
    last = page.locator("[data-unseated] .not-sent .card-line").last
    for size in on_each(page, SIZES):
        expect(page.locator("#kept"), size).to_contain_text("What was tapped is saved")
        expect(page.locator("#kept"), size).to_be_in_viewport(ratio=1)
        expect(last, size).to_be_in_viewport(ratio=1)
    if cut == "fails":
        no_barriers(page)

    requests = asked_for(page)
    page.unroute(ANYTHING)
    scorer.saved()
    before = requests[: requests.index(entries(requests)[0])]
    assert len([request for request in before if request.method == "HEAD"]) <= ASKED
    assert scorer.recorded.split() == SIXTY
    assert Entry.objects.filter(hand=scorer.hand).count() == len(FIRST_LEAD) + len(SIXTY)


@pytest.mark.smoke
def test_whoever_was_signed_out_meanwhile_learns_it_as_soon_as_the_line_is_back(
    scorer: Scorer, cast: Cast
) -> None:
    page = scorer.page
    page.route(ANYTHING, CUTS["hangs"])
    taps(scorer, SIXTY)
    time_passes(page, 60)
    page.context.clear_cookies()
    page.unroute(ANYTHING)
    expect(scorer.chip).to_have_text("Sign in again, 60 kept here")
    expect(page.locator("#kept")).to_contain_text("sent as soon as you have signed in again")
    lets_in(page, cast.scorer)
    page.reload()
    scorer.saved()
    assert scorer.recorded.split() == SIXTY


def test_a_tablet_follows_again_after_a_portal_answered_for_the_server(
    scorer: Scorer, cast: Cast
) -> None:
    page, hand = scorer.page, scorer.hand
    for status, card in ((404, SIXTY[0]), (502, SIXTY[1])):
        page.route(LIVE, answering(status))
        time_passes(page, 30)
        expect(page.locator("#writers")).to_contain_text("Not connected")
        page.unroute(LIVE)
        write(cast.scorer, hand, act("play", card=card))
        time_passes(page, 10)
        expect(page.locator(f'.trick-cell[data-card="{card}"]')).to_have_count(1)


def answering(status: int) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status, body="<h1>Your room?</h1>")


# --- the server is not made slower ---------------------------------------------------------------


def test_without_an_answer_nothing_but_a_light_question_is_sent_again(scorer: Scorer) -> None:
    page = scorer.page
    requests = asked_for(page)
    page.route(ANYTHING, CUTS["hangs"])
    taps(scorer, SIXTY)
    time_passes(page, 60)
    assert len(entries(requests)) == 1
    # But for the last question for what others record: it was on its way when the line went.
    light = [request for request in requests if not ASKED_ANYWAY.search(request.url)]
    assert {request.method for request in light} == {"HEAD"}
    assert len(light) <= 60 / 3 + 2
    page.unroute(ANYTHING)
    scorer.saved()


def test_a_server_that_takes_its_time_is_asked_once(scorer: Scorer) -> None:
    """It answers light questions meanwhile: the line is there."""
    page = scorer.page
    requests = asked_for(page)
    held: list[Route] = []
    page.route(ENTRIES, lambda route: held.append(route))
    scorer.plays("H1")
    for _ in range(5):
        with page.expect_request(lambda request: request.method == "HEAD"):
            page.clock.fast_forward(1000)
        page.wait_for_timeout(30)
    assert len(entries(requests)) == 1
    held[0].continue_()
    scorer.saved()
    assert scorer.recorded == "H1"
    assert len(entries(requests)) == 1


# --- by ear --------------------------------------------------------------------------------------

LISTEN = """() => {
    window.heard = [];
    const note = ({ target }) => heard.push(target.textContent);
    for (const region of document.querySelectorAll(".bar [role=status], #line-spoken"))
        new MutationObserver(([change]) => note(change))
            .observe(region, { childList: true, characterData: true, subtree: true });
}"""


def test_a_lost_line_is_announced_once_and_not_at_each_card(scorer: Scorer) -> None:
    page = scorer.page
    expect(page.locator("#writers")).not_to_be_empty()  # the hand was begun elsewhere
    page.evaluate(LISTEN)
    scorer.plays("H1").saved()
    assert page.evaluate("heard") == []
    page.route(ANYTHING, CUTS["fails"])
    scorer.plays("HQ")
    expect(scorer.chip).to_have_text("1 not sent")
    taps(scorer, ["HK", "H3", "H8"])
    time_passes(page, 20)
    expect(page.locator("#kept")).to_contain_text("What was tapped is saved on this tablet.")
    page.unroute(ANYTHING)
    scorer.saved()
    kept = "What was tapped is saved on this tablet. Carry on: it will be checked against the rules"
    assert page.evaluate("heard") == [f"{kept} when the connection is back.", "All saved"]
