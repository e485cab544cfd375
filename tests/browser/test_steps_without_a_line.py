"""What else a scorer does without a line: gives up, disputes, is too fast, needs the server."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games import people
from games.book import records
from games.club.opening_clubs import set_up
from games.models import Confirmation, Confirms, Dispute, Hand
from tests import hands
from tests.browser.away import Away, gives_up
from tests.browser.conftest import TABLET
from tests.browser.scorer import Scorer, lets_in
from tests.browser.test_evening_without_a_line import at_the_last_card
from tests.cast import Cast
from tests.factories import act, write

pytestmark = [pytest.mark.usefixtures("engine_on"), pytest.mark.timeout(300)]

# Both in one go, so that the key is tapped while the engine judges what the button has entered.
TAP_BOTH = """([button, card]) => {
    document.querySelector(button).click();
    document.querySelector(`.key[data-card="${card}"]`).click();
}"""
NEEDS_THE_LINE = re.compile("^This needs the connection")


def with_the_line(page: Page, cast: Cast, cards: int) -> Scorer:
    """In front of a hand after that many cards; the engine runs, and there is a line."""
    scorer = Scorer.opens(page, cast, hands.played(cards))
    page.locator("#recording[data-judged]").wait_for()
    return scorer


def is_post(route: Route) -> bool:
    return route.request.method == "POST"


def hands_of(away: Away) -> list[Hand]:
    return list(away.match.hands.order_by("number"))


# --- giving up -----------------------------------------------------------------------------------


def test_hands_given_up_without_a_line_are_dealt_on_by_whom_the_rules_say(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Bruno deals again after a misdeal, and Wanda after his hand was thrown in."""
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
    gives_up(scorer, "Misdealt", "The wrong player dealt")
    away.deals(2)
    expect(scorer.undo).to_contain_text("the deal")
    scorer.says("pass")
    expect(scorer.undo).not_to_contain_text("the deal")
    gives_up(scorer, "Thrown in", "The table agreed to throw it in")
    expect(page.get_by_role("heading", name="Wanda deals and sits out")).to_be_visible()
    away.deals(3)
    scorer.says("pass").says("guard")
    expect(scorer.status).to_contain_text("to speak.")
    away.comes_back()
    told = [(hand.state, hand.void_as, hand.comment, hand.version) for hand in hands_of(away)]
    assert told == [
        ("void", "misdealt", "The wrong player dealt", 2),
        ("void", "thrown-in", "The table agreed to throw it in", 1),
        ("open", "", "", 2),
    ]
    assert away.differences == []


def test_a_reason_of_ones_own_is_kept_for_a_hand_given_up_without_a_line(
    tablet_portrait: Page, cast: Cast
) -> None:
    away = Away.goes(Scorer.opens(tablet_portrait, cast, hands.played(26)))
    scorer, page = away.scorer, away.page
    scorer.button("More", exact=True).tap()
    ways = page.locator("#_give_up")
    ways.get_by_text("Given up", exact=True).tap()
    ways.get_by_label("Another reason").locator("visible=true").fill("The cat has the Fool")
    ways.get_by_role("button", name="End the hand").locator("visible=true").tap()
    expect(page.get_by_text("Hand 1: given up.")).to_be_visible()
    away.comes_back()
    (hand,) = hands_of(away)
    assert (hand.void_as, hand.comment) == ("given-up", "The cat has the Fool")


def test_with_the_line_a_hand_is_given_up_and_taken_up_again_on_the_same_page(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = with_the_line(tablet_landscape, cast, 4)
    gives_up(scorer, "Given up", "A player had to leave")
    scorer.saved()
    assert Hand.objects.get().void_as == "given-up"
    scorer.tap(scorer.page.get_by_role("button", name="Take it up again"))
    expect(scorer.status).to_contain_text("Leads to trick 2.")
    scorer.plays(hands.CARDS[4]).saved()
    assert (Hand.objects.get().void_as, Hand.objects.get().version) == ("", 11)
    gives_up(scorer, "Given up", "A player had to leave")
    scorer.saved()
    scorer.tap(scorer.page.get_by_role("button", name="Deal hand 2"))
    scorer.says("pass").saved()
    assert Hand.objects.latest("number").version == 1


def test_a_page_loaded_again_before_its_engine_runs_names_the_hand_that_was_dealt_last(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = with_the_line(tablet_landscape, cast, 4)
    page = scorer.page
    page.route("**", lambda route: route.abort() if is_post(route) else route.continue_())
    gives_up(scorer, "Given up", "A player had to leave")
    scorer.tap(page.get_by_role("button", name="Deal hand 2"))
    scorer.says("pass").says("pass")
    page.route(re.compile(r":\d+/engine/"), lambda route: route.abort())
    page.reload()
    page.unroute("**")
    expect(page.locator("#hand-words")).to_have_text("Hand 2")
    assert Hand.objects.latest("number").version == 2


# --- faster than the engine ----------------------------------------------------------------------


def test_a_key_tapped_while_the_engine_judges_the_dog_is_chosen_for_the_discard(
    tablet_landscape: Page, cast: Cast
) -> None:
    away = Away.goes(Scorer.opens(tablet_landscape, cast, hands.auction()))
    first, *others = hands.DISCARD.split()
    away.scorer.plays(hands.DOG)
    away.page.evaluate(TAP_BOTH, ["#done", first])
    expect(away.scorer.key(first)).to_have_attribute("data-state", "chosen")
    away.scorer.plays(" ".join(others))
    away.page.evaluate(TAP_BOTH, ["#done", hands.CARDS[0]])
    expect(away.scorer.key(hands.CARDS[0])).to_have_attribute("data-state", "played")
    away.comes_back()
    assert records.changes_of(away.scorer.hand)[-1]["action"]["card"] == hands.CARDS[0]


def test_a_card_tapped_while_the_engine_judges_an_undo_is_for_whom_the_undo_leads_back_to(
    tablet_landscape: Page, cast: Cast
) -> None:
    away = Away.goes(Scorer.opens(tablet_landscape, cast, hands.played(2)))
    away.page.evaluate(TAP_BOTH, ["#undo", "HN"])
    expect(away.scorer.status).to_contain_text("Elise to play.")
    away.comes_back()
    assert away.scorer.saved().recorded == "H1 HN"


# --- what needs the server -----------------------------------------------------------------------


def test_a_way_to_another_page_is_not_taken_without_a_line(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The browser's error page would take the table's place; with the line the way is open."""
    away = Away.goes(Scorer.opens(tablet_landscape, cast, hands.played(70)))
    scorer, page = away.scorer, away.page
    url = page.url
    scorer.tap(page.locator(".bar-match"))
    expect(scorer.status).to_have_text(NEEDS_THE_LINE)
    scorer.plays(hands.CARDS[70]).tap(scorer.key(hands.CARDS[71]))
    away.seals()
    scorer.tap(page.get_by_role("link", name="The whole match"))
    expect(page.locator("#writers")).to_have_text(NEEDS_THE_LINE)
    page.get_by_text("Close the match").tap()
    expect(page.get_by_role("button", name="Close it")).to_be_disabled()
    page.locator("#menu > summary").tap()
    scorer.tap(page.get_by_role("button", name="Sign out"))
    expect(page.locator("#writers")).to_have_text(NEEDS_THE_LINE)
    assert page.url == url
    page.locator("#menu > summary").tap()
    away.comes_back()
    scorer.tap(page.get_by_role("link", name="The whole match"))
    page.wait_for_url(lambda there: there != url)


def test_a_pin_typed_when_the_line_is_gone_leads_to_what_can_be_done_without(
    tablet_landscape: Page, cast: Cast
) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.PIN)
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(72))
    for player in cast.club.players.all():
        people.set_pin(user=cast.scorer, player=player, pin="2468")
    tablet_landscape.reload()
    away = Away.goes(scorer)
    page = away.page
    page.get_by_label("PIN").fill("2468")
    scorer.tap(page.locator(".confirm-name").first)
    expect(page.locator("#_confirm")).to_contain_text("No PIN can be checked")
    expect(page.get_by_label("PIN")).to_have_count(0)
    scorer.tap(page.get_by_role("button", name="Seal without a PIN"))
    expect(page.get_by_role("button", name="Deal hand 2")).to_be_visible()
    away.comes_back()
    assert Hand.objects.get().state == Hand.State.SEALED
    assert Confirmation.objects.get().because == "No connection: no PIN could be checked"


def test_a_score_disputed_without_a_line_is_sealed_as_disputed(
    tablet_landscape: Page, cast: Cast
) -> None:
    away = at_the_last_card(tablet_landscape, cast, Confirms.PIN)
    scorer, page = away.scorer, away.page
    page.get_by_text("Something is wrong").tap()
    page.locator(".choice-name", has_text="Elise").tap()
    page.get_by_label("What is wrong?").fill("We had 52.")
    page.get_by_role("button", name="Dispute the score").tap()
    expect(page.locator(".open-dispute")).to_contain_text("Elise: We had 52.")
    expect(page.locator(".seal-bar [data-undo]")).to_contain_text("the dispute")
    scorer.tap(scorer.button("Seal as disputed"))
    expect(page.get_by_role("button", name="Deal hand 2")).to_be_visible()
    away.comes_back()
    assert (Hand.objects.get().state, Hand.objects.get().disputed) == ("sealed", True)
    assert Dispute.objects.get().because == "We had 52."


# --- between two hands ---------------------------------------------------------------------------


def test_a_tablet_between_two_hands_goes_on_to_the_hand_that_another_one_deals(
    tablet_landscape: Page, open_page: Callable[..., Page], cast: Cast
) -> None:
    scorer = with_the_line(tablet_landscape, cast, 72)
    scorer.tap(scorer.button("Confirm and seal"))
    expect(scorer.page.locator("#_between")).to_be_visible()
    scorer.saved()
    other = open_page(**TABLET)
    lets_in(other, cast.admin)
    other.goto(scorer.page.url)
    other.get_by_role("button", name="Deal hand 2").tap()
    Scorer(other).says("pass").saved()
    expect(scorer.page.locator("#hand-words")).to_have_text("Hand 2")
    expect(scorer.status).to_contain_text("Elise to speak.")
    scorer.says("guard").saved()
    assert Hand.objects.latest("number").version == 2


# --- with a second tablet -------------------------------------------------------------------------


def test_the_engine_refuses_a_card_tapped_for_somebody_who_is_no_longer_on_turn(
    tablet_landscape: Page, cast: Cast
) -> None:
    away = Away.goes(Scorer.opens(tablet_landscape, cast, hands.played(1)))
    scorer = away.scorer.plays("H6")
    write(cast.admin, scorer.hand, act("play", card="HQ"))
    away.page.context.set_offline(False)
    expect(scorer.panel).to_contain_text("It is Elise’s turn to play, not Samir’s.")
    scorer.button("Send mine after it").tap()
    expect(scorer.panel).to_contain_text("It is Elise’s turn")
    assert scorer.saved().recorded == "H1 HQ"
    assert away.differences == []
