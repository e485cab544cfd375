"""The published hand from an empty match to the seal, one tap a card."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.book import records
from games.models import Hand, Seal
from games.rules import replay
from tests import hands
from tests.browser.scorer import Scorer, address, sign_in
from tests.cast import Cast

A_DOZEN = 12


@pytest.mark.smoke
@pytest.mark.usefixtures("own_browser")
def test_a_hand_takes_one_tap_a_card_one_a_call_and_a_dozen_for_the_rest(
    open_page: Callable[..., Page], cast: Cast
) -> None:
    viewport = {"width": 820, "height": 1180}
    page = open_page(viewport=viewport, has_touch=True, reduced_motion="no-preference")
    match = hands.seated(cast)
    sign_in(page, address(match))
    scorer = Scorer(page)

    scorer.tap(page.get_by_role("button", name="Deal hand 1"))
    for call in hands.CALLS.split():
        scorer.says(call)
    expect(scorer.status).to_contain_text("Tap the 6 cards of the dog.")
    scorer.plays(hands.DOG)
    scorer.tap(scorer.button("Done: 6 of 6"))
    expect(scorer.status).to_contain_text("Tap the cards that Samir discards.")
    scorer.tap(scorer.button("Nobody saw it"))
    expect(scorer.status).to_contain_text("Wanda leads to the first trick.")
    for trick in hands.TRICKS:
        scorer.plays(trick)
    page.get_by_role("heading", name="Petite: Samir short by 9").wait_for()
    scorer.tap(scorer.button("Confirm and seal"))
    page.get_by_role("button", name="Deal hand 2").wait_for()

    cards, calls = len(hands.CARDS) + len(hands.DOG.split()), len(hands.CALLS.split())
    rest = scorer.taps - cards - calls
    print(f"\n{scorer.taps} taps = {cards} cards + {calls} calls + {rest} others")
    assert rest <= A_DOZEN

    hand = Hand.objects.get()
    assert [seat.score_halves / 2 for seat in hand.seats.order_by("seat")] == list(hands.SCORES)
    assert Seal.objects.get().hand == hand
    again = replay(records.record_of(hand))
    assert again.problem is None and again.outcome.scores == hands.SCORES
    assert [card for trick in again.state.tricks for card in trick.cards] == list(
        again.state.played
    )
