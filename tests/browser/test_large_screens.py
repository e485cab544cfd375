"""On a desk and on a projector the table grows with the screen, and so do cards and letters."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import hands
from tests.browser.scorer import Scorer, lets_in
from tests.cast import Cast
from tests.factories import sealed_hand

DESK, PROJECTOR = (1440, 900), (1920, 1080)
TABLET = (1180, 820)


def widths(page: Page, what: Locator) -> list[float]:
    """How wide it is on a tablet, a desk and a projector; nothing has to be scrolled to."""
    found = []
    for width, height in (TABLET, DESK, PROJECTOR):
        page.set_viewport_size({"width": width, "height": height})
        expect(what).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        box = what.bounding_box()
        assert box is not None
        found.append(box["width"])
    return found


@pytest.mark.smoke
def test_the_trick_being_recorded_is_read_from_the_far_end_of_the_room(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(26))
    page = scorer.page
    page.locator("#recording:not([inert])").wait_for()
    tablet, desk, projector = widths(page, page.locator(".felt .place .face").first)
    assert tablet < desk < projector and projector > 1.4 * tablet
    assert widths(page, page.locator("#stage"))[-1] > 1600
    letters = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    assert page.locator("#status").evaluate(letters) > 18


def test_so_is_the_trick_of_a_replay(tablet_landscape: Page, cast: Cast) -> None:
    sealed = sealed_hand(cast.scorer, hands.seated(cast), hands.played(72))
    page = tablet_landscape
    lets_in(page, cast.scorer)
    page.goto(f"/c/{cast.club.slug}/hands/{sealed.public_id}/40/")
    tablet, desk, projector = widths(page, page.locator(".lying:not([hidden]) .face").first)
    assert tablet < desk < projector and projector > 1.6 * tablet
