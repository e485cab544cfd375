"""Amending a sealed hand in a real browser, and reading what it was before."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Hand
from tests import hands
from tests.browser.barriers import no_barriers
from tests.browser.scorer import lets_in
from tests.browser.test_history import SMALL, TOO_WIDE
from tests.cast import Cast
from tests.factories import sealed_hand, stated


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """The published petite as it was seen at the table."""
    return sealed_hand(cast.scorer, hands.seated(cast), hands.played(72))


@pytest.mark.smoke
def test_a_slip_is_put_right_by_tapping(
    open_page: Callable[..., Page], cast: Cast, hand: Hand
) -> None:
    page = open_page(viewport={"width": 820, "height": 1180})
    lets_in(page, cast.scorer)
    address = f"/c/{cast.club.slug}/hands/{hand.public_id}/"
    page.goto(address)
    page.get_by_role("link", name="To the score").click()
    page.get_by_role("link", name="Amend this hand").click()
    page.get_by_role("button", name=re.compile("Elise’s 1♦")).click()
    page.get_by_role("button", name="10 of diamonds", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("10")
    no_barriers(page)
    page.get_by_role("button", name="The two were mixed up").click()
    expect(page.get_by_role("status").get_by_text("It fits.")).to_be_visible()
    page.get_by_label("Why?").fill("The two were mixed up at the table.")
    no_barriers(page)
    small = page.evaluate(SMALL)
    assert [one for one in small if "visually-hidden" not in one] == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert not page.evaluate(TOO_WIDE)
    page.keyboard.press("Enter")  # checks once more, and seals nothing
    expect(page.get_by_label("Why?")).to_have_value("The two were mixed up at the table.")
    page.get_by_role("button", name="Amend the hand").click()
    expect(page.get_by_text("The hand is amended.")).to_be_visible()
    assert page.url.endswith(f"{address}score")
    page.get_by_role("link", name="The hand as it was sealed before").click()
    expect(page.get_by_role("note")).to_contain_text("It does not count any more.")
    assert not page.evaluate(TOO_WIDE)
    page.get_by_role("link", name="To the next revision").click()
    assert page.url.endswith(address)


def test_a_result_is_raised_by_tapping_and_typing_and_what_contradicts_it_is_shown(
    open_page: Callable[..., Page], cast: Cast
) -> None:
    hand = cast.sealed_hand([stated()])
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    lets_in(page, cast.scorer)
    page.goto(f"/c/{cast.club.slug}/hands/{hand.public_id}/")
    page.get_by_role("link", name="Raise to a higher level").tap()
    page.get_by_role("button", name="Pass", exact=True).tap()
    expect(page.locator("#_asked")).to_contain_text("to speak.")
    page.get_by_text("Type it or paste it").tap()
    page.get_by_label("Before the result", exact=True).fill("Boris says guard")
    page.get_by_role("button", name="Add it before the result").tap()
    expect(page.get_by_role("alert")).to_contain_text("Line 1 does not fit:")
    no_barriers(page)
    assert not page.evaluate(TOO_WIDE)
