"""Nothing but the result is written down: contract, bouts and points, by touch or by keys."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import people
from games.club.opening_clubs import set_up
from games.models import Confirms, Hand, Match
from tests import factories, hands
from tests.browser.scorer import Scorer, address, lets_in
from tests.cast import Cast
from tests.factories import act

UNKNOWN = [*hands.played(12), act("claim", seat=hands.SAMIR)]
CONTRACTS = ("Petite", "Garde", "Garde sans", "Garde contre")


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


def deals_and_seals(page: Page, contract: str, bouts: str, points: str) -> int:
    """A hand from *Deal* to sealed, with the facts tapped; how many taps it took."""
    form = Result(page)
    page.get_by_role("button", name="Deal hand").tap()
    form.taps += 1
    form.states("Samir", contract, bouts, points)
    form.is_recorded_and_sealed()
    return form.taps


@pytest.mark.smoke
def test_a_french_hand_takes_at_most_ten_taps_from_deal_to_sealed(
    tablet_landscape: Page, cast: Cast
) -> None:
    results_only(tablet_landscape, cast)
    taps = deals_and_seals(tablet_landscape, "Garde", "2", "45")
    print(f"taps from deal to sealed: {taps}")
    assert taps <= 10
    hand = Hand.objects.get()
    assert hand.state == Hand.State.SEALED
    assert [seat.score_halves for seat in hand.seats.order_by("seat")] == [-116, 348, -116, -116]


def test_it_takes_no_more_on_an_upright_tablet(tablet_portrait: Page, cast: Cast) -> None:
    results_only(tablet_portrait, cast)
    assert deals_and_seals(tablet_portrait, "Garde", "2", "45") <= 10


def test_forty_hands_are_stated_in_a_row(tablet_landscape: Page, cast: Cast) -> None:
    results_only(tablet_landscape, cast)
    taps = [
        deals_and_seals(tablet_landscape, CONTRACTS[number % 4], str(number % 4), str(20 + number))
        for number in range(40)
    ]
    print(f"taps for forty hands: {sum(taps)}, at most {max(taps)} a hand")
    assert max(taps) <= 10
    assert Hand.objects.sealed().count() == 40


def test_the_sentence_forms_as_the_facts_are_tapped(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast)
    form = Result(scorer.page)
    form.taps_on("The result alone")
    form.taps_on("Samir", "taker")
    form.says("Still to state: Contract, Bouts (oudlers), Card points")
    form.taps_on("Garde", "contract")
    form.taps_on("2", "bouts")
    form.keys_in("45")
    form.says("Samir, Garde, 2 bouts, 45 points")
    form.says("Garde: Samir made it by 4")
    form.says("+174")
    assert not Hand.objects.get().version


def test_what_cannot_be_is_refused_with_its_rule_and_the_form_stays_filled_in(
    tablet_portrait: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_portrait, cast)
    form = Result(scorer.page)
    form.taps_on("The result alone")
    form.taps_on("Samir", "taker")
    form.keys_in("92")
    form.says("There are 91 card points in the pack.")
    form.says("Rule 1.3.4")
    expect(scorer.page.get_by_role("button", name="Record this result")).to_be_disabled()
    expect(scorer.page.locator("[data-fact=points] input")).to_have_value("92")
    expect(scorer.page.get_by_role("radio", name="Samir").first).to_be_checked()


def test_one_typed_line_states_a_result_and_enter_records_it(
    tablet_landscape: Page, cast: Cast
) -> None:
    results_only(tablet_landscape, cast)
    tablet_landscape.get_by_role("button", name="Deal hand").click()
    form = Result(tablet_landscape)
    expect(tablet_landscape.locator("#result-typed")).to_be_visible()
    tablet_landscape.keyboard.type("samir garde sans 2 45")
    tablet_landscape.keyboard.press("Enter")
    form.says("Samir, Garde sans, 2 bouts, 45 points")
    tablet_landscape.keyboard.press("Enter")
    expect(tablet_landscape.get_by_role("button", name="Confirm and seal")).to_be_enabled()


def test_a_word_that_names_no_fact_stays_in_the_line(tablet_landscape: Page, cast: Cast) -> None:
    results_only(tablet_landscape, cast)
    tablet_landscape.get_by_role("button", name="Deal hand").click()
    expect(tablet_landscape.locator("#result-typed")).to_be_visible()
    tablet_landscape.keyboard.type("samir grade 2")
    tablet_landscape.keyboard.press("Enter")
    expect(tablet_landscape.locator("#result-typed")).to_have_value("grade 2")
    Result(tablet_landscape).says("Samir")


def test_after_auction_and_exchange_the_result_is_asked_for(
    tablet_landscape: Page, cast: Cast
) -> None:
    match = hands.seated(cast, writes="auction")
    factories.open_hand(cast.scorer, match, hands.played(0)[:-1])
    lets_in(tablet_landscape, cast.scorer)
    tablet_landscape.goto(address(match))
    expect(tablet_landscape.locator(".result-form")).to_have_count(0)
    tablet_landscape.get_by_role("button", name="Nobody saw it").tap()
    form = Result(tablet_landscape)
    form.taps_on("2", "bouts")
    form.keys_in("45")
    form.is_recorded_and_sealed()


def test_a_result_stated_without_a_line_is_sent_when_the_line_is_back(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast)
    form = Result(scorer.page)
    form.taps_on("The result alone")
    expect(scorer.page.locator(".result-form")).to_be_visible()
    scorer.page.context.set_offline(True)
    form.states("Samir", "Garde", "2", "45")
    form.says("No connection")
    form.taps_on("Record this result")
    scorer.page.context.set_offline(False)
    expect(scorer.page.get_by_role("button", name="Confirm and seal")).to_be_enabled()


def test_a_claim_that_nobody_can_score_gets_its_result(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, UNKNOWN)
    form = Result(scorer.page)
    form.taps_on("State the result")
    form.taps_on("2", "bouts")
    form.keys_in("78")
    form.taps_on("Record this result")
    expect(scorer.page.get_by_role("button", name="Confirm and seal")).to_be_enabled()


# --- one typed line ------------------------------------------------------------------------------


def seated_as(page: Page, cast: Cast, names: str, **facts: Any) -> None:
    """The first hand of a match of results, with these people at the table."""
    seats = [
        people.add_player(user=cast.scorer, club=cast.club, name=name) for name in names.split(", ")
    ]
    match = factories.open_match(
        cast.scorer, cast.club, seats, writes="result-only", first_dealer=0, **facts
    )
    factories.open_hand(cast.scorer, match)
    lets_in(page, cast.scorer)
    page.goto(address(match))
    expect(page.locator("#result-typed")).to_be_visible()


FOUR = "Jean Blanc, Jean Vallet, Élise Durand, Odile Perrin"
# What is typed, what is understood of it before Enter, and what is left of it.
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
    "slam": ("", "Not understood: slam"),
    "odile grade 2": ("Odile Perrin", "Not understood: grade 2"),
}  # fmt: skip


@pytest.mark.smoke
def test_what_a_typed_line_means_is_shown_before_enter_and_what_may_be_two_is_asked(
    tablet_landscape: Page, cast: Cast
) -> None:
    seated_as(tablet_landscape, cast, FOUR)
    field, words = (tablet_landscape.locator(f"#result-{name}") for name in ("typed", "words"))
    for line, (understood, left) in LINES.items():
        field.fill(line)
        expected = f"{understood} {left}".strip()
        assert (words.text_content() or "").strip() == expected, line
        assert field.get_attribute("aria-invalid") == str(bool(left)).lower(), line
    expect(tablet_landscape.get_by_role("radio", checked=True)).to_have_count(2)  # as it began
    field.fill("")
    expect(words).to_be_hidden()


def test_who_shares_a_beginning_with_somebody_is_not_taken_for_them(
    tablet_landscape: Page, cast: Cast
) -> None:
    seated_as(tablet_landscape, cast, FOUR)
    tablet_landscape.keyboard.type("j garde 2 51")
    tablet_landscape.keyboard.press("Enter")
    expect(tablet_landscape.locator("#result-typed")).to_have_value("j garde 2 51")
    expect(tablet_landscape.locator("[data-fact=taker] input:checked")).to_have_count(0)


def test_a_side_of_the_table_names_who_sits_there(tablet_landscape: Page, cast: Cast) -> None:
    """The second seat is drawn at the bottom, the others counter-clockwise."""
    seated_as(tablet_landscape, cast, "Paul, Colette, Marc, Yves")
    for side, name in {"s": "Colette", "e": "Marc", "n": "Yves", "w": "Paul"}.items():
        tablet_landscape.locator("#result-typed").fill(f"{side} garde")
        expect(tablet_landscape.locator("#result-words")).to_have_text(f"{name}, Garde")


def test_a_result_typed_into_the_line_for_cards_opens_its_form(
    tablet_landscape: Page, cast: Cast
) -> None:
    seated_as(tablet_landscape, cast, FOUR)
    tablet_landscape.get_by_role("button", name="Back to the hand").tap()
    tablet_landscape.locator("#typed").fill("odile petite 1 50")
    tablet_landscape.keyboard.press("Enter")
    Result(tablet_landscape).says("Odile Perrin, Petite, 1 bout, 50 points")
    expect(tablet_landscape.locator("#typed")).to_have_value("")


def test_a_word_that_is_no_call_is_named(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast).types("passe gadre")
    expect(tablet_landscape.locator("#typed-words")).to_have_text("Not understood: gadre")
    expect(scorer.undo).to_contain_text("pass")


# --- recorded and sealed in one ------------------------------------------------------------------


def deals_in_seven_taps(page: Page) -> None:
    form = Result(page)
    page.get_by_role("button", name="Deal hand").tap()
    form.taps += 1
    form.states("Samir", "Garde", "2", "45")
    form.says("+174")
    form.taps_on("Record and seal")
    expect(page.get_by_role("button", name="Deal hand")).to_be_visible()
    assert form.taps == 7


@pytest.mark.smoke
def test_a_result_is_recorded_and_sealed_by_one_tap(tablet_landscape: Page, cast: Cast) -> None:
    results_only(tablet_landscape, cast)
    deals_in_seven_taps(tablet_landscape)
    hand = Hand.objects.get()
    assert (hand.state, hand.version) == (Hand.State.SEALED, 1)


@pytest.mark.usefixtures("engine_on")
def test_without_a_line_as_well(tablet_landscape: Page, cast: Cast) -> None:
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


def keys(page: Page, line: str) -> None:
    page.keyboard.type(line)
    page.keyboard.press("Enter")


def test_hands_of_results_follow_each_other_without_a_mouse(
    open_page: Callable[..., Page], cast: Cast
) -> None:
    """Sixteen keys and four times Enter a hand: filled in, recorded, sealed, dealt."""
    page = open_page(viewport={"width": 1180, "height": 820})
    results_only(page, cast)
    expect(page.get_by_role("button", name="Deal hand 1")).to_be_focused()
    page.keyboard.press("Enter")
    for number in (1, 2):
        expect(page.locator("#result-typed")).to_be_focused()
        keys(page, "samir garde 2 51")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Confirm and seal")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=f"Deal hand {number + 1}")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#result-typed")).to_be_focused()
    assert [hand.state for hand in Hand.objects.order_by("number")] == ["sealed", "sealed", "open"]


def test_enter_that_is_held_down_seals_nothing(open_page: Callable[..., Page], cast: Cast) -> None:
    page = open_page(viewport={"width": 1180, "height": 820})
    results_only(page, cast)
    page.get_by_role("button", name="Deal hand 1").click()
    expect(page.locator("#result-typed")).to_be_focused()
    keys(page, "samir garde 2 51")
    page.keyboard.down("Enter")
    expect(page.get_by_role("button", name="Confirm and seal")).to_be_focused()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.wait_for_timeout(500)
    expect(page.get_by_role("button", name="Confirm and seal")).to_be_focused()
    assert Hand.objects.get().state == "open"


def test_enter_that_is_still_held_after_sealing_deals_nothing(
    open_page: Callable[..., Page], cast: Cast
) -> None:
    page = open_page(viewport={"width": 1180, "height": 820})
    results_only(page, cast)
    page.get_by_role("button", name="Deal hand 1").click()
    expect(page.locator("#result-typed")).to_be_focused()
    keys(page, "samir garde 2 51")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Confirm and seal")).to_be_focused()
    page.keyboard.down("Enter")
    deal = page.get_by_role("button", name="Deal hand 2")
    expect(deal).to_be_focused()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.get_by_role("heading", name="Friday evening")).to_be_visible()
    page.reload()
    expect(deal).to_be_focused()
    assert Hand.objects.count() == 1
