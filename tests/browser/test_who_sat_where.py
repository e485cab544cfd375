"""The scorer finds after some hands that people sat elsewhere, and puts it right by touch."""

import pytest
from playwright.sync_api import Page, expect

from games.matches import history
from games.matches.match_rows import match_so_far
from games.models import Seal
from tests.browser.scorer import SCREENS, address, lets_in, on_each
from tests.cast import Cast
from tests.factories import act, calls, claimed_by_seat_0, open_hand, sealed_hand

RESULT = act("result", facts={"taker": 2, "contract": "guard", "points": 45, "bouts": ["T21", "F"]})
WHY = "Anna and Boris had changed chairs."


def evening(page: Page, cast: Cast) -> Page:
    """Four sealed hands, card by card and as results alone; the fifth is being recorded."""
    for changes in (claimed_by_seat_0(), claimed_by_seat_0(0), [RESULT], claimed_by_seat_0(2)):
        sealed_hand(cast.scorer, cast.match, changes)
    open_hand(cast.scorer, cast.match, calls("pass"))
    lets_in(page, cast.scorer)
    page.goto(address(cast.match))
    return page


def looks(page: Page) -> None:
    """Asks what changes, and waits for it."""
    page.get_by_role("button", name="Show what changes").tap()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()


def row(page: Page, name: str) -> list[str]:
    """A line of the totals: before, and now."""
    cells = page.locator("#_reseating tr", has_text=name).locator("td")
    return cells.all_inner_texts()


@pytest.mark.smoke
def test_the_seats_of_hands_2_to_4_are_put_right_while_hand_5_is_played(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = evening(tablet_landscape, cast)
    page.locator("#menu > summary").tap()
    page.get_by_role("link", name="Who sat where").tap()
    page.get_by_label("From hand").select_option("2")
    page.get_by_label("to hand").select_option("4")
    page.get_by_label("Seat 1", exact=True).first.select_option(label="Boris")
    page.get_by_label("Seat 2", exact=True).first.select_option(label="Anna")
    looks(page)
    before, now = row(page, "Anna")
    assert (before, now) == ("+4,622", "+462")
    changes = page.locator("#_reseating li")
    expect(changes).to_have_count(3)
    expect(changes.nth(1)).to_contain_text("Hand 3 sealed Boris instead of Anna.")
    page.get_by_label("Why").fill(WHY)
    page.get_by_role("button", name="Put it right").tap()
    page.wait_for_url(address(cast.match))
    found = history.match_standings(match_so_far(cast.match))
    assert [one / 2 for one in found.totals[:2]] == [462, 2542] and not found.any_shared
    assert Seal.objects.filter(revision=2).count() == 3


def test_a_substitute_is_named_on_every_screen_and_the_seat_keeps_its_total(
    tablet_portrait: Page, cast: Cast
) -> None:
    page = evening(tablet_portrait, cast)
    page.goto(address(cast.match).replace("record", "seats") + "?back=record")
    page.get_by_label("Seat 2", exact=True).first.select_option(label="Emma")
    looks(page)
    expect(page.locator("#_reseating")).to_contain_text("Hand 5 Emma instead of Boris.")
    expect(page.get_by_label("Why")).to_have_count(0)  # no sealed hand is touched
    for screen in on_each(page, SCREENS):
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, screen
        small = page.locator("main select, main button, main input:visible").evaluate_all(
            "all => all.filter(one => one.type !== 'hidden' && one.closest('label') === null"
            " && one.getBoundingClientRect().height < 44).map(one => one.name)"
        )
        assert small == [], screen
    page.get_by_role("button", name="Put it right").tap()
    expect(page.locator("#recording")).to_contain_text("Emma")
    page.goto(address(cast.match).removesuffix("record/"))
    expect(page.locator("#_standings")).to_contain_text("Boris / Emma")
