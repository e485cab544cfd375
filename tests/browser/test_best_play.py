"""Best play in the replay: asked for at the step at which the reader is."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Hand
from tests.browser.barriers import reads_well
from tests.browser.replaying import at, signed_in
from tests.cast import Cast


@pytest.mark.smoke
def test_best_play_is_asked_for_where_the_reader_is(
    open_page: Callable[..., Page], cast: Cast, petite: Hand
) -> None:
    page = signed_in(open_page(viewport={"width": 390, "height": 844}), cast.member)
    at(page, petite, "15.4")
    page.get_by_role("link", name="Best play").click()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Best play from here").click()
    answer = page.locator("#_best")
    expect(answer.locator("caption")).to_contain_text("16.1: what each card of Boris leads to")
    expect(answer.get_by_text("played", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile(r"/16\.1"))
    reads_well(page)
