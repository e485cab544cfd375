"""A player's page, league tables and score sheets in a real browser."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import no_barriers
from tests.browser.scorer import lets_in, on_each
from tests.cast import Cast
from tests.factories import EVENING, THROWN_IN, claimed_by_seat_0, open_match, sealed_hand

Open = Callable[..., Page]

SCREENS = {"phone": (390, 844), "tablet": (1180, 820), "projector": (1920, 1080)}
TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"
SMALL = """() => [...document.querySelectorAll("main :is(a[href], button, select, summary, input)")]
    .filter((one) => one.checkVisibility() && !one.matches("p a, .second a, .panel-head a, h1 a"))
    .map((one) => [one, one.matches("[type=radio], [type=checkbox]") && one.closest(".choice")])
    .map(([one, row]) => [one.outerHTML.slice(0, 80), (row || one).getBoundingClientRect()])
    .filter(([, box]) => box.height < 44)
    .map(([name, box]) => `${name} is ${box.width} x ${box.height}`)"""


@pytest.fixture
def season(cast: Cast) -> Cast:
    """Twelve hands over three months, one of them irregular in nothing, one thrown in."""
    anna, boris, chloe, dario, emma = cast.players
    tables = [[anna, boris, chloe, dario], [emma, anna, boris, chloe], [dario, emma, anna, boris]]
    for month in range(3):
        for table in tables:
            day = EVENING - timedelta(days=31 * month)
            match = open_match(cast.scorer, cast.club, table, played_on=day)
            sealed_hand(cast.scorer, match, claimed_by_seat_0())
            if table is tables[0]:
                sealed_hand(cast.scorer, match, THROWN_IN)
    return cast


def pages(cast: Cast) -> dict[str, str]:
    home = f"/c/{cast.club.slug}"
    match = cast.club.matches.first()
    return {
        "player": f"{home}/players/{cast.players[0].public_id}/",
        "narrowed": f"{home}/players/{cast.players[0].public_id}/?role=taker&since=2026-09-01",
        "nothing": f"{home}/players/{cast.players[0].public_id}/?role=partner",
        "league": f"{home}/league/",
        "ranking": f"{home}/league/ranking/",
        "how we count": f"{home}/how-we-count/",
        "sheet": f"{home}/matches/{match.public_id}/sheet/",  # type: ignore[union-attr]
    }


def test_every_page_is_at_home_on_every_screen(open_page: Open, season: Cast) -> None:
    page = open_page()
    lets_in(page, season.admin)
    found = {}
    for name, address in pages(season).items():
        page.goto(address)
        for screen in on_each(page, SCREENS):
            faults = list(page.evaluate(SMALL))
            if page.evaluate(TOO_WIDE):
                faults.append("wider than the screen")
            found[name, screen] = faults
            if screen != "tablet":  # the largest and the smallest are the ones that may differ
                no_barriers(page, f"{name} {screen}")
    assert found == {place: [] for place in found}


@pytest.mark.smoke
def test_a_filter_narrows_the_page_at_once_and_stands_in_its_address(
    tablet_landscape: Page, season: Cast
) -> None:
    page = tablet_landscape
    lets_in(page, season.member)
    page.goto(pages(season)["player"])
    expect(page.locator("#_figures dd").first).to_have_text("12")
    page.get_by_label("Role", exact=True).select_option("taker")
    expect(page.locator("#_figures dd").first).to_have_text("3")
    assert "role=taker" in page.url
    page.get_by_role("link", name="Role Taker").click()
    expect(page.locator("#_figures dd").first).to_have_text("12")
    assert "role" not in page.url


def test_who_is_met_is_one_tap_away(phone: Page, season: Cast) -> None:
    lets_in(phone, season.member)
    phone.goto(pages(season)["player"])
    phone.locator("#opponents").get_by_role("link", name="Emma").tap()
    expect(phone.locator(".chips")).to_contain_text("Against Emma")


def test_without_a_script_the_filters_have_a_button(without_script: Page, season: Cast) -> None:
    lets_in(without_script, season.member)
    without_script.goto(pages(season)["player"])
    without_script.get_by_label("Period").select_option("2026-10")
    without_script.get_by_role("button", name="Show").click()
    expect(without_script.locator("#_figures dd").first).to_have_text("4")


def test_another_period_of_the_league_comes_without_a_new_page(
    tablet_portrait: Page, season: Cast
) -> None:
    page = tablet_portrait
    lets_in(page, season.member)
    page.goto(pages(season)["league"])
    page.get_by_label("Period").select_option("2026-09")
    expect(page.get_by_role("heading", name="French Tarot, September 2026")).to_be_visible()
    assert "period=2026-09" in page.url


def test_the_sheet_prints_without_bar_and_buttons(tablet_landscape: Page, season: Cast) -> None:
    page = tablet_landscape
    lets_in(page, season.member)
    page.goto(pages(season)["sheet"])
    page.emulate_media(media="print")
    expect(page.get_by_role("link", name="As a PDF")).to_be_hidden()
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.get_by_role("table")).to_be_visible()
