"""What a scorer sees while nothing can be sent: every card that was tapped, in its trick, who is
next, and what becomes of it; and what a refusal does with what waits behind it."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import hands
from tests.browser.scorer import Scorer
from tests.cast import Cast

ENTRIES = re.compile(r"/entries/$")
ANYTHING = re.compile(r"")
FIRST_LEAD = hands.exchange()
LIES = """(card) => {
    const key = document.querySelector(`.key[data-card=${card}]`);
    key.click();
    const cell = document.querySelector(".tricks .not-sent .card-line");
    return [document.querySelectorAll(".place .face").length, key.dataset.state, cell.textContent];
}"""


def cut(scorer: Scorer) -> Scorer:
    """From now on no answer comes, and the browser does not say that it is offline."""
    scorer.page.route(ANYTHING, lambda route: route.abort())
    return scorer


def line_is_back(scorer: Scorer) -> Scorer:
    """What follows within a few seconds by itself comes at once."""
    scorer.page.unroute(ANYTHING)
    scorer.page.evaluate("dispatchEvent(new Event('online'))")
    return scorer


def taps(scorer: Scorer, cards: str) -> Scorer:
    """Taps these keys, as fast as a page can take it."""
    tap = "(card) => document.querySelector(`.key[data-card=${card}]`).click()"
    scorer.page.evaluate(f"(cards) => cards.forEach({tap})", cards.split())
    return scorer


def trick(scorer: Scorer, number: int) -> list[str]:
    """A row of the list of tricks as it is read: a card for each seat."""
    cells = scorer.page.locator(f"#trick-{number} td:not(.num)")
    return [cell.split()[0] if cell.split() else "" for cell in cells.all_inner_texts()]


def marked(scorer: Scorer, number: int, mark: str) -> Locator:
    return scorer.page.locator(f"#trick-{number} .{mark} .card-line")


def unseated(scorer: Scorer) -> Locator:
    """The cards of which nobody here can say who played them."""
    return scorer.page.locator("[data-unseated] .not-sent .card-line")


def kept(scorer: Scorer) -> Locator:
    return scorer.page.locator("#kept")


# --- what was tapped -----------------------------------------------------------------------------


@pytest.mark.smoke
def test_the_open_trick_grows_with_what_is_kept_here_and_other_cards_are_listed(
    tablet_landscape: Page, cast: Cast
) -> None:
    """A card lies on the table in the same task of the browser in which it is tapped. Who takes the
    trick the rules alone know."""
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    assert cut(scorer).page.evaluate(LIES, "H1") == [1, "played", "1♥"]
    scorer.plays("HQ")
    expect(scorer.status).to_have_text("Elise to play.")
    expect(scorer.page.locator(".plate.turn")).to_contain_text("Elise")
    expect(scorer.page.locator(".place.next")).to_have_count(1)
    taps(scorer, "HK H3 H8")
    assert trick(scorer, 1) == ["1♥", "Q♥", "K♥", "3♥"]
    expect(unseated(scorer)).to_have_text(["8♥"])
    expect(scorer.page.locator(".place .face")).to_have_count(4)
    expect(scorer.page.locator(".plate.turn, .place.next")).to_have_count(0)
    expect(scorer.status).to_have_text("")
    expect(kept(scorer)).to_have_text(
        "What was tapped is saved on this tablet. Carry on: it will be checked against the "
        "rules when the connection is back."
    )
    line_is_back(scorer).saved()
    expect(kept(scorer)).to_be_hidden()
    expect(scorer.page.locator(".trick-cell.not-sent")).to_have_count(0)
    assert scorer.recorded == "H1 HQ HK H3 H8"
    assert "8" in trick(scorer, 2)


def test_undo_names_and_takes_back_the_last_kept_card_and_the_list_follows(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The first card may have been recorded: its undo waits behind it, and is no card to undo."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(3))
    cut(scorer).plays("H3 H8")
    expect(scorer.undo).to_contain_text("8 of hearts")
    expect(scorer.chip).to_have_text("2 not sent")
    scorer.tap(scorer.undo)
    expect(unseated(scorer)).to_have_count(0)
    expect(scorer.undo).to_contain_text("3 of hearts")
    expect(scorer.status).to_have_text("")
    scorer.tap(scorer.undo)
    expect(scorer.page.locator(".trick-cell.not-sent")).to_have_count(0)
    expect(scorer.undo).to_contain_text("Elise’s K♥")
    scorer.tap(scorer.undo)
    expect(kept(scorer)).to_contain_text("What was tapped is saved on this tablet.")
    taps(scorer, "H5")
    expect(scorer.page.locator("[data-unseated] .not-sent .card-line")).to_have_text("5♥")
    line_is_back(scorer).saved()
    assert scorer.recorded == "H1 HQ H5"


def test_while_calls_wait_one_person_speaks_everywhere_and_an_exchange_waits_for_the_line(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.auction()[:1])
    page = scorer.page
    page.context.set_offline(True)
    for call, speaks in (("small", "Elise"), ("pass", "Nadia")):
        scorer.says(call)
        expect(page.locator(".said-list .now")).to_contain_text(speaks)
        expect(page.locator(".plate.turn .plate-name")).to_have_text([speaks])
        expect(scorer.status).to_contain_text(f"{speaks} to speak.")
        expect(page.locator("#_calls")).not_to_contain_text("Samir")
        expect(page.locator("#_calls [data-refused]")).to_have_count(0)
    page.context.set_offline(False)
    scorer.saved()
    expect(page.locator(".plate.turn .plate-name")).to_have_text(["Nadia"])
    expect(scorer.status).to_contain_text("Nadia to speak.")
    scorer.says("pass").saved()
    cut(scorer).plays(hands.DOG)
    scorer.tap(page.locator("#done"))
    expect(kept(scorer)).to_contain_text("The exchange continues when the connection is back.")
    line_is_back(scorer).saved()
    expect(scorer.status).to_contain_text("Tap the cards that Samir discards.")


# --- a card is refused, and others wait behind it ------------------------------------------------


def is_refused_at_the_return(scorer: Scorer, cards: str) -> None:
    """The first of these cards, since Samir must follow hearts; the others were tapped since."""
    taps(cut(scorer), cards)
    line_is_back(scorer)
    expect(scorer.panel.get_by_role("heading")).to_have_text("Samir must follow hearts")


def test_a_refusal_says_what_waits_behind_it_and_how_to_go_on(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Elise's and Nadia's cards, and the next lead, follow the right card, also on a page that was
    loaded again."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(1))
    is_refused_at_the_return(scorer, "D5 HK H3 H8")
    expect(scorer.chip).to_have_text("Not recorded, 3 more wait")
    expect(scorer.status).to_have_text(
        "Not recorded: 5 of diamonds. Later entries wait here: tap the right card and "
        "they follow, or use Undo to drop them one by one."
    )
    assert trick(scorer, 1) == ["1", "5♦", "K♥", "3♥"]
    expect(marked(scorer, 1, "refused")).to_have_text("5♦")
    scorer.page.keyboard.press("Escape")
    expect(scorer.panel).to_have_count(0)
    expect(scorer.status).to_contain_text("Not recorded: 5 of diamonds.")
    scorer.page.locator("#line").tap()
    expect(scorer.panel.get_by_role("heading")).to_have_text("Samir must follow hearts")
    scorer.page.reload()
    expect(scorer.panel.get_by_role("heading")).to_have_text("Samir must follow hearts")
    expect(scorer.chip).to_have_text("Not recorded, 3 more wait")
    scorer.plays("HQ").saved()
    assert scorer.recorded == "H1 HQ HK H3 H8"


def test_what_waits_behind_a_refused_card_goes_by_undo_or_after_an_earlier_card_is_corrected(
    tablet_landscape: Page, cast: Cast
) -> None:
    """All hands are written down: the pad knows which cards are Samir's, and none of Elise's. Wanda
    led a diamond and no heart, so that Samir's diamond was right."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(1))
    expect(scorer.key("T21")).to_have_attribute("data-state", "forbidden")
    expect(scorer.key("HK")).to_have_attribute("data-state", "played")
    cut(scorer).plays("HQ")
    expect(scorer.status).to_have_text("Elise to play.")
    for card in ("T21", "HK", "C2"):
        expect(scorer.key(card)).to_have_attribute("data-state", "clear")
    for card in ("H1", "HQ", "S10"):  # played, tapped, laid away
        expect(scorer.key(card)).to_have_attribute("data-state", "played")
    scorer.tap(scorer.undo)
    line_is_back(scorer).saved()
    expect(scorer.panel).to_have_count(0)

    is_refused_at_the_return(scorer, "D5 HK H3 H8")
    for _card in range(3):
        scorer.tap(scorer.undo)
    scorer.saved()
    expect(scorer.status).to_contain_text("Samir to play.")
    assert scorer.recorded == "H1"

    is_refused_at_the_return(scorer, "D5 D10 D4")
    scorer.page.keyboard.press("Escape")
    scorer.page.locator('.trick-cell[data-card="H1"]').tap()
    scorer.tap(scorer.button("Choose the right card"))
    scorer.looks_at("D3")
    scorer.tap(scorer.button("Save the change"))
    scorer.saved()
    assert scorer.recorded == "D3 D5 D10 D4"
