"""A card that the rules forbid: nothing is recorded, and the screen says why and what to do."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.book import records
from games.rules import entering
from tests import hands
from tests.browser.scorer import Scorer
from tests.cast import Cast
from tests.factories import act

IN_TRICK_7 = hands.played(26)  # Nadia is next; she trumped diamonds in trick 5
LED_HEARTS, NADIA_OVERTRUMPS = hands.played_open(1), hands.played_open(18)
DISCARDING = [hands.dealt(), *hands.auction()]


def actions(scorer: Scorer) -> list[dict]:
    return entering.fold(records.changes_of(scorer.saved().hand))[1]


@pytest.mark.smoke
def test_a_revoke_is_proven_with_trick_card_and_rule(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, IN_TRICK_7).plays("DJ")
    expect(scorer.panel.get_by_role("heading")).to_have_text("Nadia had no diamonds in trick 5")
    rule = scorer.panel.get_by_role("link", name="Rule 1.9.3")
    expect(rule).to_have_attribute("href", re.compile(r"/rules/french/#r-1\.9\.3"))
    expect(scorer.panel.locator(".guilty").get_by_role("img")).to_have_accessible_name("trump 15")
    expect(scorer.panel.locator(".guilty-name")).to_contain_text("Nadia")
    expect(scorer.key("DJ")).to_have_attribute("data-state", "refused")
    expect(scorer.key("T15")).to_have_attribute("data-mark", "evidence")
    expect(scorer.status).to_have_text("Not recorded: jack of diamonds. Nadia to play.")
    assert scorer.hand.version == len(IN_TRICK_7)


def test_a_clear_card_closes_the_panel_and_is_recorded(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, IN_TRICK_7).plays("DJ")
    scorer.panel.wait_for()
    scorer.plays("T1")
    expect(scorer.panel).to_have_count(0)
    assert actions(scorer)[-1]["card"] == "T1"


@pytest.mark.parametrize("way", ["button", "escape", "the key again"])
def test_the_scorer_may_choose_another_card(tablet_portrait: Page, cast: Cast, way: str) -> None:
    scorer = Scorer.opens(tablet_portrait, cast, IN_TRICK_7).plays("DJ")
    button = scorer.button("Choose another card")
    expect(button).to_be_focused()
    if way == "button":
        button.tap()
    elif way == "escape":
        scorer.page.keyboard.press("Escape")
    else:
        scorer.page.wait_for_timeout(400)  # a second tap at once would be the same tap
        scorer.plays("DJ")
    expect(scorer.panel).to_have_count(0)
    expect(scorer.key("DJ")).to_have_attribute("data-state", "forbidden")
    expect(scorer.page.locator(".place.refused")).to_have_count(0)


def test_let_stand_the_fault_lies_in_the_earlier_card(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, IN_TRICK_7).plays("DJ")
    anyway = scorer.button("Record it anyway")
    expect(anyway).to_be_disabled()
    scorer.lets_stand("Seen late")
    expect(scorer.key("T15")).to_have_attribute("data-mark", "irregular")
    assert actions(scorer)[-1]["card"] == "DJ"
    faults = [action for action in actions(scorer) if "irregular" in action]
    assert [(fault["card"], fault["irregular"]) for fault in faults] == [("T15", "Seen late")]


def test_another_reason_has_to_be_written(tablet_portrait: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_portrait, cast, LED_HEARTS).plays("D5")
    scorer.panel.get_by_label("Other…").tap()
    anyway = scorer.button("Record it anyway")
    expect(anyway).to_be_disabled()
    scorer.panel.get_by_label("The reason").fill("  ")
    expect(anyway).to_be_disabled()
    scorer.panel.get_by_label("The reason").fill("New player")
    anyway.tap()
    expect(scorer.key("D5")).to_have_attribute("data-mark", "irregular")
    assert actions(scorer)[-1]["irregular"] == "New player"


def test_the_other_slip_may_be_in_the_earlier_trick(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, IN_TRICK_7).plays("DJ")
    scorer.panel.get_by_role("link", name="Correct trick 5").tap()
    expect(scorer.panel.get_by_role("heading")).to_contain_text("Nadia’s 15")


def test_with_known_hands_the_cards_that_prove_it_are_shown(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, NADIA_OVERTRUMPS)
    expect(scorer.key("T1")).to_have_attribute("data-state", "forbidden")
    scorer.plays("T1")
    expect(scorer.panel.get_by_role("heading")).to_have_text("Nadia must overtrump")
    expect(scorer.panel.get_by_role("img", name="trump 15")).to_be_visible()


def test_a_card_of_another_hand_says_whose_it_is(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, LED_HEARTS).plays("HK")
    expect(scorer.panel).to_contain_text("Samir cannot have it")
    expect(scorer.panel).to_contain_text("Elise")
    expect(scorer.button("Record it anyway")).to_have_count(0)


def test_a_bid_that_is_too_low_says_why(tablet_portrait: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_portrait, cast, hands.auction()[:2]).says("small")
    expect(scorer.panel.get_by_role("heading")).to_have_text("The bid is too low")
    scorer.button("Choose another call").tap()
    scorer.says("guard")
    expect(scorer.status).to_contain_text("Nadia to speak")


# --- the discard ---------------------------------------------------------------------------------


def test_a_king_says_why_it_stays_and_what_was_chosen_stays_chosen(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, DISCARDING).plays("S10 S3 DK")
    expect(scorer.panel).to_contain_text("A king stays in the hand")
    expect(scorer.panel.get_by_role("link", name="Rule 1.7.4")).to_be_visible()
    scorer.button("Keep it").tap()
    expect(scorer.key("S10")).to_have_attribute("data-state", "chosen")
    scorer.plays("S1 H6 C4 C3").tap(scorer.button("Done: 6 of 6"))
    expect(scorer.status).to_contain_text("Wanda leads")
    assert actions(scorer)[-1]["cards"] == hands.DISCARD.split()


def test_a_king_may_go_if_the_table_lets_it(tablet_portrait: Page, cast: Cast) -> None:
    """Then it is chosen like the others, and the reason goes into the record with the discard."""
    scorer = Scorer.opens(tablet_portrait, cast, DISCARDING).plays("S10 DK")
    scorer.lets_stand("All agreed")
    expect(scorer.key("DK")).to_have_attribute("data-state", "chosen")
    expect(scorer.key("S10")).to_have_attribute("data-state", "chosen")
    assert actions(scorer)[-1]["kind"] == "call"
    scorer.plays("S3 S1 H6 C4").tap(scorer.button("Done: 6 of 6"))
    expect(scorer.status).to_contain_text("Wanda leads")
    discard = actions(scorer)[-1]
    assert discard["irregular"] == "All agreed" and "DK" in discard["cards"]


def test_a_king_taken_back_takes_its_reason_along(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, DISCARDING).plays("DK")
    scorer.lets_stand("Ruling")
    expect(scorer.undo).to_contain_text("king of diamonds")
    scorer.tap(scorer.undo)
    scorer.plays(hands.DISCARD).tap(scorer.button("Done: 6 of 6"))
    expect(scorer.status).to_contain_text("Wanda leads")
    assert "irregular" not in actions(scorer)[-1]


def test_the_last_card_reveals_a_king_laid_away_unseen(tablet_landscape: Page, cast: Cast) -> None:
    """Nadia is written down with the 10 of spades, so that nobody is left to play her king."""
    scorer = Scorer.opens(tablet_landscape, cast, with_king_away()).plays("C7")
    expect(scorer.panel.get_by_role("heading")).to_have_text("A king stays in the hand")
    expect(scorer.panel.get_by_role("link", name="Correct the earlier entry")).to_be_visible()
    scorer.lets_stand("Ruling")
    scorer.page.get_by_role("heading", name="Petite: Samir short").wait_for()
    (fault,) = (action for action in actions(scorer) if "irregular" in action)
    assert (fault["kind"], fault["irregular"]) == ("discard", "Ruling")


def with_king_away() -> list[dict]:
    return [
        act("play", card="S10") if change["action"].get("card") == "SK" else change
        for change in hands.played(71)
    ]
