"""The recording screen in French and German: chosen in the menu, spoken at once, not too wide."""

import pytest
from playwright.sync_api import Page, expect

from tests import factories, hands
from tests.browser.scorer import SIZES, Scorer, address, on_each
from tests.cast import Cast

# Words that reach over the edge of their button, or that are cut off by it.
SPILLED = """() => [...document.querySelectorAll("#recording button, .bar button")]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }))
    .flatMap((button) => {
        const edge = button.getBoundingClientRect();
        const walk = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
        const spilled = [];
        while (walk.nextNode()) {
            const text = walk.currentNode, range = document.createRange();
            range.selectNodeContents(text);
            const words = range.getBoundingClientRect();
            const plain = !text.parentElement.closest(".visually-hidden, .second");
            const inside = words.left >= edge.left - 1 && words.right <= edge.right + 1;
            if (plain && words.width > 1 && !inside)
                spilled.push(text.data.trim());
        }
        return spilled;
    })"""


def choose(page: Page, name: str, language: str) -> None:
    page.locator("#menu > summary").click()
    page.get_by_role("button", name=name).click()
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.smoke
def test_a_scorer_goes_on_in_french_where_she_was(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast)
    where = tablet_landscape.url
    choose(tablet_landscape, "Français", "fr")
    assert tablet_landscape.url == where
    expect(scorer.status).to_contain_text("La parole est à Wanda.")
    tablet_landscape.locator("#typed").fill("garde")
    tablet_landscape.locator("#typed").press("Enter")
    expect(scorer.status).to_contain_text("Passe, ou plus haut\u202f: Garde (Wanda).")
    expect(scorer.chip).to_have_text("Tout est noté")
    expect(scorer.undo).to_contain_text("Garde (Wanda)")


def test_no_word_of_the_recording_screen_is_wider_than_its_button(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = Scorer.opens(tablet_landscape, cast).page
    for number, plays in enumerate((None, 0, 6)):
        if plays is not None:
            match = cast.open_match(title=f"Table {number}")
            factories.open_hand(cast.scorer, match, hands.played_open(plays))
            page.goto(address(match))
        for name, language in (("Français", "fr"), ("Deutsch", "de")):
            choose(page, name, language)
            for size in on_each(page, SIZES):
                assert page.evaluate(SPILLED) == [], (plays, language, size)
