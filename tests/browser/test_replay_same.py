"""What the script draws at a step is what the server draws at its address: they cannot drift."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games import people
from games.models import Hand
from tests import factories, published_hands
from tests.browser.replaying import at, difference, difference_on_the_way, signed_in
from tests.cast import Cast
from tests.games import hand_by_chance

Open = Callable[..., Page]


def sealed(cast: Cast, variant: str, players: int) -> Hand:
    """A hand of a game, dealt and played by chance."""
    if players > len(cast.players):
        added = people.add_player(user=cast.admin, club=cast.club, name="Farid")
        cast.players = (*cast.players, added)
    match = cast.open_match(players, variant=variant, first_dealer=0)
    changes = hand_by_chance(variant, players)
    return factories.sealed_hand(cast.scorer, match, changes)


def reader(open_page: Open, cast: Cast) -> Page:
    return signed_in(open_page(), cast.member)


def last_step(page: Page) -> int:
    steps = "JSON.parse(document.querySelector('#replay-steps').text).steps"
    return int(page.evaluate(f"{steps}.length")) - 1


@pytest.mark.parametrize("query", ["", "?seat=3"])
def test_the_steps_of_a_french_hand(
    open_page: Open, transactional_db: None, cast: Cast, query: str
) -> None:
    changes = published_hands.changes(published_hands.hands()[1], 3)
    changes[9]["action"] |= {"note": "A long look.", "irregular": "Two cards stuck together."}
    page = at(reader(open_page, cast), cast.sealed_hand(changes), f"auction{query}")
    assert difference_on_the_way(page, "ArrowRight", last_step(page), every=7, whole=14) == []
    expect(page.locator("#replay")).to_have_attribute("data-key", "score")


@pytest.mark.parametrize(
    ("variant", "players", "query"),
    [
        ("droggn", 3, "?seat=1"),
        ("taros-1659", 3, "?seat=none"),
        ("sca-tarok", 4, "?seat=2&bottom=1"),
        ("taroux-of-six", 6, ""),
        ("french", 5, "?tab=auction"),
    ],
)
def test_steps_of_a_hand_of_each_game(
    open_page: Open, transactional_db: None, cast: Cast, variant: str, players: int, query: str
) -> None:
    page = at(reader(open_page, cast), sealed(cast, variant, players), f"score{query}")
    assert difference_on_the_way(page, "ArrowLeft", last_step(page), every=13) == []
    expect(page.get_by_role("link", name="One step back")).to_be_disabled()


@pytest.mark.smoke
def test_leaps_land_where_steps_do(open_page: Open, transactional_db: None, cast: Cast) -> None:
    changes = published_hands.changes(published_hands.hands()[1], 3)
    page = at(reader(open_page, cast), cast.sealed_hand(changes), "7.3?seat=1")
    keys = "Home End PageUp PageUp ArrowDown ArrowDown ArrowUp f PageDown f Home PageDown"
    for key in keys.split():
        page.keyboard.press(key)
        assert difference(page) == [], key
    for tab in ("Auction", "Comments", "Tricks"):
        page.get_by_role("navigation", name="The hand in words").get_by_text(tab).click()
        page.keyboard.press("ArrowRight")
        assert difference(page) == [], tab
