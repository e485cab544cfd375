"""The watch over every page sees what it is there to see, and the plain pages are innocent."""

import pytest
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
def test_requests_to_other_hosts_inline_styles_and_uncaught_errors_are_seen(
    tablet_landscape: Page, guard: Guard
) -> None:
    page = tablet_landscape
    page.goto(SIGN_IN)
    with page.expect_console_message():
        page.evaluate("fetch('http://localhost:9/').catch(() => 0)")
    assert "localhost:9" in take(guard)
    page.evaluate("document.body.setAttribute('style', 'color: red')")
    expect(page.locator("body")).not_to_have_css("color", "rgb(255, 0, 0)")
    assert "style-src" in take(guard)
    page.evaluate("new Promise(done => setTimeout(() => { setTimeout(done); nowhere() }))")
    assert "nowhere is not defined" in take(guard)


def test_text_that_lies_on_text_or_can_hardly_be_read_is_seen(
    tablet_landscape: Page, phone: Page
) -> None:
    """Grey on white in the light, grey on black in the dark: each is found by itself."""
    page = tablet_landscape
    page.goto("/accounts/sign-in/")
    no_barriers(page)
    for colour, scheme in (("#bbb", "light"), ("#444", "dark"))[: amount(1, thorough=2)]:
        paint = f"document.querySelector('main label').style.color = '{colour}'"
        page.evaluate(paint)
        with pytest.raises(AssertionError, match=f"{scheme}: Found 1 accessibility"):
            no_barriers(page)
    page.reload()
    page.get_by_text("Password", exact=True).evaluate(
        "(one) => Object.assign(one.style, { position: 'relative', bottom: '100px' })"
    )
    with pytest.raises(AssertionError, match="Account name / Password"):
        no_barriers(page)
    for tablet in (page, phone):  # they are touched, not pointed at
        tablet.goto(SIGN_IN)
        assert tablet.evaluate("matchMedia('(pointer: coarse)').matches")
