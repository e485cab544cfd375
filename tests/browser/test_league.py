"""How the league ranks, in Chromium: by keyboard and on a telephone, with and without scripts."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Club
from games.statistics.leagues import PRESETS, USUAL, Rules, rules_of
from tests.browser.barriers import no_barriers
from tests.browser.replaying import signed_in
from tests.browser.test_players import fits
from tests.cast import Cast
from tests.factories import claimed_by_seat_0

PAGE = "/c/les-atouts/league/ranking/"


@pytest.mark.smoke
def test_a_way_to_rank_is_chosen_by_keyboard_and_the_rest_stays_folded(
    transactional_db: None, phone: Page, cast: Cast
) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    page = signed_in(phone, cast.admin)
    page.goto(PAGE)
    no_barriers(page)
    assert fits(page)
    expect(page.get_by_label("Minimum number of hands to be ranked")).to_be_hidden()
    page.get_by_label("By points", exact=True).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("By share of hands won")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The league tables are now ranked this way.")).to_be_visible()
    expect(page.get_by_text("ranked by share of hands won")).to_be_visible()
    no_barriers(page)
    assert fits(page)
    assert rules_of(Club.objects.get(pk=cast.club.pk)) == PRESETS["share"]


def test_without_scripts_what_is_set_in_detail_holds(
    transactional_db: None, without_script: Page, cast: Cast
) -> None:
    page = signed_in(without_script, cast.admin)
    page.goto(PAGE)
    page.locator("summary", has_text="In detail").click()
    page.get_by_label("Minimum number of hands to be ranked").fill("7")
    page.get_by_label("Hide the records that hurt").check()
    page.get_by_role("button", name="Save").click()
    page.goto(PAGE)
    expect(page.get_by_label("As set in detail below")).to_be_checked()
    expect(page.get_by_label("Minimum number of hands to be ranked")).to_have_value("7")
    expect(page.get_by_label("Hide the records that hurt")).to_be_checked()
    assert rules_of(Club.objects.get(pk=cast.club.pk)) == Rules(USUAL, 7)
