"""The replay by finger and mouse: dragging the line, holding buttons, swiping, tapping cards."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Hand
from tests.browser.replaying import address_is, at, signed_in
from tests.cast import Cast

Open = Callable[..., Page]


@pytest.fixture
def desktop(open_page: Open, cast: Cast) -> Page:
    """Somebody who reads, at a desk."""
    return signed_in(open_page(), cast.member)


@pytest.fixture
def touched(open_page: Open, cast: Cast) -> Page:
    """Somebody who reads on a telephone."""
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    return signed_in(open_page(**options), cast.member)


def middle(part: Locator, share: float = 0.5) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * share, box["y"] + box["height"] / 2


def part(page: Page, name: str) -> Locator:
    return page.locator(".scrubber a", has_text=name).first


# --- the line -----------------------------------------------------------------------------------


@pytest.mark.smoke
def test_the_line_is_dragged_like_that_of_a_film_and_is_a_slider_for_the_keyboard(
    desktop: Page, petite: Hand
) -> None:
    at(desktop, petite, "score")
    desktop.mouse.move(*middle(part(desktop, "Trick 16")))
    desktop.mouse.down()
    for trick, share, step in ((12, 0.1, "12.1"), (12, 0.9, "12.4"), (3, 0.6, "3.3")):
        desktop.mouse.move(*middle(part(desktop, f"Trick {trick}"), share), steps=3)
        address_is(desktop, petite, step)
    x, y = middle(part(desktop, "Auction"), 0.01)
    desktop.mouse.move(x - 300, y + 40, steps=3)
    address_is(desktop, petite, "auction")
    desktop.mouse.up()
    desktop.mouse.move(*middle(part(desktop, "Trick 9")))
    address_is(desktop, petite, "auction")
    part(desktop, "Trick 9").click()
    address_is(desktop, petite, "9.1")

    assert desktop.locator(".scrubber a:not([tabindex='-1'])").count() == 0  # one stop of Tab
    slider = desktop.get_by_role("slider", name="Step")
    slider.fill("32")  # as a screen reader sets it
    address_is(desktop, petite, "7.3")
    expect(slider).to_have_attribute("aria-valuetext", "7.3")
    slider.focus()
    for key, step, value in (
        ("ArrowRight", "7.4", "33"),
        ("ArrowDown", "8.1", "34"),
        ("End", "score", "77"),
        ("PageUp", "1.1", "6"),
    ):
        desktop.keyboard.press(key)
        address_is(desktop, petite, step)
        expect(slider).to_have_value(value)


def test_the_line_follows_the_finger_at_every_width(
    open_page: Open, cast: Cast, petite: Hand
) -> None:
    page = signed_in(open_page(viewport={"width": 390, "height": 844}), cast.member)
    for seat in ("", "?seat=1"):
        at(page, petite, f"5.1{seat}")
        for width in (390, 430, 600, 820, 1180):
            page.set_viewport_size({"width": width, "height": 844})
            page.mouse.move(*middle(part(page, "Trick 5")))
            page.mouse.down()
            for trick in (8, 12, 3):
                page.mouse.move(*middle(part(page, f"Trick {trick}")), steps=3)
                reached = re.compile(rf"^{trick}\.")
                expect(page.locator("#replay")).to_have_attribute("data-key", reached)
            page.mouse.up()


# --- buttons ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("own_browser")
def test_a_button_tapped_makes_one_step_and_held_down_repeats_ever_quicker(
    desktop: Page, petite: Hand
) -> None:
    desktop.clock.install(time=0)
    at(desktop, petite, "1.1")
    desktop.clock.pause_at(60)
    forward = desktop.get_by_role("link", name="One step forward")
    said = desktop.locator(".now-strip b").first
    desktop.mouse.move(*middle(forward))
    desktop.mouse.down()
    desktop.clock.run_for(100)
    desktop.mouse.up()
    expect(said).to_have_text("1.2")
    desktop.mouse.down()
    desktop.clock.run_for(490)
    expect(said).to_have_text("1.2")
    desktop.clock.run_for(20)
    expect(said).to_have_text("1.3")
    desktop.clock.run_for(350)
    expect(said).to_have_text("1.4")
    desktop.clock.run_for(10_000)
    desktop.mouse.up()
    desktop.clock.run_for(10_000)
    slider = desktop.locator("[data-slider]")
    far = int(slider.input_value())
    assert far > 5 + 10_000 // 350
    desktop.clock.run_for(5_000)
    expect(slider).to_have_value(str(far))


# --- the table ----------------------------------------------------------------------------------


def swipe(page: Page, across: float, down: float = 0) -> None:
    """A finger that moves over the table, as the browser tells the page."""
    x, y = middle(page.locator(".felt"))
    for kind, right, below in (("pointerdown", 0.0, 0.0), ("pointerup", across, down)):
        facts = {"pointerType": "touch", "bubbles": True, "isPrimary": True}
        facts |= {"clientX": x + right, "clientY": y + below}
        page.locator(".stage .centre").dispatch_event(kind, facts)


def test_swiping_and_tapping_a_half_of_the_table_turn_the_steps_and_the_page_still_scrolls(
    touched: Page, petite: Hand
) -> None:
    """The right half leads on, the left one back; a short or slanting swipe leads nowhere."""
    at(touched, petite, "7.3")
    swipe(touched, -90)
    address_is(touched, petite, "7.4")
    swipe(touched, 90, 20)
    address_is(touched, petite, "7.3")
    for across, down in ((20, 0), (60, 60), (10, 200)):
        swipe(touched, across, down)
        expect(touched.locator(".now-strip b").first).to_have_text("7.3")
    expect(touched.locator(".stage")).to_have_css("touch-action", "pan-y pinch-zoom")
    felt = touched.locator(".felt")
    touched.touchscreen.tap(*middle(felt, 0.75))
    address_is(touched, petite, "7.4")
    touched.touchscreen.tap(*middle(felt, 0.25))
    address_is(touched, petite, "7.3")


def test_a_card_leads_to_the_moment_at_which_it_is_played(desktop: Page, petite: Hand) -> None:
    at(desktop, petite, "7.3")
    hand = desktop.get_by_role("list", name="Boris’s hand")
    hand.get_by_role("link", name="trump 19").click()
    address_is(desktop, petite, "14.2")
    lies = desktop.locator(".lying:not([hidden])").get_by_role("img", name="trump 19")
    expect(lies).to_be_visible()


# --- motion -------------------------------------------------------------------------------------

# A step forward, and in the next picture of the browser the cards that move.
MOVING = """async () => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await new Promise(requestAnimationFrame);
    return document.getAnimations()
        .map((one) => one.effect.target.closest("[data-card]")?.dataset.card).filter(Boolean);
}"""


def test_the_card_that_is_played_travels_unless_somebody_asks_for_less_motion(
    desktop: Page, petite: Hand
) -> None:
    at(desktop, petite, "7.2")
    assert desktop.evaluate(MOVING) == []
    desktop.emulate_media(reduced_motion="no-preference")
    at(desktop, petite, "7.2")
    assert desktop.evaluate(MOVING) == ["T1"]
