"""A whole evening without a line: judged, scored, sealed and dealt on the tablet, and then sent."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from games import people
from games.book import records
from games.club.opening_clubs import set_up
from games.models import Confirmation, Confirms, Hand
from games.rules import VARIANTS
from tests import factories, hands
from tests.browser.away import Away, gives_up
from tests.browser.conftest import TABLET
from tests.browser.kept import name_tablet
from tests.browser.scorer import SCREENS, Scorer, lets_in, on_each
from tests.browser.test_games import GAMES, NEXT_CARD
from tests.browser.test_result import Result
from tests.cast import Cast

# A whole hand is tapped, and the machine may do other things.
pytestmark = [pytest.mark.usefixtures("engine_on"), pytest.mark.timeout(300)]

BRUNO = 4
OTHER_GAMES = [variant.key for variant in VARIANTS if variant.key != "french"]
IS_AT = "(version) => document.querySelector('#recording').dataset.version === version"


class Apart(NamedTuple):
    """A tablet without a line, and one that has it."""

    away: Away
    online: Scorer


@pytest.fixture
def away(tablet_landscape: Page, cast: Cast) -> Away:
    """Five people at a table of four: who deals sits out. Bruno deals the first hand."""
    facts: dict[str, Any] = {"players": 5, "dealer_sits_out": True, "title": "Friday evening"}
    return Away.goes(Scorer.opens(tablet_landscape, cast, **facts))


def test_three_hands_of_french_tarot_need_no_line_from_the_first_card_on(
    away: Away, cast: Cast
) -> None:
    scorer, page = away.scorer, away.page

    # Hand 1: every card, the dog and the discard tapped.
    expect(page.locator(".felt .plate.out")).to_have_text("Bruno deals, sits out")
    for call in hands.CALLS.split():
        scorer.says(call)
    expect(scorer.status).to_contain_text("Tap the 6 cards of the dog.")
    scorer.plays(hands.DOG).tap(scorer.button("Done: 6 of 6"))
    expect(scorer.button("Nobody saw it")).to_be_visible()
    scorer.plays(hands.DISCARD).tap(scorer.button("Done: 6 of 6"))
    expect(scorer.status).to_contain_text("Wanda leads")
    away.shows("first lead")
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

    # Hand 2: a handful, a revoke let stand, a claim that asks.
    away.deals(2)
    scorer.tap(scorer.undo)
    expect(page.get_by_role("heading", name="Wanda deals and sits out")).to_be_visible()
    away.deals(2)
    expect(page.locator("#_running")).to_contain_text("−92")
    expect(page.locator(".felt .plate.out")).to_have_text("Wanda deals, sits out")
    away.shows("dealt 2")
    for call in ("guard", "pass", "pass", "pass"):
        scorer.says(call)
    scorer.plays("T7 S3 D8 D6 D2 C4").tap(scorer.button("Done: 6 of 6"))
    scorer.button("Nobody saw it").tap()
    expect(scorer.status).to_contain_text("Samir leads")
    scorer.button("Announce").tap()
    scorer.panel.get_by_role("button", name="Samir: Handful").tap()
    scorer.plays("T1 T2 T3 T4 T5 T6 T8 T9 T10 T11").tap(scorer.button("10 trumps: Handful, +20"))
    expect(page.locator("#_plate-0 .announced")).to_have_text("Handful 10")
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

    # Hand 3: only the result, typed.
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
    expect(scorer.chip).to_have_text(re.compile(r"^3 hands with \d+ entries not sent$"))
    told = scorer.chip.text_content()

    seconds = away.comes_back()
    print(f"\n{told}: saved {seconds:.1f} s after the line was back")
    away.is_what_the_server_has(cast)
    assert list(away.match.hands.values_list("state", "sits_out").order_by("number")) == [
        (Hand.State.SEALED, BRUNO),
        (Hand.State.SEALED, hands.WANDA),
        (Hand.State.SEALED, hands.SAMIR),
    ]


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
    tablet_landscape.goto(f"/c/{cast.club.slug}/matches/{match.public_id}/record/")
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


# --- confirming ----------------------------------------------------------------------------------


def at_the_last_card(page: Page, cast: Cast, confirms: str) -> Away:
    """The last card of a hand is tapped where a score has to be confirmed."""
    set_up(user=cast.admin, club=cast.club, confirms=confirms)
    away = Away.goes(Scorer.opens(page, cast, hands.played(71)))
    away.scorer.tap(away.scorer.key(hands.CARDS[71]))
    seal = away.scorer.button("Confirm and seal")
    if confirms == Confirms.NO:
        expect(seal).to_be_enabled()
    else:
        expect(page.locator("#_confirm")).to_be_visible()
        expect(seal).to_be_disabled()
    return away


@pytest.mark.smoke
def test_a_score_confirmed_sealed_and_dealt_on_without_a_line_is_so_for_everybody_later(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    away = at_the_last_card(page, cast, Confirms.TAP)
    names = page.locator(".confirm-name")
    expect(names).to_have_text(["Wanda", "Elise", "Nadia"])
    away.scorer.tap(names.filter(has_text="Nadia"))
    expect(page.locator(".confirmed")).to_have_text("Nadia confirms the score.")
    away.seals()
    away.deals(2)
    away.scorer.says("pass")
    expect(away.scorer.status).to_contain_text("Elise to speak.")
    away.comes_back()
    first, second = away.match.hands.order_by("number")
    assert (first.state, first.confirmed) == (Hand.State.SEALED, True)
    given = Confirmation.objects.get(hand=first)
    assert (str(given.player), given.how) == ("Nadia", "tap")
    assert (second.state, second.version) == (Hand.State.OPEN, 1)


def test_on_a_phone_the_next_deal_is_in_sight_as_soon_as_the_hand_is_sealed(
    phone: Page, cast: Cast
) -> None:
    away = at_the_last_card(phone, cast, Confirms.NO)
    away.seals()
    expect(phone.get_by_role("button", name="Deal hand 2")).to_be_in_viewport(ratio=1)
    for screen in on_each(phone, SCREENS):
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen


def test_a_comment_after_a_confirmation_asks_for_another(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    away = at_the_last_card(page, cast, Confirms.TAP)
    scorer = away.scorer
    scorer.tap(page.locator(".confirm-name").first)
    expect(page.locator(".confirmed")).to_be_visible()
    scorer.button("More", exact=True).tap()
    scorer.panel.get_by_label("A comment at this point").fill("Counted twice")
    scorer.button("Write it down").tap()
    expect(page.locator(".confirm-name")).to_have_count(3)
    expect(scorer.button("Confirm and seal")).to_be_disabled()
    scorer.tap(page.locator(".confirm-name").last)
    away.seals()
    away.comes_back()
    assert Hand.objects.get().confirmed


def test_a_pin_is_not_asked_for_without_a_line_and_the_reason_why_nobody_was_is(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    away = at_the_last_card(page, cast, Confirms.PIN)
    expect(page.locator(".confirm-name")).to_have_count(0)
    expect(page.locator("#_confirm")).to_contain_text("No PIN can be checked")
    page.get_by_text("Nobody can be asked").tap()
    page.get_by_label("Why can nobody be asked?").fill("No line, and the last train")
    page.get_by_role("button", name="Seal without a confirmation").tap()
    expect(page.get_by_role("button", name="Deal hand 2")).to_be_visible()
    away.comes_back()
    assert Hand.objects.get().state == Hand.State.SEALED
    assert Confirmation.objects.get().because == "No line, and the last train"


# --- two tablets ---------------------------------------------------------------------------------


@pytest.fixture
def apart(tablet_landscape: Page, open_page: Callable[..., Page], cast: Cast) -> Apart:
    """Two tablets at trick 18 of a hand; the first goes without a line, seals, deals and calls."""
    name_tablet(tablet_landscape, "Tablet 1")
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(68))
    page = open_page(**TABLET)
    name_tablet(page, "Tablet 2")
    lets_in(page, cast.admin)
    page.goto(tablet_landscape.url)
    expect(page.locator("#recording[inert]")).to_have_count(0)
    away = Away.goes(scorer)
    scorer.plays(" ".join(hands.CARDS[68:71])).tap(scorer.key(hands.CARDS[71]))
    away.seals()
    away.deals(2)
    scorer.says("pass").says("guard")
    expect(scorer.status).to_contain_text("Nadia to speak.")
    return Apart(away, Scorer(page))


def comes_to(apart: Apart, number: int) -> Locator:
    """The line is back: this hand is shown, both sides in words. Returns what waits."""
    page = apart.away.page
    page.context.set_offline(False)
    expect(apart.away.scorer.chip).to_have_text("Another tablet recorded here")
    expect(page.locator("#hand-words")).to_have_text(f"Hand {number}")
    sides = apart.away.scorer.panel.get_by_role("region")
    expect(sides).to_have_count(2)
    theirs, mine = sides.all()
    expect(theirs).to_have_accessible_name("Recorded by admin on Tablet 2")
    expect(mine).to_have_accessible_name("Waiting on this tablet")
    return mine.get_by_role("listitem")


def takes_back(online: Scorer, cards: str) -> None:
    """The other tablet takes back the last cards, the last of them first."""
    for card in cards.split():
        online.tap(online.undo)
        expect(online.key(card)).not_to_have_attribute("data-state", "played")


def hands_of(apart: Apart) -> list[tuple[str, str]]:
    """What was called or played last in each hand, and whether it is sealed."""
    return [
        (hand.state, " ".join(map(last_word, records.changes_of(hand)[-4:])))
        for hand in apart.away.match.hands.order_by("number")
    ]


def last_word(change: dict) -> str:
    action = change.get("action", {})
    return str(action.get("card", action.get("call", change["op"])))


def test_cards_of_another_tablet_are_shown_next_to_those_that_wait(
    apart: Apart,
) -> None:
    """Two cards are alike. The club keeps the other's third: the hand is open again, its seal is
    dropped with it, and the next hand waits until it is sealed again."""
    away, online = apart
    online.plays("CJ CQ C7").saved()
    mine = comes_to(apart, 1)
    expect(mine).to_have_count(2)
    expect(away.scorer.panel).to_contain_text("What waits here does not fit after it")
    assert [(hand.state, hand.version) for hand in away.match.hands.all()] == [("open", 77)]
    away.scorer.button("Drop mine").tap()
    waits = "The next hand waits, 2 kept here"
    expect(away.scorer.chip).to_have_text(waits)
    expect(away.scorer.panel).to_contain_text("Hand 1 is not sealed yet.")
    away.scorer.button("Go on", exact=True).tap()
    away.scorer.tap(away.scorer.key("C10"))
    expect(away.scorer.button("Confirm and seal")).to_be_enabled()
    expect(away.scorer.chip).to_have_text(waits)
    assert [hand.state for hand in away.match.hands.all()] == ["open"]
    away.scorer.tap(away.scorer.button("Confirm and seal"))
    away.scorer.saved()
    expect(away.page.locator("#hand-words")).to_have_text("Hand 2")
    assert hands_of(apart) == [("sealed", "CJ CQ C7 C10"), ("open", "pass guard")]


def test_what_was_recorded_of_a_hand_that_somebody_else_deals_is_dropped_by_the_scorer_alone(
    apart: Apart,
) -> None:
    """The hand before it is open again, and given up instead of sealed: the same player deals."""
    away, online = apart
    online.plays("CJ CQ C7").saved()
    comes_to(apart, 1)
    away.scorer.button("Drop mine").tap()
    away.scorer.button("Go on", exact=True).tap()
    gives_up(away.scorer, "Given up", "Cards were mixed up")
    expect(away.scorer.panel).to_contain_text("Hand 2 is dealt by somebody else than here.")
    expect(away.scorer.chip).to_have_text("The next hand waits, 2 kept here")
    away.scorer.button("Drop what waits").tap()
    away.scorer.saved()
    away.scorer.tap(away.page.get_by_role("button", name="Deal hand 2"))
    away.scorer.says("small").saved()
    assert [(hand.state, hand.version) for hand in away.match.hands.order_by("number")] == [
        ("void", 77),
        ("open", 1),
    ]


def test_a_hand_that_another_tablet_sealed_with_the_same_cards_leaves_nothing_to_decide(
    apart: Apart,
) -> None:
    away, online = apart
    online.plays("CJ CQ C10").tap(online.key("C7"))
    online.tap(online.button("Confirm and seal"))
    online.page.get_by_role("button", name="Deal hand 2").wait_for()
    away.comes_back()
    expect(away.page.locator("#hand-words")).to_have_text("Hand 2")
    assert hands_of(apart) == [("sealed", "CJ CQ C10 C7"), ("open", "pass guard")]


def test_a_hand_that_another_tablet_sealed_with_other_cards_stands(apart: Apart) -> None:
    """What follows is not lost with it: the next hand is dealt, and goes on."""
    away, online = apart
    online.plays("CJ CQ C7").tap(online.key("C10"))
    online.tap(online.button("Confirm and seal"))
    online.page.get_by_role("button", name="Deal hand 2").wait_for()
    expect(comes_to(apart, 1)).to_have_count(2)
    expect(away.scorer.button("Send mine after it")).to_have_count(0)
    away.scorer.button("Drop mine").tap()
    away.scorer.saved()
    expect(away.page.locator("#hand-words")).to_have_text("Hand 2")
    assert hands_of(apart) == [("sealed", "CJ CQ C7 C10"), ("open", "pass guard")]


def test_where_another_tablet_has_dealt_and_called_the_calls_of_both_are_shown(
    apart: Apart,
) -> None:
    away, online = apart
    online.plays("CJ CQ C10").tap(online.key("C7"))
    online.tap(online.button("Confirm and seal"))
    online.tap(online.page.get_by_role("button", name="Deal hand 2"))
    online.says("pass").says("small").saved()
    expect(comes_to(apart, 2)).to_have_count(1)
    away.scorer.button("Drop mine").tap()
    away.scorer.saved()
    expect(away.scorer.status).to_contain_text("Nadia to speak.")
    assert hands_of(apart) == [("sealed", "CJ CQ C10 C7"), ("open", "pass small")]


def test_mine_are_sent_after_what_another_tablet_recorded_where_they_fit(apart: Apart) -> None:
    """The other tablet corrected nothing and played nothing: a comment, a ruling."""
    away, online = apart
    online.button("More", exact=True).tap()
    online.panel.get_by_label("A comment at this point").fill("Bruno looks on")
    online.button("Write it down").tap()
    online.saved()
    expect(comes_to(apart, 1)).to_have_count(4)
    expect(away.scorer.panel).to_contain_text("What waits here fits after it.")
    away.scorer.button("Send mine after it").tap()
    away.scorer.saved()
    expect(away.page.locator("#hand-words")).to_have_text("Hand 2")
    expect(away.scorer.status).to_contain_text("Nadia to speak.")
    assert hands_of(apart) == [("sealed", "CJ CQ C10 C7"), ("open", "pass guard")]
    away.is_sound()


def test_of_mine_whatever_fits_is_sent_and_the_first_that_does_not_is_shown_at_its_hand(
    apart: Apart,
) -> None:
    """In trick 17 the other tablet took Nadia's 8♣ back for her 10♣. So of the last trick two cards
    fit, the 10♣ does not; with the 8♣ in its place the hand is sealed, and the next goes on."""
    away, online = apart
    takes_back(online, "C5 C8")
    online.plays("C10 C5").saved()
    mine = comes_to(apart, 1)
    expect(mine).to_have_count(4)
    expect(away.scorer.panel).to_contain_text("What waits here does not fit after it")
    away.scorer.button("Send mine after it").tap()
    expect(away.scorer.panel.get_by_role("heading")).to_have_text("Nadia cannot have it")
    expect(away.page.locator("#hand-words")).to_have_text("Hand 1")
    expect(online.key("CQ")).to_have_attribute("data-state", "played")  # the server has it
    assert hands_of(apart) == [("open", "C10 C5 CJ CQ")]
    away.scorer.tap(away.scorer.key("C8"))
    away.scorer.saved()
    expect(away.page.locator("#hand-words")).to_have_text("Hand 2")
    expect(away.scorer.status).to_contain_text("Nadia to speak.")
    assert hands_of(apart) == [("sealed", "CJ CQ C8 C7"), ("open", "pass guard")]
    away.is_sound()


def test_both_sides_wait_for_a_decision_through_a_reload(apart: Apart) -> None:
    away, online = apart
    takes_back(online, "C5")
    online.plays("C5").saved()
    expect(comes_to(apart, 1)).to_have_count(4)
    away.page.reload()
    expect(comes_to(apart, 1)).to_have_count(4)
    away.scorer.button("Send mine after it").tap()
    away.scorer.saved()
    assert hands_of(apart) == [("sealed", "CJ CQ C10 C7"), ("open", "pass guard")]
    away.is_sound()
