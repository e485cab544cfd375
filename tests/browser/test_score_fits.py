"""The score before it is sealed: nothing that is confirmed is hidden, at any table."""

import pytest
from playwright.sync_api import Page, expect

from games import people
from games.models import Match, Player
from games.rules import VARIANTS
from tests import factories
from tests.browser.barriers import no_barriers
from tests.browser.scorer import SIZES, address, lets_in, on_each
from tests.cast import Cast
from tests.games import hand_by_chance

TABLES = [(variant, players) for variant in VARIANTS for players in variant.seats]

# What is not to be seen whole without scrolling: lines of the score, results, the standing.
HIDDEN = """() => {
    const boxes = [".score-lines tr", ".results > div", ".running-table tr", ".seal-bar"];
    const hidden = [];
    for (const one of document.querySelectorAll(boxes)) {
        const box = one.getBoundingClientRect();
        const clips = [one.closest(".scroll"), one.closest(".panel"), document.documentElement];
        for (const clip of clips.filter(Boolean)) {
            const frame = clip.getBoundingClientRect();
            const outside = Math.max(frame.left - box.left, box.right - frame.right,
                frame.top - box.top, box.bottom - Math.min(frame.bottom, innerHeight));
            if (outside > 1) hidden.push(`${one.textContent.trim().slice(0, 40)}: ${outside}`);
        }
    }
    for (const text of document.querySelectorAll(".results dd, .player-sheet .figure")) {
        if (text.getClientRects().length > 1 || text.scrollWidth > text.clientWidth + 1 &&
            getComputedStyle(text).display !== "inline") hidden.push(`broken: ${text.textContent}`);
    }
    return hidden;
}"""


# The size of the letters of the chart, as they are on the glass.
LETTERS = """() => [...document.querySelectorAll("#_score .chart text")].map((text) =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""


BELOW_ITS_END = """(panel) => panel.lastElementChild.getBoundingClientRect().bottom
    - panel.getBoundingClientRect().bottom"""


def is_whole(page: Page, cast: Cast, match: Match) -> None:
    """The score of the open hand hides nothing, at both sizes."""
    lets_in(page, cast.scorer)
    page.goto(address(match))
    expect(page.locator("#_score")).to_be_visible()
    for screen in on_each(page, SIZES):
        assert page.evaluate(HIDDEN) == [], screen


def seats_of(cast: Cast, players: int) -> list[Player]:
    """That many people of the club, one with a long name among them."""
    sixth = people.add_player(user=cast.scorer, club=cast.club, name="Maximilien")
    return [*cast.players, sixth][-players:]


def test_nothing_that_is_confirmed_is_hidden_at_any_table(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The second hand of a match, so that the chart of the match is there as well."""
    seats = seats_of(cast, 6)
    for variant, players in TABLES:
        key, at_table = variant.key, seats[-players:]
        match = factories.open_match(cast.scorer, cast.club, at_table, variant=key, first_dealer=0)
        factories.sealed_hand(cast.scorer, match, hand_by_chance(key, players))
        again = hand_by_chance(key, players, seed=7, dealer=1)
        factories.open_hand(cast.scorer, match, again)
        is_whole(tablet_landscape, cast, match)
        if players == max(variant.seats):
            no_barriers(tablet_landscape, key)


@pytest.mark.smoke
def test_of_a_first_hand_the_standing_of_all_pairs_and_players_is_seen(
    tablet_landscape: Page, cast: Cast
) -> None:
    """There is no chart yet, and the table next to it moves."""
    key, seats = "taroux-of-six", seats_of(cast, 6)
    match = factories.open_match(cast.scorer, cast.club, seats, variant=key, first_dealer=0)
    factories.open_hand(cast.scorer, match, hand_by_chance(key, 6))
    is_whole(tablet_landscape, cast, match)


def test_the_chart_next_to_the_score_can_be_read_and_what_is_written_down_stays_in_its_panel(
    tablet_portrait: Page, cast: Cast
) -> None:
    page = tablet_portrait
    cast.sealed_hand(factories.claimed_by_seat_0())
    cast.sealed_hand(factories.claimed_by_seat_0(dealer=0))
    hand = cast.open_hand(factories.calls("pass small pass"))
    lets_in(page, cast.scorer)
    page.goto(address(cast.match))
    panel = page.locator("#_written")
    expect(panel).to_be_visible()
    for screen in on_each(page, SIZES):
        assert panel.evaluate(BELOW_ITS_END) < -4, screen

    for _call in range(3):
        factories.write(cast.scorer, hand, {"op": "undo"})
    factories.write(cast.scorer, hand, factories.stated())
    page.goto(address(cast.match))
    expect(page.locator("#_score .chart")).to_be_visible()
    for screen in on_each(page, SIZES):
        letters = page.evaluate(LETTERS)
        assert letters, screen
        assert min(letters) >= 11, screen
