"""A hand shown to others: in a frame on a page of somebody else, to readers without an account."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Hand
from games.replay import remarking
from tests import published_hands
from tests.browser.barriers import no_barriers
from tests.browser.replaying import at, signed_in
from tests.cast import Cast
from tests.factories import sealed_hand
from tests.games import hand_by_chance

Open = Callable[..., Page]
EMBEDDED = "7.3?embed=1"
# Which drawing of the cups, or hearts, is shown.
SUITS = """() => [...document.querySelectorAll('#suit-H > *')]
    .filter((one) => getComputedStyle(one).display !== 'none')
    .map((one) => one.getAttribute('class')).join()"""


@pytest.fixture
def public(transactional_db: None, cast: Cast) -> Hand:
    """The published petite of Boris, for everybody to read, with a member's comment."""
    hand = cast.sealed_hand(published_hands.changes(published_hands.hands()[1], 3))
    remarking.publish(user=cast.scorer, hand=hand, names=True)
    remarking.add_remark(user=cast.member, hand=hand, place="7.3", text="The 16 was enough.")
    return hand


def framed(page: Page, hand: Hand, place: str, width: int, height: int) -> None:
    """A page that is none of ours and shows the hand in a frame of this size."""
    frame = f'<iframe src="/hands/{hand.public_id}/{place}" width="{width}" height="{height}">'
    page.route("**/elsewhere", lambda route: route.fulfill(body=frame, content_type="text/html"))
    page.goto("/elsewhere")


@pytest.mark.smoke
def test_a_frame_on_another_site_can_be_stepped_and_leaves_no_cookie(
    open_page: Open, public: Hand
) -> None:
    page = open_page(viewport={"width": 900, "height": 700})
    framed(page, public, "7.3?embed=1", 720, 600)
    inside = page.frame_locator("iframe")
    inside.get_by_role("link", name="One step forward").click()
    expect(inside.get_by_text("This hand at 7.4 in ClubTarot")).to_be_visible()
    inside.locator(".stage").press("ArrowLeft")
    expect(inside.get_by_text("This hand at 7.3 in ClubTarot")).to_be_in_viewport()
    link = inside.get_by_role("link", name="This hand at 7.3 in ClubTarot")
    expect(link).to_have_attribute("href", re.compile(rf"/hands/{public.public_id}/7\.3$"))
    assert page.context.cookies() == []


def test_a_frame_of_any_size_shows_the_table_and_the_steps(open_page: Open, public: Hand) -> None:
    page = open_page(viewport={"width": 1200, "height": 800})
    sideways = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for width, height in ((320, 420), (480, 360), (720, 600), (1100, 700)):
        framed(page, public, "7.3?embed=1", width, height)
        inside = page.frame_locator("iframe")
        expect(inside.locator(".lying:not([hidden])")).to_have_count(3)
        assert page.frames[1].evaluate(sideways) == 0, width
        expect(inside.get_by_role("button", name="Play")).to_be_in_viewport()


def test_a_reader_without_an_account_steps_through_the_public_page(
    open_page: Open, public: Hand
) -> None:
    """Neither it nor a page in a frame stands in the way of assistive technology."""
    page = open_page()
    page.goto(f"/hands/{public.public_id}/7.3?seat=3")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/hands/\w+/7\.4\?seat=3$"))
    expect(page.get_by_text("The 16 was enough.")).to_have_count(0)
    for name, place in ((public.public_id, ""), (public.public_id, EMBEDDED), ("a" * 16, EMBEDDED)):
        page.goto(f"/hands/{name}/{place}")
        no_barriers(page, place)


def test_sharing_has_no_barriers_for_assistive_technology(
    open_page: Open, cast: Cast, public: Hand
) -> None:
    """What a reader who is signed in may open, each after what was open before."""
    page = open_page()
    at(signed_in(page, cast.scorer), public, "7.3?seat=3&tab=cards")
    page.locator("#share summary").click()
    page.keyboard.press("Escape")
    page.locator("#share summary").click()
    no_barriers(page, "shared")
    at(page, public, "7.3?tab=comments")
    no_barriers(page, "comments")
    page.keyboard.press("?")
    no_barriers(page, "keys")


def test_suits_are_drawn_as_the_game_has_them_unless_the_reader_wants_it_otherwise(
    open_page: Open, cast: Cast, public: Hand
) -> None:
    """At once and on the next page. Tarok, C2: a game of swords and cups."""
    page = open_page()
    at(signed_in(page, cast.member), public, "7.3")
    assert page.evaluate(SUITS) == "french"
    unfold_looks(page)
    page.get_by_label("Latin").check()
    assert page.evaluate(SUITS) == "latin"
    page.reload()
    assert page.evaluate(SUITS) == "latin"

    match = cast.open_match(4, variant="sca-tarok", first_dealer=0)
    hand = sealed_hand(cast.scorer, match, hand_by_chance("sca-tarok", 4))
    at(page, hand, "1.1")
    unfold_looks(page)
    page.get_by_role("group", name="Suits").get_by_label("French").check()
    assert page.evaluate(SUITS) == "french"
    page.get_by_label("Same as the game").check()
    assert page.evaluate(SUITS) == "latin"


def unfold_looks(page: Page) -> None:
    page.locator("#menu > summary").click()
    page.locator(".menu-looks > summary").click()
