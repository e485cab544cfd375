"""The settings of a club, as its administrator meets them on a telephone and on a tablet."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Club
from tests.browser.barriers import no_barriers
from tests.browser.replaying import signed_in
from tests.browser.test_looks import SIZES
from tests.cast import Cast

PHONE = {"width": 390, "height": 844}
SCREENS = (PHONE, {"width": 820, "height": 1180}, {"width": 1180, "height": 820})


def settings_of(page: Page, cast: Cast) -> Page:
    """The page of the settings, by the way that an administrator takes."""
    signed_in(page, cast.admin).goto("/")
    page.get_by_role("link", name="Settings").click()
    return page


def unfold(page: Page, title: str) -> None:
    page.locator("summary", has=page.get_by_role("heading", name=title, exact=True)).click()


@pytest.mark.smoke
def test_an_administrator_sets_the_club_up_on_a_telephone(
    open_page, transactional_db: None, cast: Cast
) -> None:
    page = settings_of(open_page(viewport=PHONE), cast)
    unfold(page, "Who records")
    page.get_by_label("Every member").check()
    page.get_by_role("button", name="Save").locator("visible=true").click()
    expect(page.get_by_role("status")).to_contain_text("Saved: Who records.")
    expect(page.locator("#recording > summary")).to_contain_text("Every member")
    assert Club.objects.get(pk=cast.club.pk).recorded_by == "members"

    unfold(page, "Name")
    page.get_by_label("Name of the club").fill(" ")
    page.get_by_label("Name of the club").press("Enter")
    expect(page.get_by_text("A club needs a name.")).to_be_visible()

    page.locator("#games > summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Scarto")).to_be_checked()
    page.evaluate("document.querySelectorAll('details.setting').forEach((one) => one.open = true)")
    for screen in SCREENS:
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
        no_barriers(page, f"settings {screen['width']}")
        too_small = [one for one in page.evaluate(SIZES) if 'type="radio"' not in one]
        assert [one for one in too_small if 'type="checkbox"' not in one] == []


def test_the_public_reads_the_league_on_a_telephone(
    open_page, transactional_db: None, cast: Cast
) -> None:
    cast.sealed_hand()
    Club.objects.filter(pk=cast.club.pk).update(public_sees="results")
    page = open_page(viewport=PHONE)
    page.goto(f"/c/{cast.club.slug}/")
    expect(page.get_by_text("This is what the club shows to everybody.")).to_be_visible()
    expect(page.get_by_role("navigation")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    no_barriers(page, "from outside")


def test_the_club_s_suits_give_way_to_one_s_own(
    open_page, transactional_db: None, cast: Cast
) -> None:
    Club.objects.filter(pk=cast.club.pk).update(deck="latin")
    page = signed_in(open_page(), cast.member)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-deck", "latin")
    page.locator("#menu > summary").click()
    page.locator(".menu-looks > summary").click()
    page.get_by_label("Same as the game").check()
    page.reload()
    expect(page.locator("html")).not_to_have_attribute("data-deck", re.compile("."))
