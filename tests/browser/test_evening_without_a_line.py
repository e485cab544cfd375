"""A whole evening without a line: judged, scored, sealed and dealt on the tablet, and then sent."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import people
from games.models import Hand
from games.rules import VARIANTS
from tests import factories, hands
from tests.browser.away import Away
from tests.browser.scorer import Scorer, address, lets_in
from tests.browser.test_games import GAMES, NEXT_CARD
from tests.browser.test_result import Result
from tests.cast import Cast

# A whole hand is tapped, and the machine may do other things.
pytestmark = [pytest.mark.usefixtures("engine_on"), pytest.mark.timeout(300)]

BRUNO = 4
OTHER_GAMES = [variant.key for variant in VARIANTS if variant.key != "french"]
IS_AT = "(version) => document.querySelector('#recording').dataset.version === version"


@pytest.fixture
def away(tablet_landscape: Page, cast: Cast) -> Away:
    """Five people at a table of four: who deals sits out. Bruno deals the first hand."""
    facts: dict[str, Any] = {"players": 5, "dealer_sits_out": True, "title": "Friday evening"}
    return Away.goes(Scorer.opens(tablet_landscape, cast, **facts))


def test_three_hands_of_french_tarot_need_no_line_from_the_first_card_on(
    away: Away, cast: Cast
) -> None:
    calls_and_exchanges_seen(away)
    plays_with_a_revoke_and_a_correction(away)
    is_ruled_sealed_and_dealt_on(away)
    plays_with_a_handful_until_a_claim(away)
    states_the_result_alone(away)
    chip = away.scorer.chip
    expect(chip).to_have_text(re.compile(r"^3 hands with \d+ entries not sent$"))
    told = chip.text_content()

    seconds = away.comes_back()
    print(f"\n{told}: saved {seconds:.1f} s after the line was back")
    away.is_what_the_server_has(cast)
    assert list(away.match.hands.values_list("state", "sits_out").order_by("number")) == [
        (Hand.State.SEALED, BRUNO),
        (Hand.State.SEALED, hands.WANDA),
        (Hand.State.SEALED, hands.SAMIR),
    ]


def calls_and_exchanges_seen(away: Away) -> None:
    scorer, page = away.scorer, away.page
    expect(page.locator(".felt .plate.out")).to_have_text("Bruno deals, sits out")
    for call in hands.CALLS.split():
        scorer.says(call)
    expect(scorer.status).to_contain_text("Tap the 6 cards of the dog.")
    scorer.plays(hands.DOG).tap(scorer.button("Done: 6 of 6"))
    expect(scorer.button("Nobody saw it")).to_be_visible()
    scorer.plays(hands.DISCARD).tap(scorer.button("Done: 6 of 6"))
    expect(scorer.status).to_contain_text("Wanda leads")
    away.shows("first lead")


def plays_with_a_revoke_and_a_correction(away: Away) -> None:
    scorer, page = away.scorer, away.page
    cards = list(hands.CARDS[:36])
    third, fourth = cards.index("D4"), cards.index("D9")
    cards[third], cards[fourth] = "D9", "D4"
    scorer.plays(" ".join(cards[:26]))
    scorer.plays("DJ")
    expect(scorer.panel.get_by_role("heading")).to_have_text("Nadia had no diamonds in trick 5")
    expect(scorer.panel.locator(".guilty").get_by_role("img")).to_have_accessible_name("trump 15")
    scorer.button("Choose another card").tap()
    scorer.plays(" ".join(cards[26:]))
    expect(scorer.status).to_contain_text("Leads to trick 10.")
    away.shows("trick 9")
    scorer.looks_at("D9")
    scorer.button("Choose the right card").tap()
    scorer.looks_at("D4")
    expect(scorer.panel.get_by_role("heading")).to_have_text("It does not fit: Nadia’s 4♦")
    scorer.button("The two cards were mixed up: swap them").tap()
    expect(scorer.panel.get_by_role("heading")).to_have_text("It fits")
    scorer.button("Save the change").tap()
    expect(scorer.panel).to_have_count(0)
    expect(page.locator("#trick-3")).to_contain_text("4")
    away.shows("corrected")
    scorer.button("More", exact=True).tap()
    scorer.panel.get_by_label("A comment at this point").fill("Nadia thinks about it")
    scorer.button("Write it down").tap()
    expect(scorer.undo).to_contain_text("the comment")
    away.shows("comment")
    scorer.plays(" ".join(hands.CARDS[36:71])).tap(scorer.key(hands.CARDS[71]))
    expect(page.get_by_role("heading", name="Petite: Samir short by 9")).to_be_visible()
    away.shows("score 1")


def is_ruled_sealed_and_dealt_on(away: Away) -> None:
    scorer, page = away.scorer, away.page
    scorer.button("More", exact=True).tap()
    scorer.button("Ruling of the director").tap()
    scorer.panel.get_by_label("The ruling").fill("Late for the third time")
    scorer.panel.get_by_label("Wanda").fill("-10")
    scorer.panel.get_by_label("Samir").fill("10")
    scorer.button("Write it down").tap()
    expect(page.locator(".results")).to_contain_text("−92")
    away.shows("ruling")
    away.seals()
    expect(page.get_by_role("heading", name="Wanda deals and sits out")).to_be_visible()
    away.takes_the_seal_back()
    away.shows("between 1")
    away.deals(2)
    scorer.tap(scorer.undo)
    expect(page.get_by_role("heading", name="Wanda deals and sits out")).to_be_visible()
    away.deals(2)
    expect(page.locator("#_running")).to_contain_text("−92")
    expect(page.locator(".felt .plate.out")).to_have_text("Wanda deals, sits out")
    away.shows("dealt 2")


def plays_with_a_handful_until_a_claim(away: Away) -> None:
    """A revoke is let stand, a card taken back; the claim asks for what nobody has seen."""
    scorer = away.scorer
    for call in ("guard", "pass", "pass", "pass"):
        scorer.says(call)
    scorer.plays("T7 S3 D8 D6 D2 C4").tap(scorer.button("Done: 6 of 6"))
    scorer.button("Nobody saw it").tap()
    expect(scorer.status).to_contain_text("Samir leads")
    scorer.button("Announce").tap()
    scorer.panel.get_by_role("button", name="Samir: Handful").tap()
    scorer.plays("T1 T2 T3 T4 T5 T6 T8 T9 T10 T11").tap(scorer.button("10 trumps: Handful, +20"))
    expect(away.page.locator("#_plate-0 .announced")).to_have_text("Handful 10")
    away.shows("handful")
    scorer.plays("S1 T12 S4 S5 S6")
    expect(scorer.panel.get_by_role("heading")).to_have_text("Elise had no spades in trick 1")
    scorer.lets_stand("Seen late")
    expect(scorer.key("T12")).to_have_attribute("data-mark", "irregular")
    away.shows("let stand")
    scorer.plays("S7 S8")
    scorer.tap(scorer.undo)
    expect(scorer.key("S8")).not_to_have_attribute("data-state", "played")
    scorer.plays("S9 S10")
    scorer.button("Claim").tap()
    scorer.panel.locator("[data-fact=claimed] label", has_text="Elise").tap()
    expect(scorer.panel).to_contain_text("Who holds the Excuse?, Card points discarded")
    scorer.panel.locator("[data-asked=fool] label", has_text="Bruno").tap()
    scorer.panel.locator("[data-digit='6']").tap()
    expect(scorer.panel).to_contain_text("Garde")
    scorer.button("Record this result").tap()
    expect(scorer.button("Confirm and seal")).to_be_enabled()
    away.shows("claimed")
    away.seals()
    away.shows("between 2")


def states_the_result_alone(away: Away) -> None:
    scorer, page = away.scorer, away.page
    away.deals(3)
    expect(page.locator(".felt .plate.out")).to_have_text("Samir deals, sits out")
    Result(page).taps_on("The result alone")
    expect(page.locator("#result-typed")).to_be_visible()
    page.keyboard.type("elise garde sans 2 45")
    page.keyboard.press("Enter")
    expect(page.locator("#_result_so_far")).to_contain_text("Elise, Garde sans, 2 bouts, 45 points")
    page.keyboard.press("Enter")
    expect(scorer.button("Confirm and seal")).to_be_enabled()
    away.shows("result")
    away.seals()
    away.shows("between 3")


# --- the other games -----------------------------------------------------------------------------


def taps_until_the_score(scorer: Scorer, calls: str) -> None:
    """A hand in which everything is tapped that the screen offers first."""
    page = scorer.page
    recording = page.locator("#recording")
    spoken = iter(calls.split())
    version = 0
    while (mode := recording.get_attribute("data-mode")) != "score":
        phase = recording.get_attribute("data-phase")
        if mode == "auction":
            scorer.says(next(spoken))
        elif phase != "exchange":
            scorer.looks_at(page.wait_for_function(NEXT_CARD).json_value())
        elif page.locator("#unseen").is_visible():
            scorer.tap(page.locator("#unseen"))
        elif page.locator("#done").is_visible():
            size = int(page.locator(".chosen").get_attribute("data-count") or 0)
            for _ in range(size):
                scorer.tap(page.locator('.key[data-state="clear"]').first)
            scorer.tap(page.locator("#done"))
        else:
            scorer.tap(page.locator("#stage [data-act]").first)
        version += 1
        page.wait_for_function(IS_AT, arg=str(version))


@pytest.mark.parametrize("key", OTHER_GAMES)
def test_a_hand_of_every_other_game_needs_no_line_either(
    tablet_landscape: Page, cast: Cast, key: str
) -> None:
    game = GAMES[key]
    seats = [*cast.players, people.add_player(user=cast.scorer, club=cast.club, name="Fleur")]
    match = factories.open_match(
        cast.scorer, cast.club, seats[: game.players], variant=key, first_dealer=0
    )
    factories.open_hand(cast.scorer, match)
    lets_in(tablet_landscape, cast.scorer)
    tablet_landscape.goto(address(match))
    away = Away.goes(Scorer(tablet_landscape))
    away.shows("dealt")
    taps_until_the_score(away.scorer, game.calls)
    away.shows("score")
    away.seals()
    away.shows("between")
    told = away.scorer.chip.text_content()
    seconds = away.comes_back()
    print(f"\n{key}: {told}: saved {seconds:.1f} s after the line was back")
    away.is_what_the_server_has(cast)
    assert Hand.objects.get(match=match).state == Hand.State.SEALED
