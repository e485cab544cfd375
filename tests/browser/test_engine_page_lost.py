"""The page is lost while the engine judges without a line: loaded again, or its tab is closed."""

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from games.book import records
from games.models import Entry, Hand
from games.rules import entering
from tests import hands
from tests.browser.scorer import Scorer
from tests.browser.test_spare import HAS, READY, comes_from_the_browser, is_kept, waits_for
from tests.cast import Cast
from tests.factories import act, write
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("own_browser", "engine_on")


def sits_down(tablet: Page, cast: Cast, cards: int) -> Scorer:
    """In front of a hand after that many cards, with everything kept; the line goes."""
    scorer = Scorer.opens(tablet, cast, hands.played(cards))
    waits_for(tablet, READY)
    is_kept(scorer)
    expect(tablet.locator("#prepared")).to_be_visible()
    tablet.context.set_offline(True)
    return scorer


def judged(scorer: Scorer) -> Scorer:
    """Waits until the engine of the page runs."""
    scorer.page.locator("#recording[data-judged]:not([inert])").wait_for()
    return scorer


def loads_again(scorer: Scorer) -> Scorer:
    until(partial(comes_from_the_browser, scorer.page, scorer.page.reload))
    return judged(scorer)


def opens_again(scorer: Scorer) -> Scorer:
    """The tab is closed, and another one opened at the same address."""
    page, url = scorer.page.context.new_page(), scorer.page.url
    scorer.page.close()
    until(partial(comes_from_the_browser, page, partial(page.goto, url)))
    return judged(Scorer(page))


def cards_of(hand: Hand) -> str:
    _deal, actions = entering.fold(records.changes_of(hand))
    return " ".join(action["card"] for action in actions if action["kind"] == "play")


AGAIN = {"reload": loads_again, "closed": opens_again}


def test_cards_that_only_the_engine_has_seen_are_there_again(
    keeping_tablet: Page, cast: Cast
) -> None:
    scorer = sits_down(keeping_tablet, cast, 1)
    entries = Entry.objects.count()
    scorer.plays("HQ HK H3 H8")
    for again in AGAIN.values():
        scorer = again(scorer)
        expect(scorer.chip).to_have_text("Offline, 4 kept here")
        expect(scorer.status).to_contain_text("Nadia to play.")
        expect(scorer.page.locator(".tricks .not-sent")).to_have_count(0)
        expect(scorer.key("HK")).to_have_attribute("data-state", "played")
    scorer.plays("H7 H9")
    expect(scorer.page.locator("#kept")).to_contain_text("everything is checked here")
    scorer.page.context.set_offline(False)
    scorer.saved()
    assert scorer.recorded == "H1 HQ HK H3 H8 H7 H9"
    assert Entry.objects.count() == entries + 6


def test_a_hand_that_was_dealt_without_a_line_is_there_again(
    keeping_tablet: Page, cast: Cast
) -> None:
    """Sealed, dealt, two calls; the page is lost before and after each of these."""
    scorer = sits_down(keeping_tablet, cast, 70)
    scorer.plays(hands.CARDS[70]).tap(scorer.key(hands.CARDS[71]))
    expect(scorer.button("Confirm and seal")).to_be_enabled()
    scorer = loads_again(scorer)
    scorer.tap(scorer.button("Confirm and seal"))
    expect(scorer.button("Deal hand 2")).to_be_visible()
    scorer = opens_again(scorer)
    scorer.tap(scorer.button("Deal hand 2"))
    expect(scorer.page.locator("#hand-words")).to_contain_text("2")
    scorer.says("pass").says("small")
    expect(scorer.status).to_contain_text("Nadia")
    scorer = loads_again(scorer)
    expect(scorer.page.locator("#recording[data-mode=auction]")).to_be_visible()
    expect(scorer.page.locator("#hand-words")).to_contain_text("2")
    expect(scorer.chip).to_have_text("2 hands with 4 entries not sent")
    scorer.says("pass").says("pass")
    scorer.page.context.set_offline(False)
    scorer.saved()
    first, second = Hand.objects.order_by("number")
    assert (first.state, cards_of(first)) == ("sealed", " ".join(hands.CARDS))
    assert (second.state, second.version) == ("open", 4)


@pytest.mark.parametrize(("cards", "again"), [(70, "reload"), (72, "closed")])
def test_a_page_lost_between_two_hands_deals_the_next_one(
    keeping_tablet: Page, cast: Cast, cards: int, again: str
) -> None:
    """The hand was sealed while there was a line: nothing waits, and the next deal needs none."""
    tablet, scorer = keeping_tablet, Scorer.opens(keeping_tablet, cast, hands.played(cards))
    waits_for(tablet, READY)
    expect(tablet.locator("#prepared")).to_be_visible()
    for card in hands.CARDS[cards:]:
        scorer.tap(scorer.key(card))
    expect(scorer.button("Confirm and seal")).to_be_enabled()
    scorer.tap(scorer.button("Confirm and seal"))
    expect(scorer.button("Deal hand 2")).to_be_visible()
    scorer.saved()
    kept = tablet.locator("#recording").get_attribute("data-recording")
    waits_for(tablet, HAS, ["between-hands", kept])
    tablet.context.set_offline(True)
    scorer = AGAIN[again](scorer)
    expect(scorer.page.get_by_role("heading", name="Petite: Samir short by 9")).to_be_visible()
    scorer.tap(scorer.button("Deal hand 2"))
    scorer.says("pass").says("small")
    expect(scorer.status).to_contain_text("Nadia")
    scorer.page.context.set_offline(False)
    scorer.saved()
    assert [hand.state for hand in Hand.objects.order_by("number")] == ["sealed", "open"]
    assert Hand.objects.latest("number").version == 2


def test_a_next_hand_that_waits_is_still_there_on_a_page_loaded_again(
    keeping_tablet: Page, cast: Cast
) -> None:
    """Another tablet played the last trick otherwise: the hand is open again, and the page lost."""
    tablet, scorer = keeping_tablet, sits_down(keeping_tablet, cast, 70)
    scorer.plays(hands.CARDS[70]).tap(scorer.key(hands.CARDS[71]))
    scorer.tap(scorer.button("Confirm and seal"))
    scorer.tap(scorer.button("Deal hand 2"))
    scorer.says("pass")
    expect(scorer.status).to_contain_text("Elise")
    write(cast.admin, Hand.objects.get(), act("play", card=hands.CARDS[71]))
    tablet.context.set_offline(False)
    scorer.button("Drop mine").tap()
    scorer.button("Go on", exact=True).tap()
    tablet.context.set_offline(True)
    scorer = loads_again(scorer)
    expect(scorer.chip).to_have_text("The next hand waits, 1 kept here")
    expect(scorer.page.locator("#_held")).to_be_visible()
    scorer.button("Go on", exact=True).tap()
    scorer.tap(scorer.key(hands.CARDS[70]))
    scorer.tap(scorer.button("Confirm and seal"))
    expect(scorer.status).to_contain_text("Elise to speak.")
    tablet.context.set_offline(False)
    scorer.saved()
    first, second = Hand.objects.order_by("number")
    assert (first.state, first.version) == ("sealed", len(hands.played(72)))
    assert (second.state, second.version) == ("open", 1)
