"""A player's page, league tables and score sheets in a real browser."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
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
def test_filters_of_a_player_and_of_the_league_show_at_once_and_stand_in_their_addresses(
    tablet_landscape: Page, season: Cast
) -> None:
    """Who is met is one tap away."""
    page, first = tablet_landscape, tablet_landscape.locator("#_figures dd").first
    lets_in(page, season.member)
    page.goto(pages(season)["player"])
    expect(first).to_have_text("12")
    page.get_by_label("Role", exact=True).select_option("taker")
    expect(first).to_have_text("3")
    assert "role=taker" in page.url
    page.get_by_role("link", name="Role Taker").click()
    expect(first).to_have_text("12")
    assert "role" not in page.url
    page.locator("#opponents").get_by_role("link", name="Emma").tap()
    expect(page.locator(".chips")).to_contain_text("Against Emma")

    page.goto(pages(season)["league"])
    page.get_by_label("Period").select_option("2026-09")
    expect(page.get_by_role("heading", name="French Tarot, September 2026")).to_be_visible()
    assert "period=2026-09" in page.url


def test_without_a_script_filters_have_a_button_and_a_sheet_prints_without_bar_and_buttons(
    without_script: Page, season: Cast
) -> None:
    page = without_script
    lets_in(page, season.member)
    page.goto(pages(season)["player"])
    page.get_by_label("Period").select_option("2026-10")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#_figures dd").first).to_have_text("4")

    page.goto(pages(season)["sheet"])
    page.emulate_media(media="print")
    expect(page.get_by_role("link", name="As a PDF")).to_be_hidden()
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.get_by_role("table")).to_be_visible()


def test_a_way_to_rank_is_chosen_by_keyboard_and_the_rest_stays_folded(
    phone: Page, cast: Cast
) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    lets_in(phone, cast.admin)
    phone.goto(f"/c/{cast.club.slug}/league/ranking/")
    expect(phone.get_by_label("Minimum number of hands to be ranked")).to_be_hidden()
    phone.get_by_label("By points", exact=True).focus()
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("ArrowDown")
    expect(phone.get_by_label("By share of hands won")).to_be_checked()
    phone.keyboard.press("Enter")
    expect(phone.get_by_text("The league tables are now ranked this way.")).to_be_visible()
    expect(phone.get_by_text("ranked by share of hands won")).to_be_visible()
    no_barriers(phone)
    assert not phone.evaluate(TOO_WIDE)


CUT_OFF = """() => [...document.querySelectorAll(".data")].filter((one) =>
    one.scrollWidth > one.parentElement.clientWidth && !one.closest(".scroll"))
    .map((one) => one.textContent)"""


def test_no_column_of_a_player_a_match_or_a_league_is_cut_on_a_phone(
    phone: Page, cast: Cast
) -> None:
    """A table as wide as the league's is pushed aside in its panel, which shows that it goes on."""
    hand = cast.sealed_hand(claimed_by_seat_0())
    lets_in(phone, cast.member)
    for language in ("de", "fr"):
        cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language}
        phone.context.add_cookies([{**cookie, "domain": "localhost", "path": "/"}])  # type: ignore[typeddict-item]
        for way in (
            f"players/{cast.players[1].public_id}/?variant=french",
            f"matches/{hand.match.public_id}/",
            "league/",
        ):
            phone.goto(f"/c/{cast.club.slug}/{way}")
            expect(phone.locator("html")).to_have_attribute("lang", language)
            assert not phone.evaluate(TOO_WIDE), (language, way)
            assert phone.evaluate(CUT_OFF) == [], (language, way)
