"""Searching in a browser: a change shows at once, cards are chosen with taps, filters dropped."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.barriers import no_barriers
from tests.browser.scorer import SCREENS, lets_in, on_each
from tests.browser.test_looks import SIZES
from tests.cast import Cast
from tests.factories import claimed_by_seat_0

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def place(transactional_db: None, cast: Cast) -> str:
    """The address of the search; Anna's garde sans and a hand thrown in can be found."""
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand()
    return reverse("search", args=[cast.club.slug])


@pytest.mark.smoke
def test_a_change_shows_the_list_and_its_address_at_once_and_cards_are_chosen_with_taps(
    tablet_landscape: Page, cast: Cast, place: str
) -> None:
    """Of called cards only one. A filter that cannot be read says why."""
    page, rows = tablet_landscape, tablet_landscape.locator("#_rows .row-title")
    lets_in(page, cast.member)
    page.goto(place)
    expect(rows).to_have_count(2)
    page.get_by_label("Outcome").select_option("passed-out")
    expect(rows).to_have_text(["Passed out"])
    page.wait_for_url(f"**{place}?outcome=passed-out")
    page.get_by_role("link", name="Outcome passed out").tap()
    expect(rows).to_have_count(2)

    page.get_by_role("button", name="choose cards: Held").tap()
    keys = page.get_by_role("dialog", name="Held")
    for card in ("trump 21", "king of spades", "trump 21", "Fool"):
        keys.get_by_role("button", name=card, exact=True).tap()
    keys.get_by_role("button", name="Done").tap()
    held = page.get_by_role("textbox", name="Held")
    expect(held).to_have_value("SK F")
    expect(rows).to_have_count(1)
    page.wait_for_url("**card_held=SK+F**")
    page.get_by_role("button", name="choose cards: Held").tap()
    king = keys.get_by_role("button", name="king of spades")
    expect(king).to_have_attribute("aria-pressed", "true")
    keys.get_by_role("button", name="None of them").tap()
    page.keyboard.press("Escape")
    expect(rows).to_have_count(2)

    page.get_by_role("button", name="choose cards: Called card").tap()
    keys = page.get_by_role("dialog", name="Called card")
    for card in ("king of spades", "king of hearts"):
        keys.get_by_role("button", name=card).tap()
    keys.get_by_role("button", name="Done").tap()
    expect(page.get_by_role("textbox", name="Called card")).to_have_value("HK")
    held.fill("T22")
    page.keyboard.press("Tab")
    expect(page.locator("#_rows")).to_contain_text("Held: “T22” is not a card.")


def test_on_a_telephone_what_was_found_comes_first(phone: Page, cast: Cast, place: str) -> None:
    lets_in(phone, cast.member)
    phone.goto(f"{place}?outcome=passed-out")
    expect(phone.get_by_label("Outcome")).to_be_hidden()
    phone.get_by_text("The hand", exact=True).tap()
    expect(phone.get_by_label("Outcome")).to_have_value("passed-out")


def test_the_search_works_without_a_script(without_script: Page, cast: Cast, place: str) -> None:
    page = without_script
    lets_in(page, cast.member)
    page.goto(place)
    page.get_by_role("textbox", name="Held").fill("SK, F")
    expect(page.get_by_role("button", name="choose cards: Held")).to_be_hidden()
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#_rows .row-title")).to_have_count(1)
    page.get_by_role("link", name="Held king of spades and Fool").click()
    expect(page.locator("#_rows .row-title")).to_have_count(2)


def test_search_and_list_fit_the_screen_and_the_thumb_and_bar_no_assistive_technology(
    tablet_landscape: Page, cast: Cast, place: str
) -> None:
    page = tablet_landscape
    lets_in(page, cast.member)
    page.goto(reverse("hands", args=[cast.club.slug]) + "?variant=french")
    no_barriers(page, "hands")
    for query in ("?role=taker&card_held=SK", "?variant=scarto&card_held=T22", ""):
        page.goto(place + query)
        no_barriers(page, query)
    for screen in on_each(page, SCREENS):
        assert page.evaluate(SIDEWAYS) == 0, screen
        assert page.evaluate(SIZES) == [], screen
    page.get_by_role("button", name="choose cards: Held").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    no_barriers(page, "cards")
    for screen in on_each(page, SCREENS):
        assert page.evaluate(SIDEWAYS) == 0, screen
