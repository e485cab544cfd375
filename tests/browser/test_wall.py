"""The wall on a projector and on a telephone: it moves by itself, and comes back by itself."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games.club.opening_clubs import set_up
from games.evening import evenings, tables
from games.evening.wall import set_wall
from games.models import Evening
from games.people.players import add_player
from games.people.presence import note_presence
from tests import factories
from tests.browser.barriers import no_barriers
from tests.cast import Cast

ASKED = re.compile(r"/wall/friday/\?at=")
pytestmark = pytest.mark.usefixtures("own_browser")


def evening_at_seven_tables(cast: Cast) -> Evening:
    """Twenty-seven people in round 1 of 5, with the wall at /wall/friday/ and table 1 on it."""
    set_up(user=cast.admin, club=cast.club, running_seen_by="elsewhere")
    names = [f"Guest {number}" for number in range(len(cast.players), 27)]
    added = [add_player(user=cast.admin, club=cast.club, name=name) for name in names]
    facts: dict[str, Any] = {"title": "Friday evening", "variant": "french", "hands": 4}
    evening = evenings.open_evening(user=cast.admin, club=cast.club, minutes=40, **facts)
    who = {"user": cast.admin, "club": cast.club, "day": evening.played_on}
    note_presence(**who, came=[*cast.players, *added], went=())  # type: ignore[arg-type]
    drawn = evenings.draw(user=cast.admin, evening=evening, seed=1)
    tables.announce(user=cast.admin, drawn=drawn)
    tables.add_minutes(user=cast.admin, drawn=drawn, minutes=40, known="")
    shown = {"wall_table": "1", "wall_delay": 0}
    set_wall(user=cast.admin, evening=evening, address="friday", **shown)
    return evening


def answering(status: int) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status)


@pytest.mark.smoke
def test_a_wall_moves_by_itself_and_comes_back_after_an_outage(
    open_page: Callable[..., Page], cast: Cast
) -> None:
    evening = evening_at_seven_tables(cast)
    first, second, *_others = evening.drawn.get().matches.order_by("pk")
    factories.open_hand(
        cast.admin,
        first,
        [*factories.calls("guard-without pass pass pass"), *factories.plays("S1 SK S3")],
    )
    screen = open_page(viewport={"width": 1920, "height": 1080})
    phone = open_page(viewport={"width": 390, "height": 844})
    for page in (screen, phone):
        page.clock.install()
        page.goto("/wall/friday/")
        expect(page.get_by_role("timer")).to_contain_text(":")  # it runs down
    expect(screen.get_by_role("heading", name="Table 7")).to_be_visible()
    # Lists of which it shows a part are shown in turns; a telephone shows all of them.
    screen.clock.fast_forward(10_000)
    trick = screen.get_by_role("img", name="king of spades")
    expect(trick).to_be_visible()
    expect(screen.get_by_role("heading", name="Table 7")).to_be_hidden()
    expect(phone.get_by_role("heading", name="Table 7")).to_be_visible()
    expect(phone.get_by_role("img", name="king of spades")).to_be_visible()

    screen.context.set_offline(True)
    factories.sealed_hand(cast.admin, second, [factories.stated()])
    screen.clock.fast_forward(20_000)
    expect(screen.locator("#up-to-date.message")).to_be_visible()
    expect(screen.get_by_text("made by 4")).to_have_count(0)
    expect(phone.get_by_text("made by 4")).to_be_visible()
    screen.context.set_offline(False)
    expect(screen.get_by_text("made by 4")).to_be_visible()
    expect(screen.locator("#up-to-date.message")).to_have_count(0)
    for page in (screen, phone):
        width = page.evaluate("innerWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        no_barriers(page)
    for theme in ("dark", "light"):
        screen.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        no_barriers(screen, theme)

    # The page of a hotel's Wi-Fi is not taken for the wall's being switched off.
    screen.evaluate("document.body.id = 'same'")
    for status in (404, 403):
        with screen.expect_response(lambda answer: answer.status in {403, 404}):
            screen.route(ASKED, answering(status), times=1)
    factories.sealed_hand(cast.admin, second, [factories.stated(points=46)])
    expect(screen.get_by_text("made by 5")).to_be_visible()
    expect(screen.locator("#same")).to_have_count(1)

    set_wall(user=cast.admin, evening=evening, address=None)
    expect(screen.get_by_role("heading", name="There is nothing here")).to_be_visible()
