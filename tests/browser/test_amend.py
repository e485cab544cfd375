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
from tests.factories import sealed_hand


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
    page.get_by_role("link", name="Amend this hand").click()
    page.get_by_role("button", name=re.compile("Elise’s 1♦")).click()
    page.get_by_label("It really was").select_option("D10")
    page.get_by_role("button", name="Change it").click()
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
    assert page.url.endswith(address)
    page.get_by_role("link", name="The hand as it was sealed before").click()
    expect(page.get_by_role("note")).to_contain_text("It does not count any more.")
    assert not page.evaluate(TOO_WIDE)
    page.get_by_role("link", name="To the next revision").click()
    assert page.url.endswith(address)
