"""A card that the rules forbid: nothing is recorded, and the screen says why and what to do."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.book import records
from games.rules import entering
from tests import factories, hands
from tests.browser.scorer import Scorer, address
from tests.cast import Cast
from tests.factories import act

IN_TRICK_7 = hands.played(26)  # Nadia is next; she trumped diamonds in trick 5
LED_HEARTS, NADIA_OVERTRUMPS = hands.played_open(1), hands.played_open(18)
DISCARDING = [hands.dealt(), *hands.auction()]


def actions(scorer: Scorer) -> list[dict]:
    return entering.fold(records.changes_of(scorer.saved().hand))[1]


@pytest.mark.smoke
def test_a_revoke_is_proven_with_trick_card_and_rule_and_another_card_is_chosen(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, IN_TRICK_7).plays("DJ")
    heading = scorer.panel.get_by_role("heading")
    expect(heading).to_have_text("Nadia had no diamonds in trick 5")
    rule = scorer.panel.get_by_role("link", name="Rule 1.9.3")
    expect(rule).to_have_attribute("href", re.compile(r"/rules/french/#r-1\.9\.3"))
    expect(scorer.panel.locator(".guilty").get_by_role("img")).to_have_accessible_name("trump 15")
    expect(scorer.panel.locator(".guilty-name")).to_contain_text("Nadia")
    expect(scorer.key("DJ")).to_have_attribute("data-state", "refused")
    expect(scorer.key("T15")).to_have_attribute("data-mark", "evidence")
    expect(scorer.status).to_have_text("Not recorded: jack of diamonds. Nadia to play.")

    button = scorer.button("Choose another card")
    for way in (
        button.tap,
        lambda: scorer.page.keyboard.press("Escape"),
        lambda: scorer.plays("DJ"),  # the key again
    ):
        expect(button).to_be_focused()
        scorer.page.wait_for_timeout(400)  # a second tap at once would be the same tap
        way()
        expect(scorer.panel).to_have_count(0)
        expect(scorer.key("DJ")).to_have_attribute("data-state", "forbidden")
        expect(scorer.page.locator(".place.refused")).to_have_count(0)
        scorer.page.wait_for_timeout(400)
        scorer.plays("DJ")
    scorer.panel.get_by_role("link", name="Correct trick 5").tap()
    expect(heading).to_contain_text("Nadia’s 15")  # the other slip may be in the earlier trick
    scorer.page.keyboard.press("Escape")
    scorer.page.wait_for_timeout(400)
    scorer.plays("DJ")
    scorer.panel.wait_for()
    assert scorer.hand.version == len(IN_TRICK_7)
    scorer.plays("T1")
    expect(scorer.panel).to_have_count(0)
    assert actions(scorer)[-1]["card"] == "T1"


def test_a_card_let_stand_is_recorded_with_its_reason_and_taken_back_with_it(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Nadia trumped diamonds in trick 5 and plays one in trick 7: the fault lies in the earlier
    card."""

    def faults() -> list[tuple[str, str]]:
        found = (action for action in actions(scorer) if "irregular" in action)
        return [(fault["card"], fault["irregular"]) for fault in found]

    scorer = Scorer.opens(tablet_landscape, cast, IN_TRICK_7).plays("DJ")
    expect(scorer.button("Record it anyway")).to_be_disabled()
    scorer.lets_stand("Seen late")
    expect(scorer.key("T15")).to_have_attribute("data-mark", "irregular")
    expect(scorer.undo).to_contain_text("Nadia’s J♦ and the note (trick 5)")
    assert actions(scorer)[-1]["card"] == "DJ"
    assert faults() == [("T15", "Seen late")]
    scorer.tap(scorer.undo)
    expect(scorer.key("T15")).not_to_have_attribute("data-mark", "irregular")
    expect(scorer.key("DJ")).to_have_attribute("data-state", "forbidden")
    expect(scorer.undo).to_contain_text("Elise’s 16")
    assert faults() == []
    assert scorer.recorded.endswith("D5 T16")


def test_with_known_hands_a_refusal_names_whose_card_it_is_and_what_proves_it(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Another reason has to be written."""
    scorer = Scorer.opens(tablet_landscape, cast, LED_HEARTS).plays("HK")
    expect(scorer.panel).to_contain_text("Samir cannot have it")
    expect(scorer.panel).to_contain_text("Elise")
    anyway = scorer.button("Record it anyway")
    expect(anyway).to_have_count(0)
    scorer.plays("D5")
    scorer.panel.get_by_label("Other…").tap()
    expect(anyway).to_be_disabled()
    scorer.panel.get_by_label("The reason").fill("  ")
    expect(anyway).to_be_disabled()
    scorer.panel.get_by_label("The reason").fill("New player")
    anyway.tap()
    expect(scorer.key("D5")).to_have_attribute("data-mark", "irregular")
    assert actions(scorer)[-1]["irregular"] == "New player"

    factories.open_hand(cast.scorer, cast.match, NADIA_OVERTRUMPS)
    scorer.page.goto(address(cast.match))
    expect(scorer.key("T1")).to_have_attribute("data-state", "forbidden")
    scorer.plays("T1")
    expect(scorer.panel.get_by_role("heading")).to_have_text("Dario must overtrump")
    expect(scorer.panel.get_by_role("img", name="trump 15")).to_be_visible()


def test_a_bid_that_is_too_low_says_why(tablet_portrait: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_portrait, cast, hands.auction()[:2]).says("small")
    expect(scorer.panel.get_by_role("heading")).to_have_text("The bid is too low")
    scorer.button("Choose another call").tap()
    scorer.says("guard")
    expect(scorer.status).to_contain_text("Nadia to speak")


# --- the discard ---------------------------------------------------------------------------------


def test_a_king_says_why_it_stays_and_goes_if_the_table_lets_it(
    tablet_landscape: Page, cast: Cast
) -> None:
    """What was chosen stays chosen. The reason goes into the record with the discard, and away with
    the king that is taken back."""
    scorer = Scorer.opens(tablet_landscape, cast, DISCARDING).plays("S10 DK")
    expect(scorer.panel).to_contain_text("A king stays in the hand")
    expect(scorer.panel.get_by_role("link", name="Rule 1.7.4")).to_be_visible()
    scorer.button("Keep it").tap()
    expect(scorer.key("S10")).to_have_attribute("data-state", "chosen")
    scorer.page.wait_for_timeout(400)  # at once it would be a double tap
    scorer.plays("DK")
    scorer.lets_stand("Ruling")
    expect(scorer.undo).to_contain_text("king of diamonds")
    scorer.tap(scorer.undo)
    scorer.plays("S3 S1 H6 C4 C3").tap(scorer.button("Done: 6 of 6"))
    expect(scorer.status).to_contain_text("Wanda leads")
    assert actions(scorer)[-1]["cards"] == hands.DISCARD.split()
    assert "irregular" not in actions(scorer)[-1]

    scorer.tap(scorer.undo)
    scorer.plays("S10 DK")
    scorer.lets_stand("All agreed")
    for card in ("DK", "S10"):
        expect(scorer.key(card)).to_have_attribute("data-state", "chosen")
    assert actions(scorer)[-1]["kind"] == "call"
    scorer.plays("S3 S1 H6 C4").tap(scorer.button("Done: 6 of 6"))
    expect(scorer.status).to_contain_text("Wanda leads")
    discard = actions(scorer)[-1]
    assert discard["irregular"] == "All agreed" and "DK" in discard["cards"]


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
