"""Before signing in: the form at first sight, and a hand that plays by itself where it may."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Club, Hand, SeenOutside
from games.replay.remarking import publish
from tests.browser.barriers import reads_well
from tests.cast import Cast


@pytest.mark.smoke
def test_the_form_is_in_sight_and_the_newest_hand_plays_unless_motion_is_unwanted(
    open_page: Callable[..., Page], cast: Cast, petite: Hand
) -> None:
    publish(user=cast.scorer, hand=petite, names=True)
    Club.objects.filter(pk=cast.club.pk).update(public_sees=SeenOutside.RESULTS)
    page = open_page(viewport={"width": 390, "height": 664})
    film = page.frame_locator("[data-film] iframe")
    page.goto("/accounts/sign-in/")
    expect(page.locator("#id_password")).to_be_in_viewport(ratio=1)
    expect(film.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_text("Sechs Spielarten")).to_be_visible()
    reads_well(page)

    page.get_by_role("button", name="English").click()
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    expect(film.locator("[data-go=first][aria-disabled=true]")).to_have_count(0)
    film.get_by_role("button", name="Pause").click()
    expect(film.get_by_role("button", name="Play", exact=True)).to_be_visible()

    page.clock.install()  # at its end it begins again
    page.goto(f"/hands/{petite.public_id}/18.4?embed=1&plays=1")
    page.clock.run_for(15_000)
    expect(page.locator("[data-go=last][aria-disabled=true]")).to_have_count(0)
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
