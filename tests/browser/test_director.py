"""A director leads people through the rounds of an evening by its page alone."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import EveningRound
from games.people.players import add_player
from games.people.presence import note_presence
from tests import factories
from tests.browser.barriers import no_barriers
from tests.browser.scorer import lets_in
from tests.cast import Cast

pytestmark = pytest.mark.usefixtures("own_browser")


@pytest.mark.smoke
def test_a_round_costs_the_director_two_taps(open_page: Callable[..., Page], cast: Cast) -> None:
    names = [f"Guest {number}" for number in range(len(cast.players), 8)]
    added = [add_player(user=cast.admin, club=cast.club, name=name) for name in names]
    facts = {"user": cast.scorer, "club": cast.club, "day": timezone.localdate()}
    note_presence(**facts, came=[*cast.players, *added], went=())  # type: ignore[arg-type]
    page = open_page(viewport={"width": 1180, "height": 820})
    lets_in(page, cast.scorer)
    page.goto(f"/c/{cast.club.slug}/evenings/new/")
    page.get_by_label("Minutes a round").fill("20")
    page.get_by_role("button", name="Open the evening").click()
    for number in (1, 2):
        # This is all that the director taps.
        for name in (f"Draw and announce round {number}", "Start the clock"):
            page.get_by_role("button", name=name).click()
        page.get_by_role("heading", name=f"Round {number}").wait_for()
        page.get_by_role("button", name="5 minutes more").wait_for()
        for match in EveningRound.objects.latest("number").matches.all():
            factories.sealed_hand(cast.scorer, match, [factories.stated()])
    page.reload()
    no_barriers(page)
    page.locator(".at-table li a").first.click()
    page.get_by_text("goes home").wait_for()
    no_barriers(page)
    # What is open and filled in stays while tables go on sealing hands.
    page.get_by_label("goes home").fill("Zoé")
    mark = page.locator("#_live").get_attribute("data-mark") or ""
    factories.sealed_hand(cast.scorer, match, [factories.stated()])
    expect(page.locator("#_live")).not_to_have_attribute("data-mark", mark)
    expect(page.get_by_label("goes home")).to_have_value("Zoé")
    for place in (page.url.partition("?")[0] + "codes/", f"/c/{cast.club.slug}/championship/"):
        page.goto(place)
        no_barriers(page)
