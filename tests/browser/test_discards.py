"""Cards laid away on the tablet: what may go with those chosen; hands that end by themselves."""

import pytest
from playwright.sync_api import Page, expect

from games.book import records
from games.rules import entering
from games.rules.cards import CODES
from tests import factories
from tests.browser.scorer import SCREENS, Scorer, address, lets_in, on_each
from tests.browser.test_phases import OVERLAPPING
from tests.cast import Cast

# Droggn: kings, trumps and plain cards enough to choose from.
DEALER = "SK S4 S5 HK H1 T2 T3 T1 T21 F C4 C5 C6 C7 C8 C9 C10 CJ CN CQ CK"


def at_the_table(
    page: Page, cast: Cast, variant: str, changes: list, players: int, dealer: int | None = None
) -> Scorer:
    last = players - 1 if dealer is None else dealer
    match = factories.open_match(
        cast.scorer, cast.club, cast.players[:players], variant=variant, first_dealer=last
    )
    factories.open_hand(cast.scorer, match, changes)
    lets_in(page, cast.scorer)
    page.goto(address(match))
    page.locator("#recording:not([inert])").wait_for()
    return Scorer(page)


@pytest.mark.smoke
def test_the_keys_follow_the_choice_a_king_needs_its_trump(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Droggn 2.6.3: with the king and a plain card chosen only a trump is left."""
    deal = {"op": "deal", "deal": {"hands": [DEALER.split(), None, None], "stock": None}}
    changes = [deal, *factories.calls("ansager pass pass")]
    scorer = at_the_table(tablet_landscape, cast, "droggn", changes, 3)
    expect(scorer.key("H1")).to_have_attribute("data-state", "clear")
    scorer.plays("SK S4")
    expect(scorer.key("H1")).to_have_attribute("data-state", "forbidden")
    expect(scorer.key("T2")).to_have_attribute("data-state", "clear")
    expect(scorer.key("SK")).to_have_attribute("data-state", "chosen")
    scorer.page.wait_for_timeout(400)  # at once it would be a double tap
    scorer.plays("S4")  # taken back: a plain card may go again
    expect(scorer.key("H1")).to_have_attribute("data-state", "clear")
    scorer.plays("S5")
    expect(scorer.key("HK")).to_have_attribute("data-state", "forbidden")
    scorer.plays("T2").tap(scorer.button("Done: 3 of 3"))
    expect(scorer.status).to_contain_text("may buy a card.")
    action = entering.fold(records.changes_of(scorer.saved().hand))[1][-1]
    assert action["cards"] == ["SK", "S5", "T2"]


def test_the_order_of_the_pile_is_tapped_from_the_top(tablet_landscape: Page, cast: Cast) -> None:
    """Tarok C9: of four hands that are written down the pile's cards follow, not their order."""
    told = [CODES[15 * seat : 15 * seat + 15] for seat in range(4)]
    deal = {"op": "deal", "deal": {"hands": [list(hand) for hand in told], "stock": None}}
    scorer = at_the_table(tablet_landscape, cast, "sca-tarok", [deal], 4)
    scorer.page.locator("#recording").press("Escape")
    scorer.page.evaluate("document.querySelector('[data-panel=comment]').dataset.panel = 'deal'")
    scorer.tap(scorer.page.locator("[data-panel=deal]").first)
    pile = scorer.panel.get_by_role("button", name="Draw pile")
    expect(pile).to_contain_text("18 cards, in their order")
    scorer.tap(pile)
    expect(scorer.status).to_contain_text("as they lie, the top one first")
    in_order = CODES[60:78][::-1]
    scorer.plays(" ".join(in_order)).tap(scorer.button("Done: 18 of 18"))
    written, _actions = entering.fold(records.changes_of(scorer.saved().hand))
    assert written is not None and written["stock"] == list(in_order)


def test_the_last_two_tricks_are_filled_in_with_one_tap(tablet_portrait: Page, cast: Cast) -> None:
    """Taros A12: Boris has to follow with his one heart, wins, and leads his last card."""
    trumps, pips = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11", "D1 D2 D3 D4 D5 D6 D7 D8 D9 D10"
    told = [f"{trumps} H5 S3".split(), f"{pips} H7 C2".split()]
    deal = {"op": "deal", "deal": {"hands": told, "stock": None}}
    tricks = [card for pair in zip(trumps.split(), pips.split(), strict=True) for card in pair]
    changes = [deal, *factories.plays(" ".join(tricks))]
    scorer = at_the_table(tablet_portrait, cast, "taros-1659", changes, 2, dealer=0)
    expect(scorer.button("Fill in the last")).to_be_hidden()
    expect(tablet_portrait.locator("#_inferred")).to_be_hidden()
    scorer.plays("H5")
    scorer.tap(scorer.button("Fill in the last 3 cards"))
    expect(scorer.button("Confirm and seal")).to_be_enabled()
    tablet_portrait.get_by_text("Open the tricks").tap()
    expect(tablet_portrait.locator(".open-tricks .trick-cell.inferred[data-card]")).to_have_count(3)
    expect(tablet_portrait.locator("#_inferred")).to_be_visible()
    actions = entering.fold(records.changes_of(scorer.saved().hand))[1]
    assert [action["card"] for action in actions if "_inferred" in action] == ["H7", "C2", "S3"]
    tablet_portrait.locator('.trick-cell[data-card="C2"]').tap()
    expect(scorer.panel).to_contain_text("Filled in, since no other card was left to play.")


def test_promises_and_uneven_hands_lie_on_no_card(tablet_landscape: Page, cast: Cast) -> None:
    page = tablet_landscape
    ultimo = factories.act("announce", seat=0, what="pagat-ultimo")
    calls = [*factories.calls("super pass pass"), ultimo, *factories.plays("SK SQ SJ")]
    scorer = at_the_table(page, cast, "droggn", calls, 3)
    expect(scorer.page.locator(".plate .announced")).to_have_text("Pagat ultimo")
    expect(page.locator(".place .face")).to_have_count(3)
    for screen in on_each(page, SCREENS):
        assert page.evaluate(OVERLAPPING) == [], screen
    suits = [f"{suit}{rank}" for rank in range(1, 6) for suit in "SHDC"]
    at_the_table(page, cast, "sca-tarok", factories.plays(" ".join(suits)), 4)
    expect(page.locator(".holds")).to_have_count(4)
    for screen in on_each(page, SCREENS):
        assert page.evaluate(OVERLAPPING) == [], screen
