"""What else happens at a table: hands without play, announcements, claims, hands that are told."""

import pytest
from playwright.sync_api import Page, expect

from games.book import records
from games.models import Hand
from games.rules import entering, replay
from tests import hands
from tests.browser.scorer import SCREENS, Scorer, on_each
from tests.cast import Cast
from tests.factories import act, calls, plays

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
FIVE_LEAD = [*KING_OF_HEARTS_CALLED, act("discard", cards=None)]


def deal_of(scorer: Scorer) -> dict | None:
    deal, _actions = entering.fold(records.changes_of(scorer.saved().hand))
    return deal  # type: ignore[return-value]


def last_action(scorer: Scorer) -> dict:
    return entering.fold(records.changes_of(scorer.saved().hand))[1][-1]


# --- hands without play --------------------------------------------------------------------------


@pytest.mark.smoke
def test_a_hand_thrown_in_is_sealed_and_the_next_player_deals(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast).says("pass").says("pass").says("pass")
    expect(scorer.status).to_contain_text("Nadia to speak.")
    scorer.says("pass")
    scorer.page.get_by_role("heading", name="Everybody passed").wait_for()
    scorer.button("Confirm and seal").tap()
    scorer.page.get_by_role("heading", name="Wanda deals").wait_for()
    assert Hand.objects.get().state == Hand.State.SEALED
    scorer.page.get_by_role("button", name="Deal hand 2").tap()
    expect(scorer.status).to_contain_text("Samir to speak.")


def test_a_petit_sec_annuls_the_hand(tablet_portrait: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_portrait, cast)
    scorer.button("Announce").tap()
    scorer.panel.get_by_role("button", name="Elise: Petit sec").tap()
    scorer.page.get_by_role("heading", name="The hand is annulled").wait_for()
    expect(scorer.button("Confirm and seal")).to_be_enabled()


# --- announcements -------------------------------------------------------------------------------


def test_a_handful_is_shown_card_by_card(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.exchange())
    scorer.button("Announce").tap()
    scorer.panel.get_by_role("button", name="Wanda: Handful").tap()
    expect(scorer.status).to_contain_text("Tap the trumps that Wanda shows.")
    scorer.looks_at("S1").plays("T1 T2 T3 T4 T5 T6 T8 T9 T10")
    expect(scorer.key("S1")).to_have_attribute("data-state", "forbidden")
    expect(scorer.button("1 more: Handful, +20")).to_be_disabled()
    scorer.plays("F")
    expect(scorer.status).to_contain_text("3 more: Double handful, +30")
    scorer.tap(scorer.button("10 trumps: Handful, +20"))
    expect(scorer.undo).to_contain_text("Wanda’s Handful")
    expect(scorer.key("S1")).to_have_attribute("data-state", "clear")
    assert len(last_action(scorer)["cards"]) == 10


def test_a_handful_stays_in_sight_for_the_rest_of_the_hand(
    tablet_landscape: Page, cast: Cast
) -> None:
    """On the plate of its player and next to the contract, on every screen, card after card."""
    shown = act("announce", seat=0, what="handful", cards=TEN_TRUMPS.split())
    slam = act("announce", seat=1, what="slam")
    scorer = Scorer.opens(tablet_landscape, cast, [*hands.exchange(), slam, shown])
    for cards in ("H1", "HQ HK H3 H8"):
        for _screen in on_each(scorer.page, SCREENS):
            plates = scorer.page.locator("#_plate-0 .announced, #_plate-1 .announced")
            expect(plates).to_have_text(["Handful 10", "Slam"])
            for chip in plates.all():
                expect(chip).to_be_in_viewport(ratio=1)
            told = scorer.page.locator("#_holds .announcements")
            expect(told).to_have_text("Samir: Slam, Wanda: Handful 10")
        scorer.page.set_viewport_size({"width": 1180, "height": 820})
        scorer.plays(cards).saved()


def test_too_few_trumps_are_no_handful(tablet_portrait: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_portrait, cast, hands.exchange())
    scorer.button("Announce").tap()
    scorer.panel.get_by_role("button", name="Wanda: Handful").tap()
    scorer.plays("T1 T2 T3")
    expect(scorer.button("7 more: Handful, +20")).to_be_disabled()
    scorer.page.keyboard.press("Enter")
    assert last_action(scorer)["kind"] == "discard"


def test_a_called_slam_is_led_by_its_caller(tablet_portrait: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_portrait, cast, hands.exchange())
    scorer.button("Announce").tap()
    scorer.panel.get_by_role("button", name="Samir: Slam").tap()
    expect(scorer.status).to_contain_text("Samir leads to the first trick.")


# --- the table -----------------------------------------------------------------------------------


def test_a_finished_trick_lies_until_the_next_card(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(26)).plays("T1 DJ")
    expect(scorer.status).to_contain_text("Elise to play. Leads to trick 8.")
    expect(scorer.page.locator(".place .face")).to_have_count(4)
    expect(scorer.page.locator(".seat:has(.place.winning)")).to_have_attribute("data-seat", "2")
    scorer.plays("SJ")
    expect(scorer.page.locator(".place .face")).to_have_count(1)


def test_three_play_at_a_table_of_three(tablet_landscape: Page, cast: Cast) -> None:
    opening = [*calls("pass pass guard-without"), *plays("S1 S2")]
    scorer = Scorer.opens(tablet_landscape, cast, opening, players=3)
    expect(scorer.page.locator(".plate")).to_have_count(3)
    scorer.plays("S3")
    expect(scorer.status).to_contain_text("Elise to play. Leads to trick 2.")
    expect(scorer.page.locator(".place .face")).to_have_count(3)


@pytest.mark.smoke
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
    scorer.plays("HK")
    expect(scorer.page.locator(".plate", has_text="partner")).to_contain_text("Elise")
    expect(scorer.page.locator("#_contract")).to_contain_text(
        "with Elise against Wanda, Nadia and Bruno"
    )


def claims(scorer: Scorer, name: str) -> None:
    """The panel of the claim, with who takes the rest."""
    scorer.button("Claim").tap()
    scorer.panel.locator("[data-fact=claimed] label", has_text=name).tap()


# --- the end -------------------------------------------------------------------------------------


def test_a_claim_is_scored_where_the_hands_are_known(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(64))
    claims(scorer, "Samir")
    expect(scorer.panel).to_contain_text("Petite: Samir short by")
    assert last_action(scorer)["kind"] == "play"  # nothing is recorded yet
    scorer.button("Record this result").tap()
    scorer.page.get_by_role("heading", name="Petite: Samir short by").wait_for()
    expect(scorer.button("Confirm and seal")).to_be_enabled()


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


def test_where_a_bout_may_lie_in_the_discard_a_claim_asks_how_many(
    tablet_landscape: Page, cast: Cast
) -> None:
    """1.7.4: with kings barred alone; the Excuse may lie there, too."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(12), options={})
    claims(scorer, "Wanda")
    honours = scorer.panel.locator("[data-asked=honours]")
    expect(honours).to_contain_text("among them: trump 1, trump 21 and Excuse?")
    scorer.panel.locator("[data-asked=fool] label", has_text="discard").tap()
    scorer.panel.locator("[data-digit='7']").tap()
    honours.locator("label", has_text="0").tap()
    expect(scorer.panel).to_contain_text("What was recorded does not allow that.")
    honours.locator("label", has_text="1").tap()
    scorer.button("Record this result").tap()
    expect(scorer.button("Confirm and seal")).to_be_enabled()


def test_where_the_table_cannot_say_either_the_result_is_stated(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(12))
    claims(scorer, "Wanda")
    scorer.button("State the result").tap()
    expect(scorer.page.locator(".result-form")).to_be_visible()


def test_six_cards_cannot_have_counted_eighty_points_when_they_were_laid_away(
    tablet_landscape: Page, cast: Cast
) -> None:
    """More than six cards without an honour can count cannot have been laid away."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(20))
    claims(scorer, "Wanda")
    for digit in "80":
        scorer.panel.locator(f"[data-digit='{digit}']").tap()
    expect(scorer.panel).to_contain_text("What was recorded does not allow that.")
    expect(scorer.button("Record this result")).to_be_disabled()


def test_the_director_s_ruling_goes_into_the_score(tablet_landscape: Page, cast: Cast) -> None:
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


# --- hands that are told -------------------------------------------------------------------------


def test_one_hand_is_written_down(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast)
    scorer.page.get_by_role("link", name="Some hands, or all").tap()
    scorer.panel.get_by_role("button", name="Samir").tap()
    expect(scorer.status).to_contain_text("Samir. Tap the 18 cards.")
    scorer.plays(hands.HANDS[1]).tap(scorer.button("Done: 18 of 18"))
    expect(scorer.panel.get_by_role("button", name="Samir")).to_contain_text("written down")
    scorer.button("Close", exact=True).tap()
    expect(scorer.status).to_contain_text("Wanda to speak.")
    deal = deal_of(scorer)
    assert deal is not None and deal["hands"][1] == hands.HANDS[1].split()
    assert deal["hands"][0] is None


@pytest.mark.smoke
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


def test_the_last_trick_is_filled_in_with_one_tap(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played_open(68))
    scorer.button("Fill in the last 4 cards").tap()
    scorer.page.get_by_role("heading", name="Petite: Samir short by 9").wait_for()
    scorer.page.get_by_text("Open the tricks").tap()
    expect(scorer.page.locator("#trick-18 .inferred")).to_have_count(4)


# --- the screen after a card ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_after_each_card_the_screen_equals_a_fresh_drawing(
    tablet_portrait: Page, cast: Cast, players: int
) -> None:
    """After a card only what it has changed is sent; nothing else of the screen may lag behind."""
    passes = " pass" * (players - 1)
    changes = calls(f"guard-without{passes}")
    if players == 5:
        changes.append(act("king", seat=0, card="SK"))
    scorer = Scorer.opens(tablet_portrait, cast, changes, players=players, first_dealer=players - 1)
    for card in "H1 H2 H3 H4 H5 H6 H7 SK S1 S2 S3 S4".split():
        scorer.plays(card).saved()
        drawn, whole = scorer.page.evaluate(BOTH)
        assert drawn == whole
