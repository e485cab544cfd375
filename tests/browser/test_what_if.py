"""What if in the browser: from the step at which the reader is to a score, by keyboard."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.models import Hand
from tests.browser.barriers import reads_well
from tests.browser.replaying import at, says, signed_in
from tests.cast import Cast


@pytest.mark.smoke
def test_a_hand_is_played_on_by_keyboard_to_another_score(
    open_page: Callable[..., Page], cast: Cast, petite: Hand
) -> None:
    page = signed_in(open_page(), cast.member)
    at(page, petite, "exchange")
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="What if?").press("Enter")
    expect(page).to_have_url(re.compile(r"/what-if/play$"))
    keys = page.get_by_role("group", name="Which card does Anna play?").get_by_role("link")
    keys.filter(has_text="8 of spades").press("Enter")
    expect(page).to_have_url(re.compile(r"/what-if/play\?cards=S8$"))
    reads_well(page, "what if")
    page.get_by_role("link", name="Play the rest as at the table").press("Enter")
    expect(page.get_by_text("This way Boris scores +87; in the hand it was −102.")).to_be_visible()
    reads_well(page, "the score")
    page.go_back()
    expect(page.get_by_role("group", name="Which card does Boris play?")).to_be_visible()


def test_a_variation_is_kept_in_a_study_in_three_languages(
    open_page: Callable[..., Page], cast: Cast, petite: Hand
) -> None:
    page = signed_in(open_page(), cast.member)
    page.goto(f"/c/les-atouts/hands/{petite.public_id}/what-if/16.1?cards=T14")
    page.get_by_role("link", name="Add to a study").click()
    page.get_by_label("Title of a new study").fill("Slips")
    page.get_by_label("Comment").fill("The last trump.")
    reads_well(page, "keep")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", name="Slips")).to_be_visible()
    reads_well(page, "study")
    page.goto("/c/les-atouts/")
    page.get_by_role("link", name="Studies").click()
    page.get_by_role("link", name="Slips").click()
    page.get_by_role("link", name="Friday, hand 1: What if?").click()
    says(page, "Boris plays trump 14")
    here = page.url
    for language, asks in (("fr", "Quelle carte joue Chloé"), ("de", "Welche Karte spielt Chloé")):
        page.context.add_cookies(
            [{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": here}]
        )
        page.goto(here)
        expect(page.get_by_role("group", name=asks)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280
