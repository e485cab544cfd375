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
def scorer(tablet_landscape: Page, cast: Cast) -> Scorer:
    """At a hand after its first card; the engine runs."""
    tablet_landscape.add_init_script(WORKERS)
    return judges(Scorer.opens(tablet_landscape, cast, hands.played(1)))


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
    tablet_landscape: Page, cast: Cast, failure: str
) -> None:
    tablet_landscape.context.route(FILE, FAILURES[failure])
    with tablet_landscape.expect_request(FILE):
        table = Scorer.opens(tablet_landscape, cast, hands.played(1))
    table.looks_at("D5")
    expect(table.panel.get_by_role("heading")).to_have_text("Samir must trump")
    table.plays("HQ HK H3").saved()
    each_once(table, "H1 HQ HK H3")


def test_a_worker_that_is_ended_or_says_nothing_any_more_is_not_missed(scorer: Scorer) -> None:
    """Two cards are judged here; the next ones by the server, when the line is back. A card that
    waits for a worker that was ended without a word goes to the server."""
    page = scorer.page
    page.context.set_offline(True)
    scorer.plays("HQ HK")
    expect(scorer.status).to_contain_text("Nadia to play.")
    page.evaluate(ENDS)
    judged_by_the_server(scorer)
    scorer.plays("H3 H8")
    page.context.set_offline(False)
    scorer.saved()
    expect(scorer.status).to_contain_text("Nadia to play.")
    each_once(scorer, "H1 HQ HK H3 H8")

    page.reload()
    judges(scorer)
    page.evaluate(KILLS)
    scorer.looks_at("H7")
    judged_by_the_server(scorer)
    scorer.saved().plays("H9").saved()
    each_once(scorer, "H1 HQ HK H3 H8 H7 H9")


def test_an_error_of_python_leaves_the_judging_to_the_server_and_a_line_in_the_log(
    scorer: Scorer, cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    """No error is that the engine does not know the deal of a hidden board."""
    facts = {"club": cast.club, "opened_by": cast.scorer, "variant": "french", "method": "mean"}
    evening = Evening.objects.create(title="Duplicate", hands=1, **facts)
    deal = {"hands": [hand.split() for hand in hands.HANDS], "stock": hands.DOG.split()}
    board = Board.objects.create(evening=evening, number=1, seed=1, deal=deal)
    Hand.objects.filter(pk=scorer.hand.pk).update(board=board, held=True)
    scorer.plays("HK")
    expect(scorer.panel.get_by_role("heading")).to_have_text("Samir cannot have it")
    expect(scorer.panel).not_to_contain_text("Elise")  # who has it
    scorer.plays("HQ").saved()
    judges(scorer)
    assert differences(caplog) == ""

    scorer.page.evaluate(BREAKS)
    with scorer.page.expect_response(re.compile("/difference/$")) as answer:
        scorer.plays("HK")
    assert answer.value.status == 204
    scorer.saved().plays("H3").saved()
    each_once(scorer, "H1 HQ HK H3")
    assert "KeyError" in differences(caplog)


def test_an_engine_that_differs_is_fetched_again_and_where_it_says_something_else_judges_no_more(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The screen of the server counts, and the difference is in its log."""
    page = scorer.page
    with monkeypatch.context() as other:
        other.setattr(http, "made_digest", lambda: "another")
        with page.expect_request(re.compile("/engine/$")):
            scorer.plays("HQ")
    judges(scorer.saved())
    page.context.set_offline(True)
    scorer.plays("HK")
    expect(page.locator("#kept")).to_contain_text("everything is checked here")
    page.context.set_offline(False)
    scorer.saved()

    monkeypatch.setattr(http, "position_digest", lambda replayed: "other")
    with page.expect_response(re.compile("/difference/$")) as answer:
        scorer.plays("H3")
    assert answer.value.status == 204
    judged_by_the_server(scorer)
    expect(scorer.status).to_contain_text("Elise to play.")
    with page.expect_response(ENTRIES) as recorded:
        scorer.plays("H8")
    told: dict[str, Any] = recorded.value.json()
    assert told["parts"]
    scorer.saved()
    assert "is not other" in differences(caplog)
    each_once(scorer, "H1 HQ HK H3 H8")


def differences(caplog: pytest.LogCaptureFixture) -> str:
    """What the log says of engines that differ."""
    records = (one for one in caplog.records if one.levelno == logging.ERROR)
    return "\n".join(one.getMessage() for one in records if "differs" in one.getMessage())
