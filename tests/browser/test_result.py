"""Nothing but the result is written down: contract, bouts and points, by touch or by keys."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games import people
from games.book import records
from games.club.opening_clubs import set_up
from games.models import Confirms, Hand, Match
from tests import factories, hands
from tests.browser.scorer import Scorer, address, lets_in
from tests.cast import Cast
from tests.factories import act

UNKNOWN = [*hands.played(12), act("claim", seat=hands.SAMIR)]


class Result:
    """The form of the result; it counts what is tapped."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def taps_on(self, words: str, fact: str = "") -> None:
        """A button, or one of the answers to a fact."""
        if fact:
            answer = self.page.get_by_text(words, exact=True)
            self.page.locator(f"[data-fact={fact}] label").filter(has=answer).tap()
        else:
            self.page.get_by_text(words, exact=True).first.tap()
        self.taps += 1

    def keys_in(self, number: str) -> None:
        """A number, on the pad next to the facts."""
        for digit in number:
            self.page.locator(f"[data-digit='{digit}']").tap()
            self.taps += 1

    def states(self, taker: str, contract: str, bouts: str, points: str) -> None:
        self.taps_on(taker, "taker")
        self.taps_on(contract, "contract")
        self.taps_on(bouts, "bouts")
        self.keys_in(points)

    def says(self, words: str) -> None:
        expect(self.page.locator("#_result_so_far")).to_contain_text(words)

    def is_recorded_and_sealed(self) -> None:
        self.taps_on("Record this result")
        expect(self.page.get_by_role("button", name="Confirm and seal")).to_be_enabled()
        self.taps_on("Confirm and seal")
        expect(self.page.get_by_role("button", name="Deal hand")).to_be_visible()


def results_only(page: Page, cast: Cast, **facts: Any) -> Match:
    """The page before the first hand of a match of which only results are written down."""
    match = hands.seated(cast, writes="result-only", **facts)
    lets_in(page, cast.scorer)
    page.goto(address(match))
    return match


def deals_in_seven_taps(page: Page) -> None:
    """A hand from *Deal* to sealed, recorded and sealed by one tap."""
    form = Result(page)
    page.get_by_role("button", name="Deal hand").tap()
    form.taps += 1
    form.states("Samir", "Garde", "2", "45")
    form.says("+174")
    form.taps_on("Record and seal")
    expect(page.get_by_role("button", name="Deal hand")).to_be_visible()
    assert form.taps == 7


@pytest.mark.smoke
def test_a_french_hand_takes_ten_taps_from_deal_to_sealed_or_seven_recorded_and_sealed_in_one(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    results_only(page, cast)
    form = Result(page)
    page.get_by_role("button", name="Deal hand").tap()
    form.states("Samir", "Garde", "2", "45")
    form.is_recorded_and_sealed()
    assert form.taps + 1 <= 10
    hand = Hand.objects.get()
    assert hand.state == Hand.State.SEALED
    assert [seat.score_halves for seat in hand.seats.order_by("seat")] == [-116, 348, -116, -116]
    page.set_viewport_size({"width": 820, "height": 1180})
    deals_in_seven_taps(page)
    assert [(hand.state, hand.version) for hand in Hand.objects.all()] == [("sealed", 1)] * 2


def test_a_result_forms_a_sentence_is_refused_with_its_rule_and_waits_for_the_line(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast)
    page, form = scorer.page, Result(scorer.page)
    record = page.get_by_role("button", name="Record this result")
    form.taps_on("The result alone")
    form.taps_on("Samir", "taker")
    form.says("Still to state: Contract, Bouts (oudlers), Card points")
    form.keys_in("92")
    form.says("There are 91 card points in the pack.")
    form.says("Rule 1.3.4")
    expect(record).to_be_disabled()
    expect(page.locator("[data-fact=points] input")).to_have_value("92")
    expect(page.get_by_role("radio", name="Samir").first).to_be_checked()
    for _digit in "92":
        page.locator("[data-digit='']").tap()
    form.taps_on("Garde", "contract")
    form.taps_on("2", "bouts")
    form.keys_in("45")
    form.says("Samir, Garde, 2 bouts, 45 points")
    form.says("Garde: Samir made it by 4")
    form.says("+174")
    assert not Hand.objects.get().version
    page.context.set_offline(True)
    form.taps_on("Petite", "contract")
    form.says("No connection")
    form.taps_on("Record this result")
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="Confirm and seal")).to_be_enabled()
    assert records.changes_of(scorer.hand)[0]["action"]["facts"]["contract"] == "small"


def test_the_result_is_asked_for_after_the_exchange_and_of_a_claim_that_nobody_can_score(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    match = hands.seated(cast, writes="auction")
    factories.open_hand(cast.scorer, match, hands.played(0)[:-1])
    lets_in(page, cast.scorer)
    page.goto(address(match))
    expect(page.locator(".result-form")).to_have_count(0)
    page.get_by_role("button", name="Nobody saw it").tap()
    form = Result(page)
    form.taps_on("2", "bouts")
    form.keys_in("45")
    form.is_recorded_and_sealed()

    factories.open_hand(cast.scorer, cast.match, UNKNOWN)
    page.goto(address(cast.match))
    form.taps_on("State the result")
    form.taps_on("2", "bouts")
    form.keys_in("78")
    form.taps_on("Record this result")
    expect(page.get_by_role("button", name="Confirm and seal")).to_be_enabled()


# --- one typed line ------------------------------------------------------------------------------


FOUR = ("Jean Blanc", "Jean Vallet", "Élise Durand", "Odile Perrin")
# What is typed, what is understood of it before Enter, and what is left of it. A side of the table
# names who sits there: the second seat is drawn at the bottom, the others counter-clockwise.
LINES = {
    "odile garde 2 51": ("Odile Perrin, Garde, Bouts (oudlers): 2, Card points: 51", ""),
    "elise garde 2 51": ("Élise Durand, Garde, Bouts (oudlers): 2, Card points: 51", ""),
    "e g 2 51": ("Élise Durand, Garde, Bouts (oudlers): 2, Card points: 51", ""),
    "perrin g": ("Odile Perrin, Garde", ""),
    "vallet g": ("Jean Vallet, Garde", ""),
    "jean v g": ("Jean Vallet, Garde", ""),
    "blanc jean g": ("Jean Blanc, Garde", ""),
    "odile p 1": ("Odile Perrin, Petite, Bouts (oudlers): 1", ""),
    "2 garde 2 51": ("Jean Vallet, Garde, Bouts (oudlers): 2, Card points: 51", ""),
    "2 51": ("Bouts (oudlers): 2, Card points: 51", ""),
    "odile g 2 bouts 45½ points": ("Odile Perrin, Garde, Bouts (oudlers): 2, Card points: 45½", ""),
    "odile g 2,45,5": ("Odile Perrin, Garde, Bouts (oudlers): 2, Card points: 45,5", ""),
    "odile g 2 45 slam taker": (
        "Odile Perrin, Garde, Bouts (oudlers): 2, Card points: 45, All tricks: Taker", "",
    ),
    "slam called": ("Slam called", ""),
    "all tricks defence": ("All tricks: Defence", ""),
    "handful jean b 10 odile 13": ("Handfuls: Jean Blanc 10, Odile Perrin 13", ""),
    "handful 3 10": ("Handfuls: Élise Durand 10", ""),
    "petit defence": ("Petit in the last trick: Defence", ""),
    "j garde 2 51": ("", "j may be Jean Blanc, Jean Vallet"),
    "jean garde": ("", "jean may be Jean Blanc, Jean Vallet"),
    "odile g handful jean 10": (
        "Odile Perrin, Garde", "jean may be Jean Blanc, Jean Vallet",
    ),
    "s garde": ("Jean Vallet, Garde", ""),
    "n garde": ("Odile Perrin, Garde", ""),
    "w garde": ("Jean Blanc, Garde", ""),
    "slam": ("", "Not understood: slam"),
    "odile grade 2": ("Odile Perrin", "Not understood: grade 2"),
}  # fmt: skip


def seated_four(page: Page, cast: Cast) -> None:
    """The first hand of a match of results, with FOUR at the table."""
    seats = [people.add_player(user=cast.scorer, club=cast.club, name=name) for name in FOUR]
    match = factories.open_match(
        cast.scorer, cast.club, seats, writes="result-only", first_dealer=0
    )
    factories.open_hand(cast.scorer, match)
    lets_in(page, cast.scorer)
    page.goto(address(match))
    expect(page.locator("#result-typed")).to_be_visible()


@pytest.mark.smoke
def test_what_a_typed_line_means_is_shown_before_enter_and_what_may_be_two_is_asked(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    seated_four(page, cast)
    field, words = (page.locator(f"#result-{name}") for name in ("typed", "words"))
    for line, (understood, left) in LINES.items():
        field.fill(line)
        expected = f"{understood} {left}".strip()
        assert (words.text_content() or "").strip() == expected, line
        assert field.get_attribute("aria-invalid") == str(bool(left)).lower(), line
    expect(page.get_by_role("radio", checked=True)).to_have_count(2)  # as it began
    field.fill("")
    expect(words).to_be_hidden()
    types_and_enters(page, "j garde 2 51")
    expect(field).to_have_value("j garde 2 51")
    expect(page.locator("[data-fact=taker] input:checked")).to_have_count(0)
    field.fill("")
    types_and_enters(page, "odile grade 2")
    expect(field).to_have_value("grade 2")
    Result(page).says("Odile Perrin")
    page.get_by_role("button", name="Back to the hand").tap()
    page.locator("#typed").fill("odile petite 1 50")
    page.keyboard.press("Enter")
    Result(page).says("Odile Perrin, Petite, 1 bout, 50 points")
    expect(page.locator("#typed")).to_have_value("")


def types_and_enters(page: Page, line: str) -> None:
    page.keyboard.type(line)
    page.keyboard.press("Enter")


# --- recorded and sealed in one ------------------------------------------------------------------


@pytest.mark.usefixtures("engine_on")
def test_without_a_line_a_result_is_recorded_and_sealed_by_one_tap_as_well(
    tablet_landscape: Page, cast: Cast
) -> None:
    results_only(tablet_landscape, cast)
    tablet_landscape.get_by_role("button", name="Deal hand").tap()
    tablet_landscape.locator("#recording[data-judged]").wait_for()
    tablet_landscape.context.set_offline(True)
    Result(tablet_landscape).states("Samir", "Garde", "2", "45")
    tablet_landscape.get_by_role("button", name="Record and seal").tap()
    expect(tablet_landscape.get_by_role("button", name="Deal hand")).to_be_visible()
    deals_in_seven_taps(tablet_landscape)
    tablet_landscape.context.set_offline(False)
    Scorer(tablet_landscape).saved()
    assert Hand.objects.sealed().count() == 2


def test_where_somebody_confirms_first_a_result_is_not_sealed_with_it(
    tablet_landscape: Page, cast: Cast
) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.TAP)
    results_only(tablet_landscape, cast)
    tablet_landscape.get_by_role("button", name="Deal hand").tap()
    expect(tablet_landscape.get_by_role("button", name="Record this result")).to_be_visible()
    expect(tablet_landscape.get_by_role("button", name="Record and seal")).to_have_count(0)


# --- without a mouse -----------------------------------------------------------------------------


def test_hands_of_results_follow_each_other_by_keys_and_enter_held_down_does_nothing_twice(
    open_page: Callable[..., Page], cast: Cast
) -> None:
    """Sixteen keys and four times Enter a hand: filled in, recorded, sealed, dealt."""
    page = open_page(viewport={"width": 1180, "height": 820})
    results_only(page, cast)
    deal, seal = (
        page.get_by_role("button", name=name) for name in ("Deal hand", "Confirm and seal")
    )
    expect(deal).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#result-typed")).to_be_focused()
    types_and_enters(page, "samir garde 2 51")
    enter_is_held_until(page, seal)
    page.wait_for_timeout(500)
    expect(seal).to_be_focused()
    assert Hand.objects.get().state == "open"
    enter_is_held_until(page, deal)
    expect(page.get_by_role("heading", name="Friday evening")).to_be_visible()
    page.reload()
    expect(deal).to_be_focused()
    assert [hand.state for hand in Hand.objects.all()] == ["sealed"]

    page.keyboard.press("Enter")
    expect(page.locator("#result-typed")).to_be_focused()
    types_and_enters(page, "samir garde 2 51")
    for button in (seal, deal):
        page.keyboard.press("Enter")
        expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#result-typed")).to_be_focused()
    assert [hand.state for hand in Hand.objects.order_by("number")] == ["sealed", "sealed", "open"]


def enter_is_held_until(page: Page, button: Locator) -> None:
    """The key goes down once more each time that it repeats, and leads no further than here."""
    page.keyboard.down("Enter")
    expect(button).to_be_focused()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
