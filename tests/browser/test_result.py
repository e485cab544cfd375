"""Nothing but the result is written down: contract, bouts and points, by touch."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Hand
from tests import hands
from tests.browser.scorer import Scorer
from tests.cast import Cast
from tests.factories import act

UNKNOWN = [*hands.played(12), act("claim", seat=hands.SAMIR)]


class Result:
    """The form of the result; it counts what is tapped."""

    def __init__(self, scorer: Scorer) -> None:
        self.page = scorer.page
        self.taps = 0

    def taps_on(self, words: str, fact: str = "") -> None:
        """A button, or one of the answers to a fact."""
        if fact:
            self.page.locator(f"[data-fact={fact}] label", has_text=words).first.tap()
        else:
            self.page.get_by_text(words, exact=True).first.tap()
        self.taps += 1

    def types(self, fact: str, number: str) -> None:
        field = self.page.locator(f"[data-fact={fact}] input")
        field.tap()
        field.fill(number)
        self.taps += 1 + len(number)


@pytest.mark.smoke
def test_a_french_hand_is_stated_looked_at_recorded_and_sealed(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast)
    form = Result(scorer)
    form.taps_on("The result alone")
    form.taps_on("Samir", "taker")
    form.taps_on("Garde", "contract")
    form.taps_on("Trump 21", "bouts")
    form.taps_on("Excuse", "bouts")
    form.types("points", "45")
    form.taps_on("Show the score")
    expect(scorer.page.get_by_role("heading", name="Samir makes the Garde by 4")).to_be_visible()
    assert not Hand.objects.get().version
    form.taps_on("Record this result")
    expect(scorer.page.get_by_text("(25 + 4) × 2")).to_be_visible()
    form.taps_on("Confirm and seal")
    expect(scorer.page.get_by_role("button", name="Deal hand 2")).to_be_visible()
    assert Hand.objects.get(number=1).state == Hand.State.SEALED
    print(f"taps from deal to sealed: {form.taps}")


def test_what_cannot_be_is_refused_with_its_rule_and_the_form_stays_filled_in(
    tablet_portrait: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_portrait, cast)
    form = Result(scorer)
    form.taps_on("The result alone")
    form.taps_on("Samir", "taker")
    form.types("points", "92")
    form.taps_on("Show the score")
    expect(scorer.page.get_by_role("alert")).to_contain_text("Contract has to be stated")
    form.taps_on("Petite", "contract")
    form.taps_on("Show the score")
    expect(scorer.page.get_by_role("alert")).to_contain_text("Rule 1.3.4")
    expect(scorer.page.locator("[data-fact=points] input")).to_have_value("92")
    expect(scorer.page.get_by_role("radio", name="Samir").first).to_be_checked()


def test_a_claim_that_nobody_can_score_gets_its_result(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, UNKNOWN)
    form = Result(scorer)
    form.taps_on("State the result")
    form.types("points", "60")
    form.taps_on("Trump 21", "bouts")
    form.taps_on("Show the score")
    form.taps_on("Record this result")
    expect(scorer.page.get_by_role("button", name="Confirm and seal")).to_be_enabled()
