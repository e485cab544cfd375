"""Players over years in Chromium: a list pasted, two of one name, two who are one person."""

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games import people
from games.models import HandSeat, Player
from tests.browser.barriers import no_barriers
from tests.browser.replaying import signed_in
from tests.cast import Cast
from tests.factories import claimed_by_seat_0, open_match, sealed_hand


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.smoke
def test_a_pasted_list_is_looked_at_corrected_and_added(
    transactional_db: None, phone: Page, cast: Cast
) -> None:
    page = signed_in(phone, cast.scorer)
    page.goto(f"/c/{cast.club.slug}/players/add/")
    page.get_by_role("link", name="Many at once").click()
    page.get_by_role("textbox", name="The list").fill("Farid;;;never\nchloe\nAnna;Nanni\nBoris")
    page.get_by_role("button", name="Look at it first").click()
    expect(page.get_by_text("“never” is not a day")).to_be_visible()
    expect(page.get_by_role("button", name="Add")).to_have_count(0)
    no_barriers(page)
    assert fits(page)
    page.get_by_role("textbox", name="The list").fill("Farid\nchloe\nAnna;Nanni\nBoris")
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_text("1 new, 2 doubtful, 1 already there, 0 wrong")).to_be_visible()
    page.get_by_label("add all the same Anna").check()
    page.get_by_role("button", name="Add the new ones and the ticked ones").click()
    expect(page.get_by_text("2 players have been added.")).to_be_visible()
    expect(page.get_by_text("Anna (Nanni)")).to_be_visible()
    assert fits(page)


def test_two_who_are_one_person_are_merged_and_parted_again(
    transactional_db: None, tablet_portrait: Page, cast: Cast
) -> None:
    other = people.add_player(user=cast.scorer, club=cast.club, name="Anna B.")
    cast.sealed_hand(claimed_by_seat_0())
    match = open_match(cast.scorer, cast.club, [other, *cast.players[1:4]], title="Saturday")
    sealed_hand(cast.scorer, match, claimed_by_seat_0())
    page = signed_in(tablet_portrait, cast.admin)
    page.goto(f"/c/{cast.club.slug}/players/{cast.players[0].public_id}/")
    page.get_by_role("link", name="merge with another player").click()
    page.get_by_label("The other player").select_option("Boris")
    page.get_by_role("button", name="Show what follows").click()
    expect(page.get_by_text("Both sit at hand 1 of “Friday”")).to_be_visible()
    no_barriers(page)
    page.get_by_label("The other player").select_option("Anna B.")
    page.get_by_role("button", name="Show what follows").click()
    expect(page.get_by_text("One sealed hand of Anna B. becomes one of Anna.")).to_be_visible()
    no_barriers(page)
    assert fits(page)
    page.get_by_role("button", name="Merge", exact=True).click()
    expect(page.get_by_text("Anna B. is merged into Anna.")).to_be_visible()
    no_barriers(page)
    assert HandSeat.objects.filter(player=cast.players[0]).count() == 2
    page.get_by_role("button", name="Undo the merge").click()
    expect(page.get_by_text("Anna B. is a player again.")).to_be_visible()
    assert HandSeat.objects.filter(player=other).count() == 1


def test_somebody_leaves_and_comes_back(transactional_db: None, phone: Page, cast: Cast) -> None:
    page, anna = signed_in(phone, cast.scorer), cast.players[0]
    page.goto(f"/c/{cast.club.slug}/players/{anna.public_id}/")
    page.get_by_role("link", name="change", exact=True).click()
    no_barriers(page)
    page.get_by_label("At the club until").fill("2020-05-03")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("at the club until 3 May 2020")).to_be_visible()
    page.goto(f"/c/{cast.club.slug}/players/")
    expect(page.get_by_role("link", name="Anna")).not_to_be_visible()
    page.get_by_text("One player has left the club").click()
    expect(page.get_by_role("link", name="Anna")).to_be_visible()
    no_barriers(page)
    page.get_by_role("link", name="Anna").click()
    page.get_by_role("link", name="change", exact=True).click()
    page.get_by_label("At the club until").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("What the club knows of Anna is saved.")).to_be_visible()
    assert Player.objects.get(pk=anna.pk).left_on is None


@pytest.mark.parametrize("language", ["de", "fr"])
def test_no_column_of_a_player_or_a_match_is_cut_on_a_phone(
    transactional_db: None, phone: Page, cast: Cast, language: str
) -> None:
    """A table as wide as the league's is pushed aside in its panel, which shows that it goes on."""
    hand = cast.sealed_hand(claimed_by_seat_0())
    page = signed_in(phone, cast.member)
    origin = page.evaluate("location.origin")
    name = settings.LANGUAGE_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": language, "url": origin}])
    club = f"/c/{cast.club.slug}"
    for way in (
        f"players/{cast.players[1].public_id}/?variant=french",
        f"matches/{hand.match.public_id}/",
        "league/",
    ):
        page.goto(f"{club}/{way}")
        assert fits(page), way
        cut = page.locator(".data").evaluate_all(
            "(all) => all.filter((one) => one.scrollWidth > one.parentElement.clientWidth"
            " && !one.closest('.scroll')).map((one) => one.textContent)"
        )
        assert cut == [], way
