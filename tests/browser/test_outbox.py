"""A tablet on a bad line: nothing is lost, nothing stands twice, nothing slips in unseen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Entry
from tests import hands
from tests.browser.scorer import Scorer, lets_in, sign_in
from tests.cast import Cast
from tests.factories import act, write

ENTRIES = re.compile(r"/entries/$")
LIVE = re.compile(r"/live/")
FIRST_LEAD = hands.exchange()
TABLET = {"viewport": {"width": 1180, "height": 820}, "has_touch": True}


def taps_at_once(scorer: Scorer, cards: list[str]) -> None:
    """Taps these keys before any answer can come."""
    tap = "(card) => document.querySelector(`.key[data-card=${card}]`).click()"
    scorer.page.evaluate(f"(cards) => cards.forEach({tap})", cards)


def second_tablet(open_page: Callable[..., Page], cast: Cast, scorer: Scorer) -> Scorer:
    page = open_page(**TABLET)
    lets_in(page, cast.admin)
    page.goto(scorer.page.url)
    return Scorer(page)


# --- a line that comes and goes ------------------------------------------------------------------


@pytest.mark.smoke
def test_what_is_tapped_offline_is_sent_in_order_when_the_line_is_back(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    scorer.page.context.set_offline(True)
    scorer.plays("H1 HQ HK")
    expect(scorer.chip).to_have_text("Offline, 3 kept here")
    expect(scorer.page.locator('.key[data-mark="not-sent"]')).to_have_count(3)
    expect(scorer.page.locator(".place .face")).to_have_count(3)
    expect(scorer.status).to_have_text("Nadia to play.")
    expect(scorer.undo).to_contain_text("king of hearts")
    assert scorer.recorded == ""
    scorer.page.context.set_offline(False)
    scorer.saved()
    expect(scorer.page.locator('.key[data-mark="not-sent"]')).to_have_count(0)
    assert scorer.recorded == "H1 HQ HK"
    assert Entry.objects.filter(hand=scorer.hand).count() == len(FIRST_LEAD) + 3


def test_what_was_never_sent_is_taken_back_without_a_trace(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    scorer.page.context.set_offline(True)
    scorer.plays("H1 HQ S5")
    scorer.tap(scorer.undo)
    expect(scorer.key("S5")).to_have_attribute("data-state", "clear")
    expect(scorer.page.locator(".place .face")).to_have_count(2)
    scorer.plays("HK")
    scorer.page.context.set_offline(False)
    scorer.saved()
    assert scorer.recorded == "H1 HQ HK"
    assert Entry.objects.filter(hand=scorer.hand).count() == len(FIRST_LEAD) + 3


@pytest.mark.smoke
def test_a_page_that_is_loaded_again_still_has_what_it_kept(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    page.route(ENTRIES, lambda route: route.abort())
    scorer.plays("H1 HQ HK")
    expect(scorer.chip).to_have_text("3 not sent")
    page.reload()
    expect(scorer.chip).to_have_text("3 not sent")
    expect(page.locator('.key[data-mark="not-sent"]')).to_have_count(3)
    page.unroute(ENTRIES)
    scorer.plays("H3").saved()
    assert scorer.recorded == "H1 HQ HK H3"


@pytest.mark.smoke
def test_an_answer_that_is_lost_does_not_write_the_card_twice(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    keys = []

    def lose_the_first_answer(route: Route) -> None:
        keys.append((route.request.post_data_json or {})["key"])
        answer = route.fetch()
        if len(keys) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    scorer.page.route(ENTRIES, lose_the_first_answer)
    scorer.plays("H1").saved()
    assert len(keys) == 2 and len(set(keys)) == 1
    assert scorer.recorded == "H1"
    scorer.plays("HQ").saved()
    assert scorer.recorded == "H1 HQ"


def test_a_page_of_the_hotel_s_wifi_is_no_answer(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    page.route(ENTRIES, lambda route: route.fulfill(body="<h1>Welcome! Your room number?</h1>"))
    scorer.plays("H1")
    expect(scorer.chip).to_have_text("1 not sent")
    page.unroute(ENTRIES)
    scorer.plays("HQ").saved()
    assert scorer.recorded == "H1 HQ"


def test_sealing_waits_for_the_last_entry(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(72))
    scorer.button("More", exact=True).tap()
    scorer.panel.get_by_label("A comment at this point").fill("A close one")
    scorer.page.context.set_offline(True)
    scorer.button("Write it down").tap()
    expect(scorer.chip).to_have_text("Offline, 1 kept here")
    expect(scorer.button("Confirm and seal")).to_be_disabled()


# --- fast fingers --------------------------------------------------------------------------------


def test_two_taps_on_one_key_are_one_card(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    scorer.key("H1").dblclick()
    scorer.saved()
    expect(scorer.panel).to_have_count(0)
    assert scorer.recorded == "H1"


def test_twenty_taps_in_a_row_are_twenty_cards_in_order(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    taps_at_once(scorer, hands.CARDS[:20])
    scorer.saved()
    assert scorer.recorded.split() == hands.CARDS[:20]
    expect(scorer.status).to_contain_text("Nadia to play. Leads to trick 6.")


def test_what_was_tapped_after_a_refused_card_waits_for_another(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Samir's card is refused; Elise's and Nadia's were tapped already and follow the right one."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(1))
    scorer.page.context.set_offline(True)
    scorer.plays("D5").looks_at("HK").looks_at("H3")
    scorer.page.context.set_offline(False)
    expect(scorer.panel.get_by_role("heading")).to_have_text("Samir must follow hearts")
    expect(scorer.chip).to_have_text("Not recorded, 2 more wait")
    assert scorer.recorded == "H1"
    scorer.plays("HQ").saved()
    assert scorer.recorded == "H1 HQ HK H3"


# --- two tablets ---------------------------------------------------------------------------------


@pytest.fixture
def slow(tablet_landscape: Page, cast: Cast) -> Scorer:
    """A tablet that does not see by itself what the other one records."""
    tablet_landscape.route(LIVE, lambda route: route.abort())
    return Scorer.opens(tablet_landscape, cast, FIRST_LEAD)


def test_the_slower_tablet_shows_the_conflict_and_sends_only_when_asked(
    slow: Scorer, cast: Cast
) -> None:
    write(cast.admin, slow.hand, act("note", text="Slow"))
    slow.plays("H1 HQ")
    expect(slow.chip).to_have_text("Another tablet recorded here")
    expect(slow.status).to_contain_text("Tap the notice above to see what waits here")
    slow.button("Drop mine").wait_for()
    slow.page.keyboard.press("Escape")
    slow.page.locator("#line").tap()
    expect(slow.panel).to_contain_text("What waits here fits after it.")
    assert slow.recorded == ""
    slow.button("Send mine after it").tap()
    slow.saved()
    assert slow.recorded == "H1 HQ"
    expect(slow.status).to_contain_text("Elise to play.")


def test_a_card_tapped_after_both_tablets_wrote_leaves_the_conflict_in_sight(
    open_page: Callable[..., Page], slow: Scorer, cast: Cast
) -> None:
    fast = second_tablet(open_page, cast, slow)
    fast.plays("H1 HQ").saved()
    slow.plays("HK")
    expect(slow.panel).to_contain_text("Two tablets recorded here")
    slow.plays("H3")
    expect(slow.panel).to_contain_text("3♥")
    expect(slow.status).to_contain_text("Tap the notice above to see what waits here")


def test_the_slower_tablet_may_drop_what_it_has(
    open_page: Callable[..., Page], slow: Scorer, cast: Cast
) -> None:
    fast = second_tablet(open_page, cast, slow)
    fast.plays("H1").saved()
    slow.plays("H5 HQ")
    expect(slow.chip).to_have_text("Another tablet recorded here")
    slow.tap(slow.undo)
    slow.tap(slow.undo)
    slow.saved()
    expect(slow.status).to_contain_text("Samir to play.")  # after the other's card, seen by now
    slow.plays("HQ").saved()
    assert slow.recorded == "H1 HQ"


def test_the_same_card_from_both_tablets_is_one_card(
    open_page: Callable[..., Page], slow: Scorer, cast: Cast
) -> None:
    fast = second_tablet(open_page, cast, slow)
    fast.plays("H1 HQ HK").saved()
    taps_at_once(slow, ["H1", "HQ"])  # before the first is known to have been recorded
    slow.saved()
    expect(slow.status).to_contain_text("Nadia to play.")
    assert slow.recorded == "H1 HQ HK"


def test_what_a_tablet_kept_does_not_slip_in_behind_another_s_entry(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Meanwhile the other tablet wrote; the page is loaded again and now shows both."""
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    page.route(ENTRIES, lambda route: route.abort())
    scorer.plays("H5 HQ")
    expect(scorer.chip).to_have_text("2 not sent")
    write(cast.scorer, scorer.hand, act("play", card="H1"))
    page.unroute(ENTRIES)
    page.reload()
    expect(scorer.chip).to_have_text("Another tablet recorded here")
    assert scorer.recorded == "H1"


def test_a_page_does_not_say_that_all_is_saved_before_it_has_looked(
    tablet_landscape: Page, cast: Cast
) -> None:
    tablet_landscape.route("**/recording/outbox*.js", lambda route: route.abort())
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    expect(scorer.chip).to_have_text("Starting")


# --- signing in again ----------------------------------------------------------------------------


@pytest.mark.smoke
def test_an_ended_session_keeps_the_entries_until_somebody_signs_in(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    page.context.clear_cookies()
    scorer.plays("H1 HQ")
    expect(scorer.chip).to_have_text("Sign in again, 2 kept here")
    page.locator("#line").tap()
    page.get_by_label("Account name").fill("scorer")
    page.get_by_label("Password").fill("five-kings-and-a-fool")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(re.compile("/record/"))
    scorer.saved()
    assert scorer.recorded == "H1 HQ"


def test_signing_in_on_another_tab_is_enough(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    context = scorer.page.context
    context.clear_cookies()
    sign_in(context.new_page(), "/c/les-atouts/")
    scorer.plays("H1").saved()
    assert scorer.recorded == "H1"


def test_another_person_does_not_send_what_somebody_else_tapped(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    page.context.set_offline(True)
    scorer.plays("H1")
    expect(scorer.chip).to_have_text("Offline, 1 kept here")
    page.context.clear_cookies()
    lets_in(page, cast.admin)
    page.context.set_offline(False)
    expect(scorer.chip).to_have_text("Sign in again, 1 kept here")
    assert scorer.recorded == ""


def test_whoever_signs_in_next_reads_for_whom_cards_are_kept(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    page.route(ENTRIES, lambda route: route.abort())
    scorer.plays("H1 HQ HK")
    expect(scorer.chip).to_have_text("3 not sent")
    page.context.clear_cookies()
    lets_in(page, cast.admin)
    page.unroute(ENTRIES)
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


def test_a_session_that_changes_under_a_page_does_not_record_as_somebody_else(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The cookie of a session alone is exchanged; the token in the page stays good."""
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    page = scorer.page
    session = [one for one in page.context.cookies() if one["name"] == "sessionid"]
    lets_in(page, cast.admin)
    assert session != [one for one in page.context.cookies() if one["name"] == "sessionid"]
    scorer.plays("H1 HQ")
    expect(scorer.chip).to_have_text("Sign in again, 2 kept here")
    assert scorer.recorded == ""


def test_a_panel_is_not_the_sign_in_page(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    scorer.page.context.clear_cookies()
    scorer.button("More", exact=True).tap()
    expect(scorer.chip).to_contain_text("Sign in again")
    expect(scorer.panel).to_have_count(0)


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
