"""The recording screen in French: chosen in the menu, spoken at once, and not too wide."""

import pytest
from playwright.sync_api import Page, expect

from tests import hands
from tests.browser.scorer import SIZES, Scorer
from tests.cast import Cast

# Words that reach over the edge of their button, or that are cut off by it.
SPILLED = """() => [...document.querySelectorAll("#desk button, .bar button")]
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


def choose_french(page: Page) -> None:
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_a_scorer_goes_on_in_french_where_she_was(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast)
    where = tablet_landscape.url
    choose_french(tablet_landscape)
    assert tablet_landscape.url == where
    expect(scorer.status).to_contain_text("La parole est à Wanda.")
    tablet_landscape.locator("#typed").fill("garde")
    tablet_landscape.locator("#typed").press("Enter")
    expect(scorer.status).to_contain_text("Passe, ou plus haut\u202f: Garde (Wanda).")
    expect(scorer.chip).to_have_text("Tout est noté")
    expect(scorer.undo).to_contain_text("Garde (Wanda)")


@pytest.mark.parametrize("size", sorted(SIZES))
@pytest.mark.parametrize("plays", [None, 0, 6])
def test_no_word_is_wider_than_its_button(
    tablet_landscape: Page, cast: Cast, size: str, plays: int | None
) -> None:
    width, height = SIZES[size]
    tablet_landscape.set_viewport_size({"width": width, "height": height})
    Scorer.opens(tablet_landscape, cast, () if plays is None else hands.played_open(plays))
    choose_french(tablet_landscape)
    assert tablet_landscape.evaluate(SPILLED) == []
