"""The watch over every page sees what it is there to see, and the plain pages are innocent."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.browser.barriers import no_barriers
from tests.browser.conftest import Guard
from tests.thorough import amount

SIGN_IN = "/accounts/forgotten/"


def take(guard: Guard) -> str:
    """What the guard saw, taken from it so that the test may end well."""
    seen, guard.offences = guard.offences, []
    return "\n".join(seen)


@pytest.mark.smoke
def test_a_request_to_another_host_is_seen(tablet_landscape: Page, guard: Guard) -> None:
    tablet_landscape.goto(SIGN_IN)
    with tablet_landscape.expect_console_message():
        tablet_landscape.evaluate("fetch('http://localhost:9/').catch(() => 0)")
    assert "localhost:9" in take(guard)


@pytest.mark.smoke
def test_an_inline_style_is_seen(tablet_portrait: Page, guard: Guard) -> None:
    tablet_portrait.goto(SIGN_IN)
    tablet_portrait.evaluate("document.body.setAttribute('style', 'color: red')")
    expect(tablet_portrait.locator("body")).not_to_have_css("color", "rgb(255, 0, 0)")
    assert "style-src" in take(guard)


def test_an_error_that_no_script_caught_is_seen(phone: Page, guard: Guard) -> None:
    phone.goto(SIGN_IN)
    phone.evaluate("new Promise(done => setTimeout(() => { setTimeout(done); nowhere() }))")
    assert "nowhere is not defined" in take(guard)


def test_text_that_lies_on_text_is_seen(tablet_landscape: Page) -> None:
    tablet_landscape.goto("/accounts/sign-in/")
    no_barriers(tablet_landscape)
    tablet_landscape.get_by_text("Password", exact=True).evaluate(
        "(one) => Object.assign(one.style, { position: 'relative', bottom: '100px' })"
    )
    with pytest.raises(AssertionError, match="Account name / Password"):
        no_barriers(tablet_landscape)


def test_words_that_can_hardly_be_read_are_seen(tablet_landscape: Page) -> None:
    """Grey on white in the light, grey on black in the dark: each is found by itself."""
    tablet_landscape.goto("/accounts/sign-in/")
    no_barriers(tablet_landscape)
    for colour, scheme in (("#bbb", "light"), ("#444", "dark"))[: amount(1, thorough=2)]:
        paint = f"document.querySelector('main label').style.color = '{colour}'"
        tablet_landscape.evaluate(paint)
        with pytest.raises(AssertionError, match=f"{scheme}: Found 1 accessibility"):
            no_barriers(tablet_landscape)


def test_screens_are_touched_not_pointed_at(
    tablet_landscape: Page, tablet_portrait: Page, phone: Page
) -> None:
    for page in (tablet_landscape, tablet_portrait, phone):
        page.goto(SIGN_IN)
        assert page.evaluate("matchMedia('(pointer: coarse)').matches")


def test_an_operator_signs_in_to_the_admin_pages(tablet_landscape: Page) -> None:
    get_user_model().objects.create_superuser("operator", password="a long password")
    tablet_landscape.goto("/admin/")
    tablet_landscape.get_by_label("Account name").fill("operator")
    tablet_landscape.get_by_label("Password").fill("a long password")
    tablet_landscape.get_by_role("button", name="Sign in", exact=True).click()
    expect(tablet_landscape.get_by_role("heading", name="Look after the site")).to_be_visible()
