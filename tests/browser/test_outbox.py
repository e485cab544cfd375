"""A tablet on a bad line: nothing is lost, nothing stands twice, nothing slips in unseen."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Entry
from tests import hands
from tests.browser.scorer import Scorer, lets_in, sign_in
from tests.cast import Cast
from tests.factories import act, plays, write

ENTRIES = re.compile(r"/entries/$")
LIVE = re.compile(r"/live/")
FIRST_LEAD = hands.exchange()


def taps_at_once(scorer: Scorer, cards: list[str]) -> None:
    """Taps these keys before any answer can come."""
    tap = "(card) => document.querySelector(`.key[data-card=${card}]`).click()"
    scorer.page.evaluate(f"(cards) => cards.forEach({tap})", cards)


# --- a line that comes and goes ------------------------------------------------------------------


@pytest.mark.smoke
def test_what_is_tapped_offline_is_kept_through_a_reload_and_sent_in_order(
    tablet_landscape: Page, cast: Cast
) -> None:
    """What was taken back before it was sent leaves no trace."""
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    not_sent = page.locator('.key[data-mark="not-sent"]')
    page.context.set_offline(True)
    scorer.plays("H1 HQ S5")
    scorer.tap(scorer.undo)
    expect(scorer.key("S5")).to_have_attribute("data-state", "clear")
    expect(page.locator(".place .face")).to_have_count(2)
    scorer.plays("HK")
    expect(scorer.chip).to_have_text("Offline, 3 kept here")
    expect(not_sent).to_have_count(3)
    expect(page.locator(".place .face")).to_have_count(3)
    expect(scorer.status).to_have_text("Nadia to play.")
    expect(scorer.undo).to_contain_text("king of hearts")
    assert scorer.recorded == ""
    page.context.set_offline(False)
    scorer.saved()
    expect(not_sent).to_have_count(0)
    assert scorer.recorded == "H1 HQ HK"
    assert Entry.objects.filter(hand=scorer.hand).count() == len(FIRST_LEAD) + 3

    page.route(ENTRIES, lambda route: route.abort())
    scorer.plays("H3 H8")
    expect(scorer.chip).to_have_text("2 not sent")
    page.reload()
    expect(scorer.chip).to_have_text("2 not sent")
    expect(not_sent).to_have_count(2)
    page.unroute(ENTRIES)
    scorer.plays("H7").saved()
    assert scorer.recorded == "H1 HQ HK H3 H8 H7"


@pytest.mark.smoke
def test_neither_lost_answers_nor_fast_fingers_write_a_card_twice_or_lose_one(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    keys = []

    def lose_the_first_answer(route: Route) -> None:
        keys.append((route.request.post_data_json or {})["key"])
        answer = route.fetch()
        if len(keys) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    page.route(ENTRIES, lose_the_first_answer)
    scorer.plays("H1").saved()
    assert len(keys) == 2 and len(set(keys)) == 1
    assert scorer.recorded == "H1"
    page.unroute(ENTRIES)

    page.route(ENTRIES, lambda route: route.fulfill(body="<h1>Welcome! Your room number?</h1>"))
    scorer.plays("HQ")
    expect(scorer.chip).to_have_text("1 not sent")
    page.unroute(ENTRIES)

    scorer.key("HK").dblclick()
    scorer.saved()
    expect(scorer.panel).to_have_count(0)
    assert scorer.recorded == "H1 HQ HK"
    taps_at_once(scorer, hands.CARDS[3:20])
    scorer.saved()
    assert scorer.recorded.split() == hands.CARDS[:20]
    expect(scorer.status).to_contain_text("Nadia to play. Leads to trick 6.")


def test_a_comment_is_not_lost_while_cards_are_acknowledged(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    page.route(ENTRIES, lambda route: route.abort())
    scorer.plays("H1")
    scorer.button("More", exact=True).tap()
    field = scorer.panel.get_by_label("A comment at this point")
    field.press_sequentially("Samir hes")
    page.unroute(ENTRIES)
    scorer.saved()
    expect(field).to_be_focused()
    field.press_sequentially("itates")
    expect(field).to_have_value("Samir hesitates")
    scorer.button("Write it down").tap()
    expect(scorer.undo).to_contain_text("the comment")


# --- two tablets ---------------------------------------------------------------------------------


@pytest.fixture
def slow(tablet_landscape: Page, cast: Cast) -> Scorer:
    """A tablet that does not see by itself what the other one records."""
    tablet_landscape.route(LIVE, lambda route: route.abort())
    return Scorer.opens(tablet_landscape, cast, FIRST_LEAD)


def elsewhere(cast: Cast, slow: Scorer, *changes: dict) -> None:
    """Another tablet records these."""
    for change in changes:
        write(cast.admin, slow.hand, change)


def test_the_slower_tablet_shows_the_conflict_and_sends_only_when_asked(
    slow: Scorer, cast: Cast
) -> None:
    """The same card from both is one card."""
    elsewhere(cast, slow, *plays("H1 HQ HK"))
    taps_at_once(slow, ["H1", "HQ"])  # before the first is known to have been recorded
    slow.saved()
    expect(slow.status).to_contain_text("Nadia to play.")
    assert slow.recorded == "H1 HQ HK"

    elsewhere(cast, slow, act("note", text="Slow"))
    slow.plays("H3")
    expect(slow.panel).to_contain_text("Two tablets recorded here")
    slow.plays("H8")
    expect(slow.chip).to_have_text("Another tablet recorded here")
    expect(slow.panel).to_contain_text("8♥")
    expect(slow.status).to_contain_text("Tap the notice above to see what waits here")
    slow.button("Drop mine").wait_for()
    slow.page.keyboard.press("Escape")
    slow.page.locator("#line").tap()
    expect(slow.panel).to_contain_text("What waits here fits after it.")
    assert slow.recorded == "H1 HQ HK"
    slow.button("Send mine after it").tap()
    slow.saved()
    assert slow.recorded == "H1 HQ HK H3 H8"
    expect(slow.status).to_contain_text("Nadia to play.")


def test_what_the_slower_tablet_has_is_dropped_by_undo_and_slips_in_nowhere_after_a_reload(
    slow: Scorer, cast: Cast
) -> None:
    elsewhere(cast, slow, *plays("H1"))
    slow.plays("H5 HQ")
    expect(slow.chip).to_have_text("Another tablet recorded here")
    slow.tap(slow.undo)
    slow.tap(slow.undo)
    slow.saved()
    expect(slow.status).to_contain_text("Samir to play.")  # after the other's card, seen by now
    slow.plays("HQ").saved()
    assert slow.recorded == "H1 HQ"

    slow.page.route(ENTRIES, lambda route: route.abort())
    slow.plays("H4 H3")
    expect(slow.chip).to_have_text("2 not sent")
    elsewhere(cast, slow, *plays("HK"))
    slow.page.unroute(ENTRIES)
    slow.page.reload()
    expect(slow.chip).to_have_text("Another tablet recorded here")
    assert slow.recorded == "H1 HQ HK"


# --- signing in again ----------------------------------------------------------------------------


def test_an_ended_session_keeps_the_entries_until_somebody_signs_in_here_or_on_another_tab(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    page.context.clear_cookies()
    scorer.button("More", exact=True).tap()
    expect(scorer.chip).to_contain_text("Sign in again")
    expect(scorer.panel).to_have_count(0)  # the page of the sign-in is no panel
    scorer.plays("H1 HQ")
    expect(scorer.chip).to_have_text("Sign in again, 2 kept here")
    page.locator("#line").tap()
    page.get_by_label("Account name").fill("scorer")
    page.get_by_label("Password").fill("five-kings-and-a-fool")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(re.compile("/record/"))
    scorer.saved()
    assert scorer.recorded == "H1 HQ"

    page.context.clear_cookies()
    sign_in(page.context.new_page(), "/c/les-atouts/")
    scorer.plays("HK").saved()
    assert scorer.recorded == "H1 HQ HK"


def test_cards_are_never_sent_as_another_person_than_the_one_who_tapped_them(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The cookie of a session alone is exchanged; the token in the page stays good."""
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    session = [one for one in page.context.cookies() if one["name"] == "sessionid"]
    lets_in(page, cast.admin)
    assert session != [one for one in page.context.cookies() if one["name"] == "sessionid"]
    scorer.plays("H1 HQ HK")
    expect(scorer.chip).to_have_text("Sign in again, 3 kept here")
    assert scorer.recorded == ""

    page.reload()
    expect(scorer.chip).to_have_text("3 kept here for scorer")
    page.locator("#line").tap()
    expect(scorer.status).to_contain_text("sent when that account signs in")
    scorer.button("More", exact=True).tap()
    scorer.panel.get_by_label("A comment at this point").fill("Slow")
    scorer.button("Write it down").tap()
    expect(scorer.undo).to_contain_text("the comment")
    expect(scorer.chip).to_have_text("3 kept here for scorer")
    assert scorer.recorded == ""
    page.context.clear_cookies()
    lets_in(page, cast.scorer)
    page.reload()
    expect(scorer.panel).to_contain_text("What waits here fits after it.")
