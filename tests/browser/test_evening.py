"""What else happens at a table: hands without play, announcements, claims, hands that are told."""

import pytest
from playwright.sync_api import Page, expect

from games.book import records
from games.models import Hand
from games.rules import entering, replay
from tests import hands
from tests.browser.scorer import SCREENS, Scorer, address, on_each
from tests.cast import Cast
from tests.factories import act, calls, open_hand, plays

TEN_TRUMPS = "T3 T8 T9 T10 T12 T13 T17 T18 T19 F"
KING_OF_HEARTS_CALLED = [*calls("pass small pass pass pass"), act("king", seat=1, card="HK")]
# What is above the pad, against what the server would draw if it were asked for all of it; but
# for the cards of the list, which a script takes out of the way of Tab.
BOTH = """async () => {
    const elements = (root) => Array.from(root.querySelector("#stage").children, (child) =>
        child.outerHTML.replaceAll(' tabindex="-1"', ""));
    const { dataset } = document.getElementById("recording");
    const whole = await (await fetch(dataset.recording)).json();
    const page = new DOMParser().parseFromString(whole.stage, "text/html");
    return [elements(document), elements(page)];
}"""


def deal_of(scorer: Scorer) -> dict | None:
    deal, _actions = entering.fold(records.changes_of(scorer.saved().hand))
    return deal  # type: ignore[return-value]


def last_action(scorer: Scorer) -> dict:
    return entering.fold(records.changes_of(scorer.saved().hand))[1][-1]


def is_drawn_as_by_the_server(scorer: Scorer) -> None:
    """After a card only what it has changed is sent; nothing else of the screen may lag behind."""
    drawn, whole = scorer.saved().page.evaluate(BOTH)
    assert drawn == whole


# --- hands without play --------------------------------------------------------------------------


@pytest.mark.smoke
def test_a_hand_annulled_or_thrown_in_is_sealed_and_the_next_player_deals(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast)
    page = scorer.page
    scorer.button("Announce").tap()
    scorer.panel.get_by_role("button", name="Elise: Petit sec").tap()
    page.get_by_role("heading", name="The hand is annulled").wait_for()
    expect(scorer.button("Confirm and seal")).to_be_enabled()
    scorer.tap(page.locator("[data-undo]"))
    expect(scorer.status).to_contain_text("Wanda to speak.")
    scorer.says("pass").says("pass").says("pass")
    expect(scorer.status).to_contain_text("Nadia to speak.")
    scorer.says("pass")
    page.get_by_role("heading", name="Everybody passed").wait_for()
    scorer.button("Confirm and seal").tap()
    page.get_by_role("heading", name="Wanda deals").wait_for()
    assert Hand.objects.get().state == Hand.State.SEALED
    page.get_by_role("button", name="Deal hand 2").tap()
    expect(scorer.status).to_contain_text("Samir to speak.")


# --- announcements -------------------------------------------------------------------------------


def test_a_slam_and_a_handful_are_announced_and_stay_in_sight_for_the_rest_of_the_hand(
    tablet_landscape: Page, cast: Cast
) -> None:
    """A handful is shown card by card. Both stand on the plates and next to the contract, on every
    screen."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.exchange())
    page = scorer.page
    scorer.button("Announce").tap()
    scorer.panel.get_by_role("button", name="Samir: Slam").tap()
    expect(scorer.status).to_contain_text("Samir leads to the first trick.")
    scorer.button("Announce").tap()
    scorer.panel.get_by_role("button", name="Wanda: Handful").tap()
    expect(scorer.status).to_contain_text("Tap the trumps that Wanda shows.")
    scorer.looks_at("S1").plays("T3 T8 T9")
    expect(scorer.key("S1")).to_have_attribute("data-state", "forbidden")
    expect(scorer.button("7 more: Handful, +20")).to_be_disabled()
    page.keyboard.press("Enter")
    assert last_action(scorer)["kind"] == "announce"  # the slam: three trumps are no handful
    scorer.plays("T10 T12 T13 T17 T18 T19 F")
    expect(scorer.status).to_contain_text("3 more: Double handful, +30")
    scorer.tap(scorer.button("10 trumps: Handful, +20"))
    expect(scorer.undo).to_contain_text("Wanda’s Handful")
    expect(scorer.key("S1")).to_have_attribute("data-state", "clear")
    assert last_action(scorer)["cards"] == TEN_TRUMPS.split()

    scorer.plays("HQ HK H3 H1").saved()
    for _screen in on_each(page, SCREENS):
        plates = page.locator("#_plate-0 .announced, #_plate-1 .announced")
        expect(plates).to_have_text(["Handful 10", "Slam"])
        for chip in plates.all():
            expect(chip).to_be_in_viewport(ratio=1)
        told = page.locator("#_holds .announcements")
        expect(told).to_have_text("Samir: Slam, Wanda: Handful 10")


# --- the table -----------------------------------------------------------------------------------


def test_a_finished_trick_lies_until_the_next_card_at_tables_of_four_and_three(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(26)).plays("T1 DJ")
    faces = scorer.page.locator(".place .face")
    expect(scorer.status).to_contain_text("Elise to play. Leads to trick 8.")
    expect(faces).to_have_count(4)
    expect(scorer.page.locator(".seat:has(.place.winning)")).to_have_attribute("data-seat", "2")
    is_drawn_as_by_the_server(scorer)
    scorer.plays("SJ")
    expect(faces).to_have_count(1)
    is_drawn_as_by_the_server(scorer)

    opening = [*calls("pass pass guard-without"), *plays("S1 S2")]
    match = cast.open_match(3, first_dealer=2)
    open_hand(cast.scorer, match, opening)
    scorer.page.goto(address(match))
    expect(scorer.page.locator(".plate")).to_have_count(3)
    scorer.plays("S3")
    expect(scorer.status).to_contain_text("Chloé to play. Leads to trick 2.")
    expect(faces).to_have_count(3)
    is_drawn_as_by_the_server(scorer)


def test_five_play_with_a_called_king(tablet_portrait: Page, cast: Cast) -> None:
    """Hearts may not be led to the first trick; the partner shows when the king falls."""
    opening = KING_OF_HEARTS_CALLED[:-1]
    scorer = Scorer.opens(tablet_portrait, cast, opening, players=5)
    expect(scorer.status).to_contain_text("Samir names a king.")
    expect(scorer.key("H10")).to_have_attribute("data-state", "forbidden")
    expect(scorer.key("HQ")).to_have_attribute("data-state", "possible")
    scorer.looks_at("HK")
    expect(scorer.page.locator("#_contract")).to_contain_text("calls the king of hearts")
    expect(scorer.page.locator("#_contract")).to_contain_text("with a partner not yet known")
    scorer.button("Nobody saw it").tap()
    expect(scorer.status).to_contain_text("Wanda leads")
    scorer.plays("H5")
    expect(scorer.panel.get_by_role("heading")).to_have_text("Wanda may not lead this")
    scorer.plays("S1 S2 S3 S4 SK H1 H2 H3")
    expect(scorer.status).to_contain_text("Elise to play.")
    expect(scorer.page.locator(".plate")).not_to_contain_text(["partner"])
    is_drawn_as_by_the_server(scorer)
    scorer.plays("HK")
    expect(scorer.page.locator(".plate", has_text="partner")).to_contain_text("Elise")
    expect(scorer.page.locator("#_contract")).to_contain_text(
        "with Elise against Wanda, Nadia and Bruno"
    )
    is_drawn_as_by_the_server(scorer)


def claims(scorer: Scorer, name: str) -> None:
    """The panel of the claim, with who takes the rest."""
    scorer.button("Claim").tap()
    scorer.panel.locator("[data-fact=claimed] label", has_text=name).tap()


# --- the end -------------------------------------------------------------------------------------


def test_a_claim_is_scored_where_the_hands_are_known_and_refused_where_it_cannot_be(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Where a bout may lie in the discard it asks how many (1.7.4; the club lets only kings stay).
    Where the table cannot say, the result is stated."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(64))
    claims(scorer, "Samir")
    expect(scorer.panel).to_contain_text("Petite: Samir short by")
    assert last_action(scorer)["kind"] == "play"  # nothing is recorded yet
    scorer.button("Record this result").tap()
    scorer.page.get_by_role("heading", name="Petite: Samir short by").wait_for()
    expect(scorer.button("Confirm and seal")).to_be_enabled()

    open_hand(cast.scorer, cast.match, hands.played(12))
    scorer.page.goto(address(cast.match))
    claims(scorer, "Anna")
    honours = scorer.panel.locator("[data-asked=honours]")
    expect(honours).to_contain_text("among them: trump 1, trump 21 and Excuse?")
    scorer.panel.locator("[data-asked=fool] label", has_text="discard").tap()
    scorer.panel.locator("[data-digit='7']").tap()
    honours.locator("label", has_text="0").tap()
    expect(scorer.panel).to_contain_text("What was recorded does not allow that.")
    expect(scorer.button("Record this result")).to_be_disabled()
    honours.locator("label", has_text="1").tap()
    expect(scorer.button("Record this result")).to_be_enabled()
    scorer.button("State the result").tap()
    expect(scorer.page.locator(".result-form")).to_be_visible()


def test_a_claim_asks_who_holds_the_fool_and_what_was_laid_away_and_is_scored(
    tablet_portrait: Page, cast: Cast
) -> None:
    """Samir's discard is not known, and would be his; nor who has the Fool."""
    scorer = Scorer.opens(tablet_portrait, cast, hands.played(12))
    claims(scorer, "Wanda")
    expect(scorer.panel).to_contain_text("Who holds the Excuse?, Card points discarded")
    scorer.panel.locator("[data-asked=fool] label", has_text="Elise").tap()
    scorer.panel.locator("[data-digit='6']").tap()
    expect(scorer.panel).to_contain_text("Petite")
    scorer.button("Record this result").tap()
    expect(scorer.button("Confirm and seal")).to_be_enabled()
    scorer.tap(scorer.page.locator("[data-undo]"))
    expect(scorer.status).to_contain_text("to play.")


def test_the_director_s_ruling_goes_into_the_score_and_sealing_waits_for_the_last_entry(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(72))
    scorer.button("More", exact=True).tap()
    scorer.button("Ruling of the director").tap()
    scorer.panel.get_by_label("The ruling").fill("Late for the third time")
    scorer.panel.get_by_label("Wanda").fill("-10")
    scorer.button("Write it down").tap()
    expect(scorer.panel).to_contain_text("0")
    expect(scorer.panel.get_by_label("The ruling")).to_have_count(0)
    assert last_action(scorer)["kind"] == "play"
    scorer.button("Close", exact=True).tap()
    scorer.button("More", exact=True).tap()
    scorer.button("Ruling of the director").tap()
    scorer.panel.get_by_label("The ruling").fill("Late for the third time")
    scorer.panel.get_by_label("Wanda").fill("-10")
    scorer.panel.get_by_label("Samir").fill("10")
    scorer.button("Write it down").tap()
    expect(scorer.page.locator(".results")).to_contain_text("−92")

    scorer.saved().button("More", exact=True).tap()
    scorer.panel.get_by_label("A comment at this point").fill("A close one")
    scorer.page.context.set_offline(True)
    scorer.button("Write it down").tap()
    expect(scorer.chip).to_have_text("Offline, 1 kept here")
    expect(scorer.button("Confirm and seal")).to_be_disabled()


# --- hands that are told -------------------------------------------------------------------------


def test_all_hands_are_written_down_and_the_dog_fills_itself(
    tablet_portrait: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_portrait, cast, writes="all-hands")
    scorer.panel.get_by_role("button", name="Wanda").tap()
    for name, cards in zip(hands.PEOPLE, hands.HANDS, strict=True):
        expect(scorer.status).to_contain_text(f"{name}. Tap the 18 cards.")
        scorer.types(cards.lower())
        scorer.tap(scorer.button("Done: 18 of 18"))
    expect(scorer.panel.get_by_role("button", name="Dog")).to_contain_text("inferred")
    assert deal_of(scorer) is not None
    again = replay(records.record_of(scorer.hand))
    assert again.state.stock is not None and again.state.stock.bit_count() == 6
