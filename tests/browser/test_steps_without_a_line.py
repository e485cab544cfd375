"""What else a scorer does without a line: gives up, is too fast, needs the server."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Hand
from tests import hands
from tests.browser.away import Away, gives_up
from tests.browser.scorer import Scorer
from tests.cast import Cast
from tests.factories import act, calls, open_hand, write

pytestmark = [pytest.mark.usefixtures("engine_on"), pytest.mark.timeout(300)]

# Both in one go, so that the key is tapped while the engine judges what the button has entered.
TAP_BOTH = """([button, card]) => {
    document.querySelector(button).click();
    document.querySelector(`.key[data-card="${card}"]`).click();
}"""
NEEDS_THE_LINE = re.compile("^This needs the connection")


def is_post(route: Route) -> bool:
    return route.request.method == "POST"


def hands_of(away: Away) -> list[Hand]:
    return list(away.match.hands.order_by("number"))


# --- giving up -----------------------------------------------------------------------------------


def test_hands_given_up_without_a_line_are_dealt_on_by_whom_the_rules_say(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Bruno deals again after a misdeal, and Wanda after his hand was thrown in, for a reason that
    the scorer has written."""
    facts: dict[str, Any] = {"players": 5, "dealer_sits_out": True}
    away = Away.goes(Scorer.opens(tablet_landscape, cast, **facts))
    scorer, page = away.scorer, away.page
    scorer.says("pass")
    gives_up(scorer, "Misdealt", "A card was seen while dealing")
    expect(page.get_by_text("Hand 1: misdealt.")).to_be_visible()
    expect(page.get_by_role("heading", name="Bruno deals and sits out")).to_be_visible()
    scorer.tap(page.get_by_role("button", name="Take it up again"))
    expect(scorer.status).to_contain_text("to speak.")
    scorer.says("small")
    url = is_not_left_without_a_line(away)
    gives_up(scorer, "Misdealt", "The wrong player dealt")
    is_not_left_between_hands(away)
    assert page.url == url
    away.deals(2)
    expect(scorer.undo).to_contain_text("the deal")
    scorer.says("pass")
    expect(scorer.undo).not_to_contain_text("the deal")
    scorer.button("More", exact=True).tap()
    ways = page.locator("#_give_up")
    ways.get_by_text("Thrown in", exact=True).tap()
    ways.get_by_label("Another reason").locator("visible=true").fill("The cat has the Fool")
    ways.get_by_role("button", name="End the hand").locator("visible=true").tap()
    expect(page.get_by_role("heading", name="Wanda deals and sits out")).to_be_visible()
    away.deals(3)
    scorer.says("pass").says("guard")
    expect(scorer.status).to_contain_text("to speak.")
    away.comes_back()
    told = [(hand.state, hand.void_as, hand.comment, hand.version) for hand in hands_of(away)]
    assert told == [
        ("void", "misdealt", "The wrong player dealt", 2),
        ("void", "thrown-in", "The cat has the Fool", 1),
        ("open", "", "", 2),
    ]
    scorer.tap(page.locator(".bar-match"))  # with the line the way is open
    page.wait_for_url(lambda there: there != url)
    assert away.differences == []


def is_not_left_without_a_line(away: Away) -> str:
    """The browser's error page would take the table's place. Returns the address that stays."""
    url = away.page.url
    away.scorer.tap(away.page.locator(".bar-match"))
    expect(away.scorer.status).to_have_text(NEEDS_THE_LINE)
    return url


def is_not_left_between_hands(away: Away) -> None:
    page, told = away.page, away.page.locator("#writers")
    away.scorer.tap(page.get_by_role("link", name="The whole match"))
    expect(told).to_have_text(NEEDS_THE_LINE)
    page.get_by_text("Close the match").tap()
    expect(page.get_by_role("button", name="Close it")).to_be_disabled()
    page.locator("#menu > summary").tap()
    away.scorer.tap(page.get_by_role("button", name="Sign out"))
    expect(told).to_have_text(NEEDS_THE_LINE)
    page.locator("#menu > summary").tap()


def test_with_the_line_a_hand_is_given_up_taken_up_again_and_dealt_on_here_or_elsewhere(
    tablet_landscape: Page, cast: Cast
) -> None:
    """A page that is loaded again before its engine runs names the hand that was dealt last."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(4))
    page, match = scorer.page, scorer.hand.match
    page.locator("#recording[data-judged]").wait_for()
    gives_up(scorer, "Given up", "A player had to leave")
    scorer.saved()
    assert Hand.objects.get().void_as == "given-up"
    scorer.tap(page.get_by_role("button", name="Take it up again"))
    expect(scorer.status).to_contain_text("Leads to trick 2.")
    scorer.plays(hands.CARDS[4]).saved()
    assert (Hand.objects.get().void_as, Hand.objects.get().version) == ("", 11)
    gives_up(scorer, "Given up", "A player had to leave")
    scorer.saved()
    open_hand(cast.admin, match, calls("pass"))
    expect(page.locator("#hand-words")).to_have_text("Hand 2")
    expect(scorer.status).to_contain_text("Samir to speak.")
    scorer.says("guard").saved()
    assert Hand.objects.latest("number").version == 2

    page.locator("#recording[data-judged]").wait_for()  # the page is another one
    page.route("**", lambda route: route.abort() if is_post(route) else route.continue_())
    gives_up(scorer, "Given up", "A player had to leave")
    scorer.tap(page.get_by_role("button", name="Deal hand 3"))
    scorer.says("pass").says("pass")
    page.route(re.compile(r":\d+/engine/"), lambda route: route.abort())
    page.reload()
    page.unroute("**")
    expect(page.locator("#hand-words")).to_have_text("Hand 3")
    assert Hand.objects.latest("number").version == 2


# --- faster than the engine ----------------------------------------------------------------------


def test_a_key_tapped_while_the_engine_judges_is_for_the_position_that_follows(
    tablet_landscape: Page, cast: Cast
) -> None:
    """After the dog it is chosen for the discard, after an undo it is of who was led back to. For
    somebody who is no longer on turn it is refused."""
    away = Away.goes(Scorer.opens(tablet_landscape, cast, hands.auction()))
    scorer, page = away.scorer, away.page
    first, *others = hands.DISCARD.split()
    scorer.plays(hands.DOG)
    page.evaluate(TAP_BOTH, ["#done", first])
    expect(scorer.key(first)).to_have_attribute("data-state", "chosen")
    scorer.plays(" ".join(others))
    page.evaluate(TAP_BOTH, ["#done", "H1"])
    expect(scorer.key("H1")).to_have_attribute("data-state", "played")
    scorer.plays("HQ")
    page.evaluate(TAP_BOTH, ["#undo", "HN"])
    expect(scorer.status).to_contain_text("Elise to play.")
    away.comes_back()
    assert scorer.recorded == "H1 HN"

    page.context.set_offline(True)
    scorer.plays("HJ")
    write(cast.admin, scorer.hand, act("play", card="HK"))
    page.context.set_offline(False)
    expect(scorer.panel).to_contain_text("It is Nadia’s turn to play, not Elise’s.")
    scorer.button("Send mine after it").tap()
    expect(scorer.panel).to_contain_text("It is Nadia’s turn")
    assert scorer.saved().recorded == "H1 HN HK"
    assert away.differences == []
