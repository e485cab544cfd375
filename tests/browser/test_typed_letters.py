"""Cards as they are typed in the reader's language: by the letters that stand on them, or, with
Latin suits, by the beginnings of their names."""

from typing import Any

import pytest
from django.utils.translation import override
from playwright.sync_api import Page, expect

from games.display.card_names import typed_letters
from tests import hands
from tests.browser.scorer import Scorer
from tests.browser.test_in_french_and_german import choose
from tests.browser.test_typed import NEW_TRICK
from tests.cast import Cast

READ = """async ([line, trick, letters]) => {
    const { cardsOf } = await import("/static/js/recording/typed.js");
    return cardsOf(line, trick, letters);
}"""
LED_HEARTS = {"led": "H", "lying": 1, "seats": 4}

# language, game, what is typed, the cards
UNDERSTOOD = [
    ("fr", "french", "c7 t7 p7 k7 a7", "H7 C7 S7 D7 T7"),
    ("fr", "french", "cr cd cc cv ca e", "HK HQ HN HJ H1 F"),
    ("fr", "french", "tr t10 a21 16 f", "CK C10 T21 T16 F"),
    ("fr", "french", "s7 h7 hk hq hn d7", "S7 H7 HK HQ HN D7"),  # nothing else in French
    ("fr", "french", "cq cj", "HQ HJ"),  # C is hearts there, whatever follows
    ("fr", "sca-tarok", "c7 g7 d7 b7 cr t1", "H7 S7 D7 C7 HK T1"),
    ("de", "french", "h7 t7 p7 k7 tr7", "H7 C7 S7 D7 T7"),
    ("de", "french", "hk hd hc hb kk td", "HK HQ HN HJ DK CQ"),
    ("de", "french", "s7 d7 c7 pq e", "S7 D7 C7 SQ F"),
    ("de", "sca-tarok", "k7 p7 sc7 st7 t21", "H7 D7 S7 C7 T21"),
    ("en", "sca-tarok", "c7 ck cp s7 p7 w7 h7", "H7 HK HJ S7 D7 C7 H7"),
    ("en", "french", "c7 h7 21 hv hd", "C7 H7 T21 HJ HQ"),
]
# What has a second meaning: *dame de carreau*, or the king of diamonds in English.
NOT_UNDERSTOOD = [
    ("fr", "french", "dk dc ck dt"),
    ("de", "french", "dk ck"),
    ("de", "sca-tarok", "s7"),
    ("en", "french", "w7"),
]


def read(page: Page, language: str, game: str, line: str, trick: dict[str, Any]) -> Any:
    with override(language):
        letters = typed_letters(game)._asdict()
    return page.evaluate(READ, [line, trick, letters])


# After a heart was led: a rank alone is of that suit.
RANKS = [
    ("fr", "d c v", "HQ HN HJ"),
    ("fr", "a q 3", "H1 HQ H3"),
    ("fr", "k", ""),  # diamonds, and no rank yet
    ("de", "k d b", "HK HQ HJ"),
    ("de", "p", ""),
]


@pytest.mark.smoke
def test_cards_are_typed_with_the_letters_of_the_language_that_is_shown(
    tablet_landscape: Page,
) -> None:
    page = tablet_landscape
    page.goto("/accounts/sign-in/")
    for language, game, line, cards in UNDERSTOOD:
        told = read(page, language, game, line, NEW_TRICK)
        assert told == {"cards": cards.split(), "left": ""}, (language, game, line)
    for language, game, line in NOT_UNDERSTOOD:
        for token in line.split():
            told = read(page, language, game, token, NEW_TRICK)
            assert told == {"cards": [], "left": token}, (language, game, token)
    for language, line, cards in RANKS:
        told = read(page, language, "french", line, LED_HEARTS)
        assert told["cards"] == cards.split(), (language, line)


def test_what_is_typed_is_drawn_before_it_is_recorded(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.exchange())
    field, words = (tablet_landscape.locator(f"#{name}") for name in ("typed", "typed-words"))
    for language, name, example, typed, card in (
        ("fr", "Français", "a1, ou c7 cr a4 e", "c7", "H7"),
        ("de", "Deutsch", "tr1 oder h7 hk tr4 e", "h8", "H8"),
    ):
        choose(tablet_landscape, name, language)
        expect(field).to_have_attribute("placeholder", example)
        field.press_sequentially(f"{typed} zz")
        expect(words.locator(".card-line[data-suit=H]")).to_have_text(f"{card[1]}♥")
        expect(words.locator("strong")).to_contain_text("zz")
        assert card not in scorer.recorded
        field.press("Backspace")
        field.press("Backspace")
        field.press("Enter")
        expect(words).to_be_hidden()
        expect(scorer.key(card)).to_have_attribute("data-state", "played")
        expect(field).to_have_value("")
        scorer.page.locator(".trick-cell:not(.not-sent)[data-card]").last.wait_for()
