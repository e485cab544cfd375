"""The screen is drawn from one state: what the server has, and what waits here behind it. What is
settled later never brings an older screen back."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Hand
from tests import factories, hands
from tests.browser.away import Away
from tests.browser.scorer import Scorer
from tests.browser.test_engine_page_lost import sits_down
from tests.browser.test_result import Result
from tests.cast import Cast
from tests.factories import THROWN_IN

pytestmark = [pytest.mark.usefixtures("engine_on"), pytest.mark.timeout(300)]

# What can be seen and tapped on a page that is opened again, from its first moment on.
WATCHED = """() => {
    window.seen = [];
    const look = () => {
        const recording = document.getElementById("recording");
        const hand = document.getElementById("hand-words");
        if (!recording || !hand || document.readyState === "loading") return;
        const live = !recording.closest("[inert]") && recording.checkVisibility();
        const now = `${live ? "live" : "still"}: ${hand.textContent}`;
        if (seen.at(-1)?.now !== now) seen.push({ now, words: "" });
        const reading = document.getElementById("reading");
        if (reading && !reading.hidden) seen.at(-1).words = reading.textContent;
    };
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(look).observe(document, options);
}"""
SEEN = "seen.map(({ now }) => now).filter((now) => now.startsWith('live'))"


def test_the_form_that_a_hand_begins_with_stays_when_its_deal_is_saved(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    scorer = Scorer.opens(page, cast, THROWN_IN, writes="all-hands")
    page.locator("#recording[data-judged]").wait_for()
    scorer.tap(scorer.button("Confirm and seal"))
    scorer.tap(page.get_by_role("button", name="Deal hand 2"))
    expect(page.locator("#side #_deal")).to_be_visible()
    scorer.saved()
    page.wait_for_function("!document.querySelector('#recording').dataset.hand.startsWith('new-')")
    expect(page.locator("#side #_deal")).to_be_visible()
    assert "new-" not in page.locator("#recording").inner_html()


def test_hands_sealed_without_a_line_do_not_ask_to_be_sealed_once_they_are_sent(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The form of the result with which each begins stays, too."""
    away = Away.goes(Scorer.opens(tablet_landscape, cast, THROWN_IN, writes="result-only"))
    scorer, page = away.scorer, away.page
    away.seals()
    away.deals(2)
    expect(page.locator("#side #_result")).to_be_visible()
    Result(page).states("Samir", "Garde", "2", "45")
    scorer.tap(scorer.button("Record this result"))
    away.seals()
    away.comes_back()
    assert [hand.state for hand in Hand.objects.all()] == ["sealed", "sealed"]
    expect(page.locator("#_between")).to_contain_text("Hand 3 comes next")
    expect(page.get_by_role("button", name="Confirm and seal")).to_have_count(0)
    away.deals(3)
    scorer.saved()
    expect(page.locator("#side #_result")).to_be_visible()


@pytest.mark.usefixtures("own_browser")
def test_a_page_opened_again_without_a_line_shows_nothing_live_before_it_has_read_back(
    keeping_tablet: Page, cast: Cast
) -> None:
    tablet, scorer = keeping_tablet, sits_down(keeping_tablet, cast, 68)
    scorer.plays(" ".join(hands.CARDS[68:71])).tap(scorer.key(hands.CARDS[71]))
    scorer.tap(scorer.button("Confirm and seal"))
    scorer.tap(scorer.button("Deal hand 2"))
    scorer.says("pass").says("guard")
    expect(scorer.status).to_contain_text("Nadia to speak.")
    tablet.add_init_script(f"({WATCHED})()")
    tablet.reload()
    expect(scorer.status).to_contain_text("Nadia to speak.")
    expect(tablet.locator("#recording:not([inert])")).to_be_visible()
    assert tablet.evaluate(SEEN) == ["live: Hand 2"]
    assert "Reading back 2 hands" in tablet.evaluate("seen.map(({ words }) => words).join(' ')")
    tablet.context.set_offline(False)
    scorer.saved()
    expect(scorer.status).to_contain_text("Nadia to speak.")


@pytest.mark.usefixtures("own_browser")
def test_a_hand_whose_seal_is_taken_back_after_another_tablet_wrote_does_not_count(
    keeping_tablet: Page, cast: Cast
) -> None:
    tablet, scorer = keeping_tablet, sits_down(keeping_tablet, cast, 71)
    tablet.context.set_offline(False)
    scorer.plays(hands.CARDS[71]).saved()
    tablet.context.set_offline(True)
    running = tablet.locator("#_running")
    before = running.text_content() or ""
    scorer.tap(scorer.button("Confirm and seal"))
    expect(tablet.locator("#_between")).to_be_visible()
    expect(running).not_to_have_text(before)
    hand = Hand.objects.get()
    factories.write(cast.admin, hand, factories.act("note", text="A comment"), device="Tablet 2")
    tablet.context.set_offline(False)
    expect(scorer.chip).to_have_text("Another tablet recorded here")
    scorer.tap(tablet.locator(".seal-bar [data-undo]"))
    scorer.saved()
    expect(running).to_have_text(before)
    expect(tablet.locator("#hand-words")).to_have_text("Hand 1")
