"""From the club's page to the first card, and from one hand to the next."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Hand
from tests import hands
from tests.browser.barriers import no_barriers
from tests.browser.scorer import SCREENS, SIZES, Scorer, lets_in, on_each
from tests.cast import Cast
from tests.factories import claimed_by_seat_0, sealed_hand

MOST_TAPS = 4


@pytest.mark.smoke
def test_the_first_card_of_a_new_match_is_within_four_taps_of_the_clubs_page(
    tablet_portrait: Page, cast: Cast
) -> None:
    """The people of last time sit down again."""
    page, scorer = tablet_portrait, Scorer(tablet_portrait)
    cast.open_match(variant="taros-1659")
    lets_in(page, cast.scorer)
    page.goto(f"/c/{cast.club.slug}/")
    scorer.tap(page.get_by_role("link", name="New match"))
    scorer.tap(page.get_by_role("button", name="Open the match"))
    page.locator("#recording:not([inert])").wait_for()
    scorer.tap(page.locator('.key[data-state="clear"]').first)
    scorer.saved()
    print(f"\n{scorer.taps} taps from the club's page to the first card")
    assert scorer.taps <= MOST_TAPS
    hand = Hand.objects.latest("id")
    assert (hand.number, hand.match.hands.count()) == (1, 1)


def centre(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_next_deal_is_under_the_thumb_that_sealed_and_closing_is_far_from_it(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(72))
    page, sealed_at = scorer.page, {}
    page.locator("#recording:not([inert])").wait_for()
    for screen in on_each(page, SIZES):
        sealed_at[screen] = scorer.button("Confirm and seal").bounding_box()
    scorer.button("Confirm and seal").tap()
    expect(page.get_by_role("heading", name="Petite: Samir short by 9")).to_be_visible()
    expect(page.locator("#_last_hand .taker")).to_have_text(re.compile(r"Samir\s*−102"))
    expect(page.get_by_text("What gets written down")).to_have_count(0)
    expect(page.get_by_text("Written down: tricks only")).to_be_visible()
    for screen in on_each(page, SIZES):
        (x, y), seal = centre(page.get_by_role("button", name="Deal hand 2")), sealed_at[screen]
        assert seal is not None
        assert seal["x"] <= x <= seal["x"] + seal["width"]
        assert seal["y"] <= y <= seal["y"] + seal["height"]
        close_x, _y = centre(page.get_by_text("Close the match"))
        assert x - close_x > page.evaluate("innerWidth") / 2


def test_between_two_hands_result_chart_and_standing_are_seen_on_every_screen(
    tablet_landscape: Page, cast: Cast
) -> None:
    page, match = tablet_landscape, cast.open_match()
    for dealer in (3, 0):
        sealed_hand(cast.scorer, match, claimed_by_seat_0(dealer))
    lets_in(page, cast.scorer)
    page.goto(f"/c/{cast.club.slug}/matches/{match.public_id}/record/")
    for _screen in on_each(page, SCREENS):
        expect(page.locator("#_last_hand")).to_be_in_viewport()
        expect(page.locator("#_standings .chart")).to_be_in_viewport()
        expect(page.get_by_role("button", name="Deal hand 3")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    no_barriers(page)
