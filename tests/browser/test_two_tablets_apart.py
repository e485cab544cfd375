"""Two tablets at one table of which one had no line: sealed, dealt and called on both, and then
brought together."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from games import book
from games.book import records
from games.models import Hand, User
from tests import hands
from tests.browser.away import Away, gives_up
from tests.browser.kept import name_tablet
from tests.browser.scorer import Scorer
from tests.cast import Cast
from tests.factories import act, calls, open_hand, plays, write

pytestmark = [pytest.mark.usefixtures("engine_on"), pytest.mark.timeout(300)]


class Apart(NamedTuple):
    """A tablet without a line, and what another one does that has it."""

    away: Away
    admin: User

    @property
    def hand(self) -> Hand:
        """The hand that both began with, as it is now."""
        return self.away.match.hands.get(number=1)

    def elsewhere(self, *changes: dict) -> None:
        """The other tablet records these."""
        hand = Hand.objects.visible_to(self.admin).with_table().get(pk=self.hand.pk)
        for change in changes:
            write(self.admin, hand, change, device="Tablet 2")

    def sealed_elsewhere(self) -> None:
        book.seal(user=self.admin, hand=self.hand, version=self.hand.version)


@pytest.fixture
def apart(tablet_landscape: Page, cast: Cast) -> Apart:
    """A tablet at trick 18 of a hand goes without a line, seals it, deals the next and calls."""
    name_tablet(tablet_landscape, "Tablet 1")
    away = Away.goes(Scorer.opens(tablet_landscape, cast, hands.played(68)))
    scorer = away.scorer
    scorer.plays(" ".join(hands.CARDS[68:71])).tap(scorer.key(hands.CARDS[71]))
    away.seals()
    away.deals(2)
    scorer.says("pass").says("guard")
    expect(scorer.status).to_contain_text("Nadia to speak.")
    return Apart(away, cast.admin)


def comes_to(apart: Apart, number: int) -> Locator:
    """The line is back: this hand is shown, both sides in words. Returns what waits."""
    page = apart.away.page
    page.context.set_offline(False)
    expect(apart.away.scorer.chip).to_have_text("Another tablet recorded here")
    expect(page.locator("#hand-words")).to_have_text(f"Hand {number}")
    sides = apart.away.scorer.panel.get_by_role("region")
    expect(sides).to_have_count(2)
    theirs, mine = sides.all()
    expect(theirs).to_have_accessible_name("Recorded by admin on Tablet 2")
    expect(mine).to_have_accessible_name("Waiting on this tablet")
    return mine.get_by_role("listitem")


def hands_of(apart: Apart) -> list[tuple[str, str]]:
    """What was called or played last in each hand, and whether it is sealed."""
    return [
        (hand.state, " ".join(map(last_word, records.changes_of(hand)[-4:])))
        for hand in apart.away.match.hands.order_by("number")
    ]


def last_word(change: dict) -> str:
    action = change.get("action", {})
    return str(action.get("card", action.get("call", change["op"])))


def test_cards_of_another_tablet_are_shown_next_to_those_that_wait(apart: Apart) -> None:
    """Two cards are alike. The club keeps the other's third: the hand is open again, its seal is
    dropped with it, and the next hand waits until it is sealed again."""
    away = apart.away
    apart.elsewhere(*plays("CJ CQ C7"))
    mine = comes_to(apart, 1)
    expect(mine).to_have_count(2)
    expect(away.scorer.panel).to_contain_text("What waits here does not fit after it")
    assert [(hand.state, hand.version) for hand in away.match.hands.all()] == [("open", 77)]
    away.scorer.button("Drop mine").tap()
    waits = "The next hand waits, 2 kept here"
    expect(away.scorer.chip).to_have_text(waits)
    expect(away.scorer.panel).to_contain_text("Hand 1 is not sealed yet.")
    away.scorer.button("Go on", exact=True).tap()
    away.scorer.tap(away.scorer.key("C10"))
    expect(away.scorer.button("Confirm and seal")).to_be_enabled()
    expect(away.scorer.chip).to_have_text(waits)
    assert [hand.state for hand in away.match.hands.all()] == ["open"]
    away.scorer.tap(away.scorer.button("Confirm and seal"))
    away.scorer.saved()
    expect(away.page.locator("#hand-words")).to_have_text("Hand 2")
    assert hands_of(apart) == [("sealed", "CJ CQ C7 C10"), ("open", "pass guard")]


def test_what_was_recorded_of_a_hand_that_somebody_else_deals_is_dropped_by_the_scorer_alone(
    apart: Apart,
) -> None:
    """The hand before it is open again, and given up instead of sealed: the same player deals."""
    away = apart.away
    apart.elsewhere(*plays("CJ CQ C7"))
    comes_to(apart, 1)
    away.scorer.button("Drop mine").tap()
    away.scorer.button("Go on", exact=True).tap()
    gives_up(away.scorer, "Given up", "Cards were mixed up")
    expect(away.scorer.panel).to_contain_text("Hand 2 is dealt by somebody else than here.")
    expect(away.scorer.chip).to_have_text("The next hand waits, 2 kept here")
    away.scorer.button("Drop what waits").tap()
    away.scorer.saved()
    away.scorer.tap(away.page.get_by_role("button", name="Deal hand 2"))
    away.scorer.says("small").saved()
    assert [(hand.state, hand.version) for hand in away.match.hands.order_by("number")] == [
        ("void", 77),
        ("open", 1),
    ]


def test_a_hand_that_another_tablet_sealed_with_other_cards_stands(apart: Apart) -> None:
    """What follows is not lost with it: the next hand is dealt, and goes on."""
    away = apart.away
    apart.elsewhere(*plays("CJ CQ C7 C10"))
    apart.sealed_elsewhere()
    expect(comes_to(apart, 1)).to_have_count(2)
    expect(away.scorer.button("Send mine after it")).to_have_count(0)
    away.scorer.button("Drop mine").tap()
    away.scorer.saved()
    expect(away.page.locator("#hand-words")).to_have_text("Hand 2")
    assert hands_of(apart) == [("sealed", "CJ CQ C7 C10"), ("open", "pass guard")]


def test_where_another_tablet_has_sealed_alike_dealt_and_called_the_calls_of_both_are_shown(
    apart: Apart,
) -> None:
    away = apart.away
    apart.elsewhere(*plays("CJ CQ C10 C7"))
    apart.sealed_elsewhere()
    dealt = open_hand(apart.admin, away.match)
    for change in calls("pass small"):
        write(apart.admin, dealt, change, device="Tablet 2")
    expect(comes_to(apart, 2)).to_have_count(1)
    away.scorer.button("Drop mine").tap()
    away.scorer.saved()
    expect(away.scorer.status).to_contain_text("Nadia to speak.")
    assert hands_of(apart) == [("sealed", "CJ CQ C10 C7"), ("open", "pass small")]


def test_mine_are_sent_after_what_another_tablet_recorded_where_they_fit(apart: Apart) -> None:
    """The other tablet corrected nothing and played nothing: it wrote a comment down."""
    away = apart.away
    apart.elsewhere(act("note", text="Bruno looks on"))
    expect(comes_to(apart, 1)).to_have_count(4)
    expect(away.scorer.panel).to_contain_text("What waits here fits after it.")
    away.scorer.button("Send mine after it").tap()
    away.scorer.saved()
    expect(away.page.locator("#hand-words")).to_have_text("Hand 2")
    expect(away.scorer.status).to_contain_text("Nadia to speak.")
    assert hands_of(apart) == [("sealed", "CJ CQ C10 C7"), ("open", "pass guard")]
    away.is_sound()


def test_of_mine_what_fits_is_sent_and_the_first_that_does_not_is_shown_at_its_hand(
    apart: Apart,
) -> None:
    """Both sides wait for a decision through a reload. In trick 17 the other tablet took Nadia's 8♣
    back for her 10♣. So of the last trick two cards fit, the 10♣ does not; with the 8♣ in its place
    the hand is sealed, and the next goes on."""
    away = apart.away
    apart.elsewhere({"op": "undo"}, {"op": "undo"}, *plays("C10 C5"))
    expect(comes_to(apart, 1)).to_have_count(4)
    away.page.reload()
    expect(comes_to(apart, 1)).to_have_count(4)
    expect(away.scorer.panel).to_contain_text("What waits here does not fit after it")
    away.scorer.button("Send mine after it").tap()
    expect(away.scorer.panel.get_by_role("heading")).to_have_text("Nadia cannot have it")
    expect(away.page.locator("#hand-words")).to_have_text("Hand 1")
    assert hands_of(apart) == [("open", "C10 C5 CJ CQ")]
    away.scorer.tap(away.scorer.key("C8"))
    away.scorer.saved()
    expect(away.page.locator("#hand-words")).to_have_text("Hand 2")
    expect(away.scorer.status).to_contain_text("Nadia to speak.")
    assert hands_of(apart) == [("sealed", "CJ CQ C8 C7"), ("open", "pass guard")]
    away.is_sound()
