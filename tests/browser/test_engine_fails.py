"""The engine fails while a hand is recorded: recording goes on, nothing is lost or twice."""

import logging
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Board, Entry, Evening, Hand
from games.recording import http
from tests import hands
from tests.browser.scorer import Scorer
from tests.cast import Cast

pytestmark = pytest.mark.usefixtures("own_browser", "engine_on")

FILE = re.compile(r"/engine/[0-9a-f]{64}/")
ENTRIES = re.compile(r"/entries/$")
FAILURES: dict[str, Callable[[Route], None]] = {
    "wrong bytes": lambda route: route.fulfill(body="sign in to the hotel's Wi-Fi"),
    "not found": lambda route: route.fulfill(status=404),
    "never": lambda route: None,
}
# The page's workers, so that a test can end one as the system does that needs the memory.
WORKERS = """(() => {
    const Plain = globalThis.Worker;
    globalThis.workers = [];
    globalThis.Worker = class extends Plain {
        constructor(...how) { super(...how); workers.push(this); }
    };
})()"""
ENDS = "() => workers.at(-1).dispatchEvent(new ErrorEvent('error', { message: 'ended' }))"
KILLS = "() => workers.at(-1).terminate()"
BREAKS = """() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (data, ...rest) {
        const broken = data.name === 'enter' ? { ...data, args: '{"hand": {}}' } : data;
        return postMessage.call(this, broken, ...rest);
    };
}"""


@pytest.fixture
def scorer(tablet_landscape: Page, cast: Cast) -> Callable[..., Scorer]:
    """A function that opens the page of a hand after its first card."""

    def open_page() -> Scorer:
        tablet_landscape.add_init_script(WORKERS)
        return Scorer.opens(tablet_landscape, cast, hands.played(1))

    return open_page


def judges(scorer: Scorer) -> Scorer:
    """Waits until the engine runs."""
    scorer.page.locator("#recording[data-judged]").wait_for()
    return scorer


def judged_by_the_server(scorer: Scorer) -> None:
    """Waits until the engine is no longer asked."""
    expect(scorer.page.locator("#recording")).not_to_have_attribute("data-judged", "here")


def each_once(scorer: Scorer, cards: str) -> None:
    """These cards have been recorded, and no entry more."""
    assert scorer.recorded == cards
    begun = len(hands.played(0))
    assert Entry.objects.filter(hand=scorer.hand).count() == begun + len(cards.split())


@pytest.mark.smoke("not found")
@pytest.mark.parametrize("failure", FAILURES)
def test_files_that_fail_leave_the_judging_to_the_server(
    tablet_landscape: Page, scorer: Callable[..., Scorer], failure: str
) -> None:
    tablet_landscape.context.route(FILE, FAILURES[failure])
    with tablet_landscape.expect_request(FILE):
        table = scorer()
    table.looks_at("D5")
    expect(table.panel.get_by_role("heading")).to_have_text("Samir must trump")
    table.plays("HQ HK H3").saved()
    each_once(table, "H1 HQ HK H3")


@pytest.mark.parametrize("line", ["there", "gone"])
def test_a_worker_that_is_ended_in_mid_hand_is_not_missed(
    scorer: Callable[..., Scorer], line: str
) -> None:
    """Two cards are judged here; the next ones by the server, when the line is back."""
    table = judges(scorer())
    page = table.page
    page.context.set_offline(line == "gone")
    table.plays("HQ HK")
    expect(table.status).to_contain_text("Nadia to play.")
    page.evaluate(ENDS)
    judged_by_the_server(table)
    table.plays("H3 H8")
    page.context.set_offline(False)
    table.saved()
    expect(table.status).to_contain_text("Nadia to play.")
    each_once(table, "H1 HQ HK H3 H8")


def test_a_worker_that_says_nothing_any_more_is_given_up(scorer: Callable[..., Scorer]) -> None:
    """It was ended without a word: the card that waits for it goes to the server."""
    table = judges(scorer())
    table.page.evaluate(KILLS)
    table.looks_at("HQ")
    judged_by_the_server(table)
    table.saved().plays("HK").saved()
    each_once(table, "H1 HQ HK")


def test_an_error_of_python_leaves_the_judging_to_the_server_and_a_line_in_the_log(
    scorer: Callable[..., Scorer], caplog: pytest.LogCaptureFixture
) -> None:
    table = judges(scorer())
    table.page.evaluate(BREAKS)
    with table.page.expect_response(re.compile("/difference/$")) as answer:
        table.plays("HQ")
    assert answer.value.status == 204
    table.saved().plays("HK").saved()
    each_once(table, "H1 HQ HK")
    assert "KeyError" in differences(caplog)


def test_an_engine_that_differs_from_the_server_s_is_fetched_again(
    scorer: Callable[..., Scorer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it is here the server judges; then the tablet judges again."""
    table = judges(scorer())
    with monkeypatch.context() as other:
        other.setattr(http, "made_digest", lambda: "another")
        with table.page.expect_request(re.compile("/engine/$")):
            table.plays("HQ")
    judges(table.saved())
    table.page.context.set_offline(True)
    table.plays("HK")
    expect(table.page.locator("#kept")).to_contain_text("everything is checked here")
    table.page.context.set_offline(False)
    table.saved()
    each_once(table, "H1 HQ HK")


def test_where_the_server_says_something_else_its_screen_counts(
    scorer: Callable[..., Scorer],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The difference is in the log; from then on the server judges alone."""
    table = judges(scorer())
    monkeypatch.setattr(http, "position_digest", lambda replayed: "other")
    with table.page.expect_response(re.compile("/difference/$")) as answer:
        table.plays("HQ")
    assert answer.value.status == 204
    judged_by_the_server(table)
    expect(table.status).to_contain_text("Elise to play.")
    with table.page.expect_response(ENTRIES) as recorded:
        table.plays("HK")
    told: dict[str, Any] = recorded.value.json()
    assert told["parts"]
    table.saved()
    assert "is not other" in differences(caplog)
    each_once(table, "H1 HQ HK")


def test_an_engine_is_not_wrong_that_does_not_know_the_deal_of_a_hidden_board(
    scorer: Callable[..., Scorer], cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    table = judges(scorer())
    facts = {"club": cast.club, "opened_by": cast.scorer, "variant": "french", "method": "mean"}
    evening = Evening.objects.create(title="Duplicate", hands=1, **facts)
    deal = {"hands": [hand.split() for hand in hands.HANDS], "stock": hands.DOG.split()}
    board = Board.objects.create(evening=evening, number=1, seed=1, deal=deal)
    Hand.objects.filter(pk=table.hand.pk).update(board=board, held=True)
    table.plays("HK")
    expect(table.panel.get_by_role("heading")).to_have_text("Samir cannot have it")
    expect(table.panel).not_to_contain_text("Elise")  # who has it
    table.plays("HQ").saved()
    judges(table)
    each_once(table, "H1 HQ")
    assert differences(caplog) == ""


def differences(caplog: pytest.LogCaptureFixture) -> str:
    """What the log says of engines that differ."""
    records = (one for one in caplog.records if one.levelno == logging.ERROR)
    return "\n".join(one.getMessage() for one in records if "differs" in one.getMessage())
