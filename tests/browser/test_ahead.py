"""What a scorer sees while nothing can be sent: every card that was tapped, in its trick, who is
next, and what becomes of it; and what a refusal does with what waits behind it."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.recording.screen.pad import order_of
from games.rules import VARIANTS, Variant, replay
from games.rules.cards import CODES
from tests import hands
from tests.browser.barriers import no_barriers
from tests.browser.scorer import SIZES, Scorer, on_each
from tests.cast import Cast
from tests.games import record_by_chance

ENTRIES = re.compile(r"/entries/$")
ANYTHING = re.compile(r"")
FIRST_LEAD = hands.exchange()
TAKER = """async ([order, codes, tricks]) => {
    const { Order } = await import("/static/js/recording/tricks.js");
    const known = new Order(order, codes);
    return tricks.map((cards) => known.taker(cards));
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


def kept(scorer: Scorer) -> Locator:
    return scorer.page.locator("#kept")


# --- what was tapped -----------------------------------------------------------------------------


@pytest.mark.smoke
def test_the_list_of_tricks_grows_with_what_is_kept_here(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Elise takes the first trick and leads; Samir takes the second, and leads to the third."""
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    cut(scorer)
    taps(scorer, " ".join(hands.TRICKS[:2])).plays("DK D1")
    expect(scorer.page.locator(".trick-cell.not-sent")).to_have_count(10)
    assert trick(scorer, 1) == ["1♥", "Q♥", "K♥", "3♥"]
    assert trick(scorer, 2) == ["9♥", "N♥", "8♥", "7♥"]
    assert trick(scorer, 3) == ["", "K♦", "1♦", ""]
    expect(marked(scorer, 1, "won")).to_have_text("K♥")
    expect(marked(scorer, 2, "led")).to_have_text("8♥")
    expect(marked(scorer, 2, "won")).to_have_text("N♥")
    expect(scorer.status).to_have_text("Nadia to play.")
    expect(scorer.page.locator(".plate.turn")).to_contain_text("Nadia")
    expect(scorer.page.locator(".place .face")).to_have_count(2)
    expect(scorer.page.locator(".flag")).to_have_count(1)
    expect(kept(scorer)).to_have_text(
        "10 cards are saved on this tablet. Carry on: they will be checked against the "
        "rules when the connection is back."
    )
    line_is_back(scorer).saved()
    expect(kept(scorer)).to_be_hidden()
    expect(scorer.page.locator(".trick-cell.not-sent")).to_have_count(0)
    assert trick(scorer, 3) == ["", "K", "1", "next"]


def test_both_tablet_sizes_show_the_sentence_and_the_last_trick(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    cut(scorer)
    taps(scorer, " ".join(hands.CARDS[:60]))
    for size in on_each(scorer.page, SIZES):
        expect(kept(scorer), size).to_contain_text("60 cards are saved on this tablet.")
        expect(kept(scorer), size).to_be_in_viewport(ratio=1)
        expect(marked(scorer, 15, "led"), size).to_be_in_viewport(ratio=1)
        no_barriers(scorer.page, size)
    line_is_back(scorer).saved()
    assert scorer.recorded.split() == hands.CARDS[:60]


def test_a_card_tapped_before_the_cut_counts_for_who_takes_the_trick(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(2))
    cut(scorer).plays("H5 H3")
    expect(marked(scorer, 1, "won")).to_contain_text("queen of hearts")
    expect(scorer.status).to_have_text("Samir to play.")
    scorer.plays("DK")
    assert trick(scorer, 2) == ["", "K♦", "", ""]
    scorer.page.unroute(ANYTHING)


def test_no_key_is_forbidden_by_rules_that_looked_at_another_card(
    tablet_landscape: Page, cast: Cast
) -> None:
    """All hands are written down: of Samir's turn the pad knew which cards are his."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(1))
    expect(scorer.key("T21")).to_have_attribute("data-state", "forbidden")
    expect(scorer.key("HK")).to_have_attribute("data-state", "played")
    cut(scorer).plays("HQ")
    expect(scorer.status).to_have_text("Elise to play.")
    for card in ("T21", "HK", "C2"):
        expect(scorer.key(card)).to_have_attribute("data-state", "clear")
    for card in ("H1", "HQ", "S10"):  # played, tapped, laid away
        expect(scorer.key(card)).to_have_attribute("data-state", "played")
    scorer.page.unroute(ANYTHING)


def test_undo_names_and_takes_back_the_last_kept_card_and_the_list_follows(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The first card may have been recorded: its undo waits behind it, and is no card to undo."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(3))
    cut(scorer).plays("H3 H8")
    expect(scorer.undo).to_contain_text("8 of hearts")
    expect(scorer.chip).to_have_text("2 not sent")
    scorer.tap(scorer.undo)
    expect(scorer.page.locator("#trick-2")).to_have_count(0)
    expect(scorer.undo).to_contain_text("3 of hearts")
    expect(scorer.status).to_have_text("Elise to play.")
    scorer.tap(scorer.undo)
    expect(scorer.page.locator(".trick-cell.not-sent")).to_have_count(0)
    expect(scorer.undo).to_contain_text("Elise’s K♥")
    scorer.tap(scorer.undo)
    expect(kept(scorer)).to_contain_text("What was tapped is saved on this tablet.")
    taps(scorer, "H5")
    expect(scorer.page.locator("[data-unseated] .not-sent .card-line")).to_have_text("5♥")
    line_is_back(scorer).saved()
    assert scorer.recorded == "H1 HQ H5"


def test_after_the_last_card_a_sentence_says_what_happens_next(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(67))
    page = scorer.page
    cut(scorer)
    taps(scorer, " ".join(hands.CARDS[67:]))
    expect(scorer.status).to_have_text("That was the last card.")
    for size in on_each(page, SIZES):
        expect(page.locator(".pad-words"), size).to_contain_text("then the score appears here")
        expect(page.locator(".key:visible"), size).to_have_count(0)
        expect(scorer.undo, size).to_be_in_viewport(ratio=1)
    scorer.tap(scorer.undo)
    expect(page.locator(".pad-words")).to_be_hidden()
    expect(scorer.key("C7")).to_have_attribute("data-state", "clear")
    scorer.plays("C7")
    line_is_back(scorer)
    page.get_by_role("heading", name="Petite: Samir short by 9").wait_for()
    assert scorer.recorded.split() == hands.CARDS


def test_an_exchange_says_that_it_waits_for_the_line(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.auction())
    cut(scorer).plays(hands.DOG)
    scorer.tap(scorer.page.locator("#done"))
    expect(kept(scorer)).to_contain_text("The exchange continues when the connection is back.")
    line_is_back(scorer).saved()
    expect(scorer.status).to_contain_text("Tap the cards that Samir discards.")


def test_while_calls_wait_without_an_engine_one_person_speaks_everywhere_on_the_screen(
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


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_the_order_of_the_cards_says_who_takes_a_trick_in_every_game(
    tablet_landscape: Page, variant: Variant
) -> None:
    """All tricks of twenty hands but the last ones, which a rule of their own may give away."""
    tablet_landscape.goto("/accounts/sign-in/")
    players = variant.seats[-1]
    for seed in range(20):
        state = replay(record_by_chance(variant, players, seed=seed)).state
        tricks = state.tricks[: len(state.winners)][:-1]
        cards = [[CODES[card] for card in trick.cards] for trick in tricks]
        order = order_of(state)._asdict()
        taken = tablet_landscape.evaluate(
            TAKER, [{"order": order["cards"], "trump": order["trump"]}, CODES, cards]
        )
        winners = [
            (trick.leader + place) % players for trick, place in zip(tricks, taken, strict=True)
        ]
        assert winners == [trick.winner for trick in tricks]


# --- a card is refused, and others wait behind it ------------------------------------------------


def refused_at_the_return(page: Page, cast: Cast) -> Scorer:
    """Samir must follow hearts; Elise's and Nadia's cards, and the next lead, were tapped since."""
    scorer = Scorer.opens(page, cast, hands.played_open(1))
    cut(scorer)
    taps(scorer, "D5 HK H3 H8")
    line_is_back(scorer)
    expect(scorer.panel.get_by_role("heading")).to_have_text("Samir must follow hearts")
    return scorer


def test_a_refusal_says_what_waits_behind_it_and_how_to_go_on(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = refused_at_the_return(tablet_landscape, cast)
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
    scorer.plays("HQ").saved()
    assert scorer.recorded == "H1 HQ HK H3 H8"


def test_what_waits_behind_a_refused_card_is_dropped_by_undo(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = refused_at_the_return(tablet_landscape, cast)
    for _ in range(3):
        scorer.tap(scorer.undo)
    scorer.saved()
    expect(scorer.status).to_contain_text("Samir to play.")
    scorer.plays("HQ").saved()
    assert scorer.recorded == "H1 HQ"


def test_a_page_loaded_again_after_a_refusal_sends_nothing_without_the_refused_card(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = refused_at_the_return(tablet_landscape, cast)
    scorer.page.reload()
    expect(scorer.panel.get_by_role("heading")).to_have_text("Samir must follow hearts")
    expect(scorer.chip).to_have_text("Not recorded, 3 more wait")
    scorer.plays("HQ").saved()
    assert scorer.recorded == "H1 HQ HK H3 H8"


def test_after_an_earlier_card_is_corrected_the_refused_one_is_tried_again(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Wanda led a diamond and no heart: so Samir's diamond was right, and what waits follows it."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(1))
    cut(scorer)
    taps(scorer, "D5 D10 D4")
    line_is_back(scorer)
    expect(scorer.panel.get_by_role("heading")).to_have_text("Samir must follow hearts")
    scorer.page.keyboard.press("Escape")
    scorer.page.locator('.trick-cell[data-card="H1"]').tap()
    scorer.tap(scorer.button("Choose the right card"))
    scorer.looks_at("D3")
    scorer.tap(scorer.button("Save the change"))
    scorer.saved()
    assert scorer.recorded == "D3 D5 D10 D4"


def test_a_card_taken_back_before_it_was_refused_holds_nothing_up(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(1))
    cut(scorer).plays("D5")
    expect(scorer.chip).to_have_text("1 not sent")
    scorer.tap(scorer.undo)
    taps(scorer, "HQ HK")
    line_is_back(scorer).saved()
    expect(scorer.panel).to_have_count(0)
    assert scorer.recorded == "H1 HQ HK"
