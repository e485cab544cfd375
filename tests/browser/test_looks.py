"""The frame in a real browser: looks that stay, a menu that behaves, targets that a thumb hits."""

import pytest
from playwright.sync_api import Page, expect

from games.rules import VARIANTS
from tests.browser.barriers import TANGLED, no_barriers
from tests.browser.replaying import signed_in
from tests.browser.scorer import SCREENS, on_each
from tests.cast import Cast
from tests.factories import UserFactory

SIGN_IN = "/accounts/sign-in/"
NOWHERE = "/there/is/no/such/page/"
TARGETS = "a[href], button, input:not([type=hidden]), select, summary"
SIZES = f"""() => [...document.querySelectorAll("{TARGETS}")]
    .filter((one) => one.checkVisibility({{visibilityProperty: true}}) && one.tabIndex >= 0)
    .filter((one) => !one.matches(".skip:not(:focus)"))
    .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 48 || box.height < 48)
    .map(([name, box]) => `${{name}} is ${{box.width}} x ${{box.height}}`)"""


@pytest.fixture(autouse=True)
def _somebody(transactional_db: None) -> None:
    """Where nobody has an account there is no sign-in, but the founding of the site."""
    UserFactory()


def open_menu(page: Page) -> None:
    """The menu, with the looks unfolded."""
    page.get_by_text("Menu", exact=True).locator("..").click()
    looks = page.locator(".menu-looks > summary")
    if looks.is_visible():
        looks.click()


@pytest.mark.smoke
def test_looks_are_found_again_on_the_next_page_and_the_menu_closes_by_escape_or_a_tap_outside(
    tablet_landscape: Page,
) -> None:
    """Who goes back to the choice of the device leaves no trace."""
    page, menu = tablet_landscape, tablet_landscape.locator("#menu")
    english = menu.get_by_role("button", name="English")
    page.goto(SIGN_IN)
    open_menu(page)
    page.get_by_label("Dark", exact=True).check()
    page.get_by_label("Two", exact=True).check()
    expect(page.locator("body")).to_have_css("background-color", "rgb(18, 22, 29)")
    english.focus()
    page.keyboard.press("Escape")
    expect(english).to_be_hidden()
    expect(page.locator("#menu > summary")).to_be_focused()
    answer = page.goto(NOWHERE)
    assert answer is not None
    assert ' data-theme="dark" data-suits="two">' in answer.text()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()

    page.goto(SIGN_IN)
    open_menu(page)
    page.get_by_label("Same as the device").check()
    assert "theme" not in page.evaluate("document.cookie")
    page.get_by_role("heading", name="Six games").click()
    expect(english).to_be_hidden()


def test_the_device_s_dark_is_followed_without_a_script(open_page) -> None:
    page = open_page(java_script_enabled=False, color_scheme="dark")
    page.goto(SIGN_IN)
    expect(page.locator("body")).to_have_css("background-color", "rgb(18, 22, 29)")


def test_a_tablet_that_gets_no_newer_browser_has_the_colours_all_the_same(open_page) -> None:
    """It does not know light-dark(), which the style sheets are written with."""
    page = open_page(color_scheme="dark")
    page.add_init_script("CSS.supports = () => false")
    page.goto(SIGN_IN)
    paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
    assert page.evaluate(paper) == "#12161d"
    open_menu(page)
    page.get_by_label("Light", exact=True).check()
    assert page.evaluate(paper) == "#f3efe6"
    page.get_by_label("As the device").check()
    expect(page.locator("body")).to_have_css("background-color", "rgb(18, 22, 29)")
    page.emulate_media(color_scheme="light")
    expect(page.locator("body")).to_have_css("background-color", "rgb(243, 239, 230)")


def test_what_needs_a_script_is_not_offered_without_one(without_script: Page) -> None:
    without_script.goto(SIGN_IN)
    open_menu(without_script)
    expect(without_script.locator("#menu").get_by_role("button", name="English")).to_be_visible()
    expect(without_script.get_by_label("Dark", exact=True)).to_be_hidden()


@pytest.mark.smoke
def test_every_target_is_as_large_as_a_thumb_and_nothing_bars_assistive_technology(
    tablet_landscape: Page,
) -> None:
    for address in (SIGN_IN, NOWHERE):
        tablet_landscape.goto(address)
        open_menu(tablet_landscape)
        for screen in on_each(tablet_landscape, SCREENS):
            assert tablet_landscape.evaluate(SIZES) == [], (address, screen)
        no_barriers(tablet_landscape, address)


def test_no_text_of_a_rule_sheet_lies_on_other_text_on_a_telephone(open_page, cast: Cast) -> None:
    page = signed_in(open_page(viewport={"width": 360, "height": 740}, locale="de"), cast.member)
    for variant in VARIANTS:
        page.goto(f"/c/{cast.club.slug}/rules/{variant.key}/")
        assert page.evaluate(TANGLED) == [], variant.key
