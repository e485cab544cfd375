"""Undo: one tap takes back what one tap entered, and the table is there again at once."""

import pytest
from playwright.sync_api import Page, expect

from games.people.players import add_player
from games.rules import VARIANTS, Variant
from tests import factories, hands
from tests.browser.scorer import Scorer, address, lets_in
from tests.cast import Cast
from tests.games import hand_by_chance

EVERY_GAME = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


def at_the_last_card(page: Page, cast: Cast, variant: Variant) -> tuple[Scorer, str]:
    """A hand of which one card is left to be tapped, and that card."""
    people = max(variant.seats)
    sixth = add_player(user=cast.scorer, club=cast.club, name="Fleur")
    match = factories.open_match(
        cast.scorer, cast.club, [*cast.players, sixth][:people], variant=variant.key, first_dealer=0
    )
    *before, last = hand_by_chance(variant.key, people)
    factories.open_hand(cast.scorer, match, before)
    lets_in(page, cast.scorer)
    page.goto(address(match))
    page.locator("#recording:not([inert])").wait_for()
    return Scorer(page), last["action"]["card"]


def is_at_the_score(scorer: Scorer) -> None:
    expect(scorer.page.locator("#_score")).to_be_visible()


def is_back_at_the_table(scorer: Scorer, card: str) -> None:
    """Table, plates, contract and tricks; the card that was taken back is a key to be tapped."""
    page = scorer.page
    seats = int(page.locator("#recording").get_attribute("data-seats") or 0)
    expect(page.locator("#_score")).to_have_count(0)
    expect(page.locator(".card-table")).to_be_visible()
    expect(page.locator(".card-table .plate:visible")).to_have_count(seats)
    expect(page.locator(".card-table .plate.turn")).to_have_count(1)
    expect(page.locator("#_contract")).to_be_visible()
    expect(page.locator(".tricks-panel tbody tr.now")).to_be_visible()
    expect(page.locator(".tricks-panel .trick-cell.next")).to_have_count(1)
    expect(scorer.key(card)).to_have_attribute("data-state", "forced")
    expect(scorer.status).to_contain_text("to play.")


@pytest.mark.smoke("french")
@EVERY_GAME
def test_undo_on_the_score_shows_the_table_again_with_and_without_a_line(
    tablet_landscape: Page, cast: Cast, variant: Variant
) -> None:
    scorer, card = at_the_last_card(tablet_landscape, cast, variant)
    scorer.looks_at(card)
    is_at_the_score(scorer)
    scorer.tap(scorer.button("Undo"))
    scorer.saved()
    is_back_at_the_table(scorer, card)
    scorer.looks_at(card)
    is_at_the_score(scorer)
    scorer.saved().page.context.set_offline(True)
    scorer.tap(scorer.button("Undo"))
    is_back_at_the_table(scorer, card)
    expect(scorer.chip).to_have_text("Offline, 1 kept here")
    scorer.page.context.set_offline(False)
    is_back_at_the_table(scorer.saved(), card)


def test_a_page_that_came_with_the_score_leads_back_without_a_line_and_each_undo_takes_one_card(
    tablet_landscape: Page, cast: Cast
) -> None:
    """A tap on Undo that waits is no tap to be taken back."""
    scorer, card = at_the_last_card(tablet_landscape, cast, VARIANTS[0])
    cards = scorer.recorded.split()
    scorer.looks_at(card)
    is_at_the_score(scorer)
    scorer.page.reload()
    is_at_the_score(scorer)
    scorer.page.context.set_offline(True)
    scorer.tap(scorer.button("Undo"))
    is_back_at_the_table(scorer, card)
    scorer.looks_at(card)
    expect(scorer.key(card)).to_have_attribute("data-mark", "not-sent")
    expect(scorer.chip).to_have_text("Offline, 2 kept here")
    scorer.page.context.set_offline(False)
    is_at_the_score(scorer.saved())

    scorer.page.context.set_offline(True)
    scorer.tap(scorer.button("Undo"))
    for _card in range(3):
        scorer.tap(scorer.undo)
    expect(scorer.chip).to_have_text("Offline, 4 kept here")
    scorer.page.context.set_offline(False)
    assert scorer.saved().recorded.split() == cards[:-3]


# --- one tap, one undo ---------------------------------------------------------------------------


def test_the_last_cards_that_filled_in_themselves_are_taken_back_by_one_tap(
    tablet_landscape: Page, cast: Cast
) -> None:
    """While they wait, and once they are recorded."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(68))
    fill = scorer.button("Fill in the last 4 cards")
    waiting = scorer.page.locator('.key[data-mark="not-sent"]')
    scorer.page.context.set_offline(True)
    scorer.tap(fill)
    expect(waiting).to_have_count(4)
    scorer.tap(scorer.undo)
    expect(waiting).to_have_count(0)
    scorer.page.context.set_offline(False)
    assert len(scorer.saved().recorded.split()) == 68

    scorer.tap(fill)
    scorer.page.get_by_role("heading", name="Petite: Samir short by 9").wait_for()
    scorer.page.get_by_text("Open the tricks").tap()
    expect(scorer.page.locator("#trick-18 .inferred")).to_have_count(4)
    expect(scorer.button("Undo")).to_contain_text("the last 4 entries")
    scorer.tap(scorer.button("Undo"))
    expect(fill).to_be_visible()
    assert len(scorer.saved().recorded.split()) == 68
