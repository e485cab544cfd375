"""How one gets to the keys: by Tab, without passing every card, and on a telephone, by suits."""

import pytest
from playwright.sync_api import Page, expect

from tests import hands
from tests.browser.scorer import SCREENS, Scorer
from tests.cast import Cast

FREE = """() => [...document.querySelectorAll(".key")].filter((key) => key.checkVisibility()
    && ["clear", "possible", "forced"].includes(key.dataset.state)).length"""
MOST_TABS = 12
FOCUSED = "document.activeElement.closest('.key, #typed, #pad, .tricks-panel a')?.className ?? ''"


@pytest.mark.smoke
def test_tab_reaches_the_keys_soon_and_a_link_leads_there_at_once(
    tablet_landscape: Page, cast: Cast
) -> None:
    """In trick 10 the list holds 36 cards: each of them can be opened from its key as well."""
    page = Scorer.opens(tablet_landscape, cast, hands.played(37)).page
    page.locator("#recording:not([inert])").wait_for()
    tabs = 0
    while page.evaluate(FOCUSED) != "key":
        page.keyboard.press("Tab")
        tabs += 1
        assert tabs <= MOST_TABS and "trick-cell" not in page.evaluate(FOCUSED)
    print(f"\n{tabs} tabs from the top of the page to the keys")

    page.reload()
    page.locator("#recording:not([inert])").wait_for()
    page.get_by_role("link", name="Skip to the keys").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "key"


def test_on_a_telephone_a_suit_is_open_of_which_a_card_can_be_played(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Card by card through the last tricks, all hands written down: suits run out."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(52))
    page = scorer.page
    page.locator("#recording:not([inert])").wait_for()
    width, height = SCREENS["phone"]
    page.set_viewport_size({"width": width, "height": height})
    for card in hands.CARDS[52:71]:
        assert page.evaluate(FREE), card
        if not scorer.key(card).is_visible():
            page.locator(f'.suit-tab[data-suit="{"T" if card == "F" else card[0]}"]').tap()
        scorer.plays(card).saved()
    expect(page.locator("#_contract")).to_be_visible()
