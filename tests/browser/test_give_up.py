"""A hand that cannot be played on or scored is given up, with a reason, and the match goes on."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Hand, Match
from tests import hands
from tests.browser.away import gives_up as gives_up_as
from tests.browser.scorer import Scorer
from tests.cast import Cast
from tests.factories import act

UNKNOWN = [*hands.played(12), act("claim", seat=hands.SAMIR)]


def gives_up(scorer: Scorer, why: str) -> None:
    ways = scorer.page.locator("#_give_up")
    expect(ways.get_by_role("heading")).to_have_text("Hand 1 went wrong")
    ways.get_by_text("Given up").tap()
    ways.get_by_role("button", name="End the hand").locator("visible=true").tap()
    assert Hand.objects.get().is_open  # a reason is needed
    ways.get_by_label("Another reason").locator("visible=true").fill(why)
    ways.get_by_role("button", name="End the hand").locator("visible=true").tap()
    expect(scorer.page.get_by_text("Hand 1: given up.")).to_be_visible()


@pytest.mark.smoke
def test_a_hand_without_a_score_is_given_up_and_the_match_is_closed(
    tablet_portrait: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_portrait, cast, UNKNOWN)
    expect(
        scorer.page.get_by_role("heading", name="The score cannot be worked out")
    ).to_be_visible()
    expect(scorer.page.get_by_text("Every hand sums to zero.")).to_have_count(0)
    scorer.button("Give up this hand").tap()
    gives_up(scorer, "Nobody knows who held the Fool")
    page = scorer.page
    page.get_by_text("Close the match").tap()
    page.get_by_role("button", name="Close it").tap()
    expect(page.get_by_text("Friday evening is closed.")).to_be_visible()
    expect(page.get_by_text("Nobody knows who held the Fool")).to_be_visible()
    assert Match.objects.get().closed_at is not None


def test_giving_up_waits_for_the_last_entry(tablet_landscape: Page, cast: Cast) -> None:
    """What is still on its way is either recorded before, or taken back by the scorer."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(4))
    scorer.button("More", exact=True).tap()
    scorer.button("Go on with the hand").tap()
    expect(scorer.panel).to_have_count(0)
    scorer.page.route("**/entries/", lambda route: route.abort())
    scorer.plays("H8")
    expect(scorer.chip).to_have_text("1 not sent")
    scorer.button("More", exact=True).tap()
    scorer.panel.get_by_text("Misdealt").tap()
    ends = scorer.button("End the hand").locator("visible=true")
    expect(ends).to_be_disabled()
    scorer.page.unroute("**/entries/")
    scorer.saved()
    expect(ends).to_be_enabled()
    gives_up(scorer, "Misdeal")  # though the panel was asked for before that card
    scorer.page.get_by_role("button", name="Deal hand 2").tap()
    expect(scorer.status).to_contain_text("to speak.")


def test_choosing_a_reason_ends_nothing_and_what_was_ended_is_taken_up_again(
    tablet_landscape: Page, cast: Cast
) -> None:
    """A misdeal stands on the sheet of the match with its reason."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(12), hands_planned=9)
    page = scorer.page
    scorer.button("More", exact=True).tap()
    scorer.panel.get_by_text("Given up").tap()
    scorer.panel.locator("details[open] label").filter(has_text="Cards were mixed up").tap()
    assert Hand.objects.get().is_open
    scorer.button("End the hand").locator("visible=true").tap()
    expect(page.get_by_text("Hand 1: given up.")).to_be_visible()
    expect(page.get_by_text("Hand 2 (number 1 of 9) comes next")).to_be_visible()
    expect(page.get_by_text("No hands yet")).to_have_count(0)
    page.get_by_role("button", name="Take it up again").tap()
    expect(scorer.status).to_contain_text("Leads to trick 4.")
    hand = Hand.objects.get()
    assert (hand.state, hand.void_as, hand.comment) == ("open", "", "")
    scorer.plays(hands.CARDS[12]).saved()

    gives_up_as(scorer, "Misdealt", "Too many or too few cards")
    expect(page.get_by_role("button", name="Deal hand 2")).to_be_visible()
    match = Match.objects.get()
    page.goto(f"/c/{match.club.slug}/matches/{match.public_id}/sheet/")
    expect(page.get_by_text("Hand 1: misdealt: Too many or too few cards.")).to_be_visible()
