"""The replay in a browser: each step by key, tap and button, without asking the server."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from games.models import Hand
from tests import published_hands
from tests.browser.barriers import no_barriers
from tests.browser.replaying import address_is, at, difference, lying, place_is, says, signed_in
from tests.browser.scorer import on_each
from tests.cast import Cast

Open = Callable[..., Page]

SCREENS = {
    "desktop": (1280, 800),
    "landscape": (1180, 820),
    "portrait": (820, 1180),
    "phone": (390, 844),
}
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def petite(transactional_db: None, cast: Cast) -> Hand:
    """The published petite that Boris, on seat 1, loses by nine, with a comment at trick 1."""
    changes = published_hands.changes(published_hands.hands()[1], 3)
    changes[9]["action"] |= {"note": "Chloé had no other heart above the queen."}
    return cast.sealed_hand(changes)


@pytest.fixture
def desktop(open_page: Open, cast: Cast) -> Page:
    """Somebody who reads, at a desk."""
    page = open_page()
    return signed_in(page, cast.member)


# --- stepping ---------------------------------------------------------------------------------


@pytest.mark.smoke
def test_each_key_and_button_has_its_step_and_asks_the_server_nothing(
    desktop: Page, petite: Hand
) -> None:
    at(desktop, petite, "7.3")
    asked: list[Request] = []

    def see(request: Request) -> None:
        asked.append(request)

    desktop.on("request", see)
    drawings = re.compile(r"\.svg$")  # Chromium looks for the page's icon, in its cache, each time
    for key, step in (
        ("Control+ArrowRight", "7.3"),
        ("ArrowLeft", "7.2"),
        ("ArrowRight", "7.3"),
        ("ArrowRight", "7.4"),
        ("ArrowUp", "7.1"),
        ("ArrowDown", "8.1"),
        ("[", "7.1"),
        ("]", "8.1"),
        ("Home", "auction"),
        ("End", "score"),
        ("PageUp", "1.1"),
        ("ArrowDown", "2.1"),
        ("PageUp", "1.1"),
        ("PageUp", "exchange"),
        ("PageDown", "1.1"),
        ("PageDown", "score"),
    ):
        desktop.keyboard.press(key)
        place_is(desktop, step)
    desktop.get_by_role("link", name="One step back").click()
    desktop.locator(".trick-cell", has_text="trump 16").click()
    desktop.keyboard.press("ArrowRight")
    says(desktop, "Trick 7, Dario plays trump 1. Anna to play.")
    desktop.get_by_role("link", name="Auction").first.click()
    desktop.remove_listener("request", see)
    assert [request.url for request in asked if not drawings.search(request.url)] == []

    place_is(desktop, "auction")  # the first step has nothing before it
    back = desktop.get_by_role("link", name="One step back")
    expect(back).to_have_attribute("aria-disabled", "true")
    desktop.keyboard.press("ArrowLeft")
    address_is(desktop, petite, "auction")
    desktop.keyboard.press("ArrowRight")
    expect(back).not_to_have_attribute("aria-disabled", "true")


def test_a_reader_goes_from_hand_to_hand_and_looks_with_other_eyes(
    desktop: Page, cast: Cast, petite: Hand
) -> None:
    after = cast.sealed_hand()
    at(desktop, petite)
    says(desktop, "Dario has dealt. Anna to call.")
    asked: list[bool] = []
    desktop.on("request", lambda request: asked.append(request.is_navigation_request()))
    replay = desktop.locator("#replay")
    for key, seat in (("1", "0"), ("h", ""), ("2", "1"), ("0", "")):
        desktop.keyboard.press(key)
        expect(replay).to_have_attribute("data-seat", seat)
        assert difference(desktop) == []
    assert True not in asked
    desktop.keyboard.press("b")
    expect(desktop.get_by_role("heading", level=1)).to_be_hidden()
    desktop.keyboard.press("b")
    expect(desktop.get_by_role("heading", level=1)).to_be_visible()
    desktop.keyboard.press("End")
    place_is(desktop, "score")
    desktop.keyboard.press("ArrowRight")
    desktop.wait_for_url(f"**/hands/{after.public_id}/")
    desktop.keyboard.press("p")
    desktop.wait_for_url(f"**/hands/{petite.public_id}/")
    says(desktop, "Dario has dealt. Anna to call.")


def stopped_at(page: Page, hand: Hand, step: str) -> None:
    """The step of a hand, on a page whose clock moves only when the test says so."""
    page.clock.install(time=0)
    at(page, hand, step)
    page.clock.pause_at(60)


@pytest.mark.usefixtures("own_browser")
def test_the_replay_plays_automatically_until_it_is_stopped_or_the_score_is_there(
    desktop: Page, petite: Hand
) -> None:
    stopped_at(desktop, petite, "7.2")
    desktop.keyboard.press("Space")
    expect(desktop.get_by_role("button", name="Pause")).to_be_visible()
    desktop.clock.run_for(1_000)
    place_is(desktop, "7.3")
    desktop.clock.run_for(2_000)
    place_is(desktop, "8.1")
    # A finished trick lies twice as long.
    desktop.clock.run_for(1_900)
    place_is(desktop, "8.1")
    desktop.clock.run_for(100)
    place_is(desktop, "8.2")
    desktop.keyboard.press("Space")
    desktop.clock.run_for(60_000)
    place_is(desktop, "8.2")

    desktop.keyboard.press("End")
    desktop.keyboard.press("ArrowLeft")
    desktop.get_by_role("button", name="Play").click()
    desktop.clock.run_for(5_000)
    place_is(desktop, "score")
    desktop.get_by_role("button", name="Play").click()
    place_is(desktop, "auction")  # it begins again


# --- what is shown --------------------------------------------------------------------------------


def test_a_step_shows_its_comment_the_score_comes_up_at_the_end_and_a_seat_keeps_the_step(
    desktop: Page, petite: Hand
) -> None:
    at(desktop, petite, "1.2")
    comment = desktop.locator(".now-strip").get_by_text("Chloé had no other heart")
    expect(comment).to_be_hidden()
    desktop.keyboard.press("ArrowRight")
    desktop.keyboard.press("ArrowRight")
    expect(comment).to_be_visible()

    desktop.keyboard.press("End")
    desktop.keyboard.press("ArrowLeft")
    score = desktop.get_by_role("table", name="The score, line by line")
    expect(score).to_be_hidden()
    desktop.keyboard.press("ArrowRight")
    expect(score).to_be_visible()
    desktop.get_by_role("link", name="Auction").last.click()
    address_is(desktop, petite, "score?tab=auction")
    desktop.keyboard.press("ArrowLeft")
    desktop.keyboard.press("ArrowRight")
    expect(score).to_be_hidden()  # a tab was chosen

    at(desktop, petite, "7.2")
    desktop.keyboard.press("ArrowRight")
    desktop.get_by_role("navigation", name="Whose cards are open").get_by_text("Dario").click()
    address_is(desktop, petite, "7.3?seat=3")
    expect(desktop.get_by_role("heading", name="What did Dario know?")).to_be_visible()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Hand 1")
    assert "jack of diamonds" not in desktop.locator("main").inner_text()


# --- without a script ---------------------------------------------------------------------------


@pytest.mark.smoke
def test_without_a_script_the_same_steps_are_links(
    without_script: Page, cast: Cast, petite: Hand
) -> None:
    page = signed_in(without_script, cast.member)
    at(page, petite, "7.2")
    assert lying(page) == ["5 of diamonds", "trump 16"]
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
    page.get_by_role("link", name="One step forward").click()
    address_is(page, petite, "7.3")
    assert lying(page) == ["5 of diamonds", "trump 16", "trump 1"]
    page.get_by_role("list", name="Boris’s hand").get_by_role("link", name="trump 19").click()
    address_is(page, petite, "14.2")
    page.locator(".trick-cell", has_text="king of hearts").click()
    address_is(page, petite, "1.3")
    page.get_by_role("link", name="To the score").click()
    address_is(page, petite, "score")
    expect(page.get_by_role("table", name="The score, line by line")).to_be_visible()
    page.get_by_role("link", name="Tricks", exact=True).click()
    address_is(page, petite, "score?tab=tricks")


# --- screens --------------------------------------------------------------------------------------


def steps_are_in_sight(page: Page, screen: str) -> None:
    """Nothing scrolls sideways; the buttons are there, as large as a finger."""
    assert page.evaluate(SIDEWAYS) == 0, screen
    if screen != "portrait":
        box = page.get_by_role("button", name="Play").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SCREENS[screen][1], screen
    for name in (
        "To the deal",
        "One trick back",
        "One step back",
        "One step forward",
        "To the score",
    ):
        box = page.get_by_role("link", name=name).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 47.5, screen


def test_no_screen_scrolls_sideways_has_steps_out_of_sight_or_barriers(
    open_page: Open, cast: Cast, petite: Hand
) -> None:
    page = signed_in(open_page(has_touch=True), cast.member)
    for place in ("7.3", "7.3?seat=3"):
        at(page, petite, place)
        for screen in on_each(page, SCREENS):
            steps_are_in_sight(page, screen)
    page.set_viewport_size({"width": 1280, "height": 800})
    for place in ("7.3", "exchange?tab=auction", ""):  # one seat's view: tests of sharing
        no_barriers(at(page, petite, place), place)


def test_the_lists_have_no_barriers_and_a_filter_narrows_them_down_at_once(
    desktop: Page, cast: Cast, petite: Hand
) -> None:
    cast.sealed_hand()
    match, player = cast.match.public_id, cast.players[1].public_id
    for place in ("matches", "players", f"matches/{match}", f"players/{player}", "hands"):
        desktop.goto(f"/c/{cast.club.slug}/{place}/")
        no_barriers(desktop, place)
    desktop.get_by_label("From").fill("2027-01-01")
    expect(desktop.get_by_text("No hand fits these filters.")).to_be_visible()
    expect(desktop).to_have_url(re.compile(r"/hands/\?since=2027-01-01$"))
    desktop.get_by_role("link", name="Clear all filters").click()
    expect(desktop.get_by_text("Boris’s Petite, lost by 9")).to_be_visible()
    desktop.go_back()
    expect(desktop.get_by_role("heading", name="Hands")).to_be_visible()
    expect(desktop.get_by_text("No hand fits these filters.")).to_be_visible()
