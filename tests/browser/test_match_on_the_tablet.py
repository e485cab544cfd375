"""The match around the hand: settled in the form, in sight while recording, closed at the end."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Hand, Match, Player
from games.people.players import add_player
from games.rules import VARIANTS
from tests import factories
from tests.browser.barriers import no_barriers
from tests.browser.scorer import SCREENS, SIZES, Scorer, address, lets_in, on_each
from tests.cast import Cast
from tests.factories import claimed_by_seat_0, open_hand, open_match, sealed_hand
from tests.games import hand_by_chance

NEW_MATCH = "/c/les-atouts/matches/new/"
# Each game with as many people as can sit down to it, and how many of them play.
TABLES = {variant.key: max(variant.seatings) for variant in VARIANTS}
KEYS = """() => [...document.querySelectorAll(".key")].filter((key) => key.checkVisibility())
    .map((key) => key.getBoundingClientRect()).filter((box) => box.height < 44 || box.width < 40)"""
OUT_OF_SIGHT = """() => [...document.querySelectorAll("#_running dt, #_running dd")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5
        || one.getBoundingClientRect().width < 8).map((one) => one.textContent)"""


def people(cast: Cast, number: int) -> list[Player]:
    sixth = add_player(user=cast.scorer, club=cast.club, name="Farid")
    return [*cast.players, sixth][:number]


def match_of(cast: Cast, key: str, seats: list[Player], hands: int, **facts: Any) -> Match:
    """A match with that many hands sealed, and one on the table with nine cards played."""
    match = open_match(cast.scorer, cast.club, seats, variant=key, first_dealer=0, **facts)
    players = len(seats) - match.dealer_sits_out
    for number in range(1, hands + 2):
        deal = match.deal(number, len(seats))
        changes = hand_by_chance(key, players, seed=number, dealer=deal.dealer)
        if number <= hands:
            sealed_hand(cast.scorer, match, changes)
        else:
            plays = [at for at, one in enumerate(changes) if is_play(one)]
            open_hand(cast.scorer, match, changes[: plays[9]])
    return match


def is_play(change: dict[str, Any]) -> bool:
    return change["op"] == "act" and change["action"]["kind"] == "play"


def test_the_match_is_in_sight_in_every_game_and_nothing_is_pushed_out(
    tablet_landscape: Page, cast: Cast
) -> None:
    page, seats = tablet_landscape, people(cast, 6)
    lets_in(page, cast.scorer)
    for key, table in TABLES.items():
        facts = {"dealer_sits_out": table.dealer_sits_out}
        match = match_of(cast, key, seats[: table.people], 2, **facts)
        page.goto(address(match))
        page.locator("#recording:not([inert])").wait_for()
        running = page.locator("#_running")
        expect(running).to_be_visible()
        for player in seats[: table.people]:
            expect(running).to_contain_text(player.name)
        for screen in on_each(page, SCREENS):
            assert page.evaluate(OUT_OF_SIGHT) == [], (key, screen)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), key
            assert page.evaluate(KEYS) == [], (key, screen)
            if screen in SIZES:
                assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), key


def test_no_game_s_form_has_to_be_scrolled_on_a_tablet(tablet_landscape: Page, cast: Cast) -> None:
    page, seats = tablet_landscape, people(cast, 6)
    lets_in(page, cast.scorer)
    for variant in VARIANTS:
        number = max(seating.people for seating in variant.seatings)
        open_match(cast.scorer, cast.club, seats[:number], variant=variant.key, first_dealer=0)
        page.goto(f"{NEW_MATCH}?variant={variant.key}")
        page.locator(".sit:visible").first.wait_for()
        for size in on_each(page, SIZES):
            fits = page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            assert fits, (variant.key, size)


def test_settings_are_chosen_with_their_reasons(tablet_landscape: Page, cast: Cast) -> None:
    page = tablet_landscape
    cast.open_match(4, variant="taros-1659")
    lets_in(page, cast.scorer)
    page.goto(f"{NEW_MATCH}?variant=taros-1659")
    expect(page.get_by_label("Points to play for")).to_be_hidden()
    page.get_by_text("3 settings of the match").tap()
    expect(page.get_by_text("this number of points or more")).to_be_visible()
    page.get_by_role("group", name="Points to play for").get_by_role("combobox").fill("30")
    page.get_by_label("All of them win").check()
    boris = page.get_by_role("button", name="Seat 1", exact=False).bounding_box()
    page.get_by_label("Counter-clockwise").check()
    turned = page.get_by_role("button", name="Seat 1", exact=False).bounding_box()
    assert boris is not None and turned is not None and turned["x"] < boris["x"]
    expect(page.get_by_text("Turns go to the right-hand neighbour.").first).to_be_visible()
    page.get_by_role("button", name="Open the match").tap()
    page.locator("#recording:not([inert])").wait_for()
    assert Match.objects.latest("id").settings == {
        "target": 30,
        "finish_rule": "shared",
        "direction": "counter-clockwise",
    }


@pytest.mark.smoke
def test_four_sit_down_to_droggn_and_the_dealer_sits_out(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Droggn 2.2.1, from the form to the second deal."""
    page = tablet_landscape
    lets_in(page, cast.scorer)
    page.goto(f"{NEW_MATCH}?variant=droggn")
    page.get_by_label("4, dealer sits out").tap()
    expect(page.locator(".sit:visible")).to_have_count(4)
    for name in ("Anna", "Boris", "Chloé", "Dario"):
        page.locator(".people").get_by_role("button", name=name, exact=True).tap()
    page.get_by_role("button", name="Open the match").tap()
    page.locator("#recording:not([inert])").wait_for()
    expect(page.locator(".felt .plate")).to_have_count(4)
    expect(page.locator(".felt .plate.out")).to_have_text("Anna deals, sits out")
    scorer = Scorer(page)
    expect(scorer.status).to_contain_text("Boris to speak.")
    for _ in range(3):
        scorer.says("pass").saved()
    scorer.tap(scorer.button("Confirm and seal"))
    expect(page.get_by_role("heading", name="Boris deals and sits out")).to_be_visible()
    names = Hand.objects.get().seats.order_by("seat").values_list("player__name", flat=True)
    assert list(names) == ["Boris", "Chloé", "Dario"]


def tap_wherever(page: Page, name: str) -> None:
    """Tap a button that nothing covers on any screen."""
    for _screen in on_each(page, SCREENS):
        page.get_by_role("button", name=name).tap(trial=True)
    page.get_by_role("button", name=name).tap()


def test_after_the_last_hand_the_match_is_closed_with_one_tap(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    match = cast.open_match(hands_planned=1)
    factories.open_hand(cast.scorer, match, claimed_by_seat_0())
    lets_in(page, cast.scorer)
    page.goto(address(match))
    expect(page.get_by_text("The match is over. Anna has won.")).to_be_visible()
    expect(page.locator("#_running")).to_be_hidden()
    tap_wherever(page, "Confirm and seal")
    expect(page.get_by_role("heading", name="Anna has won")).to_be_visible()
    expect(page.get_by_role("button", name="Deal hand 2")).to_be_hidden()
    tap_wherever(page, "Close the match")
    expect(page.get_by_text("Friday is closed.")).to_be_visible()
    match.refresh_from_db()
    assert match.closed_at is not None


def test_after_the_last_hand_the_table_can_play_on(tablet_portrait: Page, cast: Cast) -> None:
    page = tablet_portrait
    match = cast.open_match(hands_planned=1)
    sealed_hand(cast.scorer, match, claimed_by_seat_0())
    lets_in(page, cast.scorer)
    page.goto(address(match))
    page.get_by_text("Go on playing", exact=True).tap()
    page.get_by_role("button", name="Deal hand 2").tap()
    page.locator("#recording:not([inert])").wait_for()
    expect(page.locator("#_running")).to_contain_text("Match over")


def test_nothing_of_it_stands_in_the_way_of_assistive_technology(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    lets_in(page, cast.scorer)
    seats = people(cast, 6)
    droggn = match_of(cast, "droggn", seats[:4], 1)
    taroux = match_of(cast, "taroux-of-six", seats, 1)
    over = cast.open_match(hands_planned=1)
    sealed_hand(cast.scorer, over, claimed_by_seat_0())
    score = cast.open_match(hands_planned=1, title="Last hand")
    open_hand(cast.scorer, score, claimed_by_seat_0())
    taros = f"{NEW_MATCH}?variant=taros-1659"
    of_the_match = f"/c/les-atouts/matches/{taroux.public_id}/"
    ways = [*map(address, (droggn, taroux, over, score)), of_the_match, taros]
    for way in ways:
        page.goto(way)
        page.locator("main").wait_for()
        page.evaluate("document.querySelectorAll('main details').forEach((one) => one.open = true)")
        no_barriers(page, way)
