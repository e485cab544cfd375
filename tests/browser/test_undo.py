"""Undo: one tap takes back what one tap entered, and the table is there again at once."""

import pytest
from playwright.sync_api import Page, expect

from games.book import records
from games.people.players import add_player
from games.rules import VARIANTS, Variant, entering
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


# --- one tap, one undo ---------------------------------------------------------------------------


def irregular(scorer: Scorer) -> list[str]:
    actions = entering.fold(records.changes_of(scorer.saved().hand))[1]
    return [action["card"] for action in actions if "irregular" in action]


def test_a_card_let_stand_is_taken_back_with_the_note_on_the_earlier_one(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Nadia trumped diamonds in trick 5 and plays one in trick 7: a revoke, if she did."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(26)).plays("DJ")
    scorer.lets_stand("Seen late")
    expect(scorer.undo).to_contain_text("Nadia’s J♦ and the note (trick 5)")
    assert irregular(scorer) == ["T15"]
    scorer.tap(scorer.undo)
    expect(scorer.key("T15")).not_to_have_attribute("data-mark", "irregular")
    expect(scorer.key("DJ")).to_have_attribute("data-state", "forbidden")
    expect(scorer.undo).to_contain_text("Elise’s 16")
    assert irregular(scorer) == []
    assert scorer.recorded.endswith("D5 T16")


def test_of_a_tap_that_waits_all_is_taken_back(tablet_portrait: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_portrait, cast, hands.played_open(68))
    scorer.page.context.set_offline(True)
    scorer.tap(scorer.button("Fill in the last 4 cards"))
    expect(scorer.page.locator('.key[data-mark="not-sent"]')).to_have_count(4)
    scorer.tap(scorer.undo)
    expect(scorer.page.locator('.key[data-mark="not-sent"]')).to_have_count(0)
    scorer.page.context.set_offline(False)
    assert len(scorer.saved().recorded.split()) == 68


def test_the_last_cards_that_filled_in_themselves_are_taken_back_by_one_tap(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(68))
    scorer.tap(scorer.button("Fill in the last 4 cards"))
    is_at_the_score(scorer)
    expect(scorer.button("Undo")).to_contain_text("the last 4 entries")
    scorer.tap(scorer.button("Undo"))
    expect(scorer.button("Fill in the last 4 cards")).to_be_visible()
    assert len(scorer.saved().recorded.split()) == 68


def test_a_pasted_text_is_taken_back_by_one_tap(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.exchange())
    paste = """(text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        document.getElementById("typed").dispatchEvent(
            new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }"""
    scorer.page.evaluate(paste, "A: H1 HQ HK H3")
    scorer.button("Record 4 entries").tap()
    expect(scorer.undo).to_contain_text("the last 4 entries")
    scorer.tap(scorer.undo)
    expect(scorer.undo).to_contain_text("the discard")
    assert scorer.saved().recorded == ""
