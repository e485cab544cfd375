"""Undo: one tap takes back what one tap entered, and the table is there again at once."""

import pytest
from playwright.sync_api import Page, expect

from games import services
from games.rules import VARIANTS, Variant
from tests import factories
from tests.browser.scorer import Scorer, address, lets_in
from tests.cast import Cast
from tests.games import hand_by_chance

EVERY_GAME = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


def at_the_last_card(page: Page, cast: Cast, variant: Variant) -> tuple[Scorer, str]:
    """A hand of which one card is left to be tapped, and that card."""
    people = max(variant.seats)
    sixth = services.add_player(user=cast.scorer, club=cast.club, name="Fleur")
    match = factories.open_match(
        cast.scorer,
        cast.club,
        [*cast.players, sixth][:people],
        variant=variant.key,
        first_dealer=0,
    )
    *before, last = hand_by_chance(variant.key, people)
    factories.open_hand(cast.scorer, match, before)
    lets_in(page, cast.scorer)
    page.goto(address(match))
    page.locator("#desk:not([inert])").wait_for()
    return Scorer(page), last["action"]["card"]


def is_at_the_score(scorer: Scorer) -> None:
    expect(scorer.page.locator("#_score")).to_be_visible()


def is_back_at_the_table(scorer: Scorer, card: str) -> None:
    """Table, plates, contract and tricks; the card that was taken back is a key to be tapped."""
    page, seats = scorer.page, int(scorer.page.locator("#desk").get_attribute("data-seats") or 0)
    expect(page.locator("#_score")).to_have_count(0)
    expect(page.locator(".card-table")).to_be_visible()
    expect(page.locator(".card-table .plate:visible")).to_have_count(seats)
    expect(page.locator(".card-table .plate.turn")).to_have_count(1)
    expect(page.locator("#_contract")).to_be_visible()
    expect(page.locator(".tricks-panel tbody tr.now")).to_be_visible()
    expect(page.locator(".tricks-panel .trick-cell.next")).to_have_count(1)
    expect(scorer.key(card)).to_have_attribute("data-state", "forced")
    expect(scorer.status).to_contain_text("to play.")


@EVERY_GAME
def test_undo_on_the_score_shows_the_table_again(
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


@EVERY_GAME
def test_without_a_line_undo_on_the_score_shows_the_table_all_the_same(
    tablet_portrait: Page, cast: Cast, variant: Variant
) -> None:
    scorer, card = at_the_last_card(tablet_portrait, cast, variant)
    scorer.looks_at(card)
    is_at_the_score(scorer)
    scorer.page.context.set_offline(True)
    scorer.tap(scorer.button("Undo"))
    is_back_at_the_table(scorer, card)
    expect(scorer.chip).to_have_text("Offline, 1 kept here")
    scorer.page.context.set_offline(False)
    is_back_at_the_table(scorer.saved(), card)


def test_a_page_that_came_with_the_score_leads_back_without_a_line_as_well(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer, card = at_the_last_card(tablet_landscape, cast, VARIANTS[0])
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


def test_a_tap_on_undo_that_waits_is_no_tap_to_be_taken_back(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Each tap takes back one card more; none brings back what the tap before took."""
    scorer, _card = at_the_last_card(tablet_landscape, cast, VARIANTS[0])
    cards = scorer.recorded.split()
    scorer.page.context.set_offline(True)
    for _ in range(3):
        scorer.tap(scorer.undo)
    expect(scorer.chip).to_have_text("Offline, 3 kept here")
    scorer.page.context.set_offline(False)
    assert scorer.saved().recorded.split() == cards[:-3]
