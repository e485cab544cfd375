"""At the tablet the other side agrees with a score by a tap or a PIN, or disputes it."""

import re

import pytest
from playwright.sync_api import Page, expect

from games import book, people
from games.club.opening_clubs import set_up
from games.confirming.confirmations import confirm
from games.confirming.disputes import dispute
from games.models import Confirmation, Confirms, Dispute, Entry, Hand
from tests import factories, hands
from tests.browser.barriers import no_barriers
from tests.browser.scorer import Scorer, lets_in
from tests.cast import Cast

TARGET = 44  # pixels: what a finger needs


def wants(cast: Cast, confirms: str) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=confirms)


def finished(page: Page, cast: Cast, confirms: str) -> Scorer:
    """A hand that Samir has won, with its score on the screen."""
    wants(cast, confirms)
    return Scorer.opens(page, cast, hands.played(72))


def test_an_opponent_confirms_by_one_tap_and_the_hand_is_sealed(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = finished(tablet_landscape, cast, Confirms.TAP)
    seal = scorer.button("Confirm and seal")
    expect(seal).to_be_disabled()
    names = scorer.page.locator(".confirm-name")
    expect(names).to_have_count(3)
    for name in names.all():
        box = name.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= TARGET
    taker = hands.PEOPLE[hands.SAMIR]
    expect(names.filter(has_text=taker)).to_have_count(0)
    names.first.tap()
    expect(scorer.page.get_by_text("confirms the score.").last).to_be_visible()
    seal.tap()
    expect(scorer.page.get_by_role("button", name="Deal hand 2")).to_be_visible()
    assert Hand.objects.get().confirmed
    given = Confirmation.objects.get()
    assert given.device.startswith("Tablet ")


@pytest.mark.smoke
def test_an_opponent_confirms_with_a_pin(tablet_portrait: Page, cast: Cast) -> None:
    scorer = finished(tablet_portrait, cast, Confirms.PIN)
    page = scorer.page
    name = page.locator(".confirm-name").first
    expect(name).to_be_disabled()
    expect(name).to_contain_text("no PIN yet")
    club_player = cast.club.players.get(public_id=name.get_attribute("value"))
    people.set_pin(user=cast.scorer, player=club_player, pin="2468")
    page.reload()
    page.get_by_label("PIN").fill("1111")
    name.tap()
    expect(page.get_by_text("This is not the right PIN.")).to_be_visible()
    page.get_by_label("PIN").fill("2468")
    name.tap()
    expect(scorer.button("Confirm and seal")).to_be_enabled()
    assert Confirmation.objects.get().how == "pin"


def test_a_scorer_says_why_nobody_can_be_asked(tablet_landscape: Page, cast: Cast) -> None:
    scorer = finished(tablet_landscape, cast, Confirms.TAP)
    page = scorer.page
    page.get_by_text("Nobody can be asked").tap()
    page.get_by_label("Why can nobody be asked?").fill("They ran for the last train.")
    page.get_by_role("button", name="Seal without a confirmation").tap()
    expect(page.get_by_role("button", name="Deal hand 2")).to_be_visible()
    assert Confirmation.objects.get().because == "They ran for the last train."


@pytest.mark.smoke
def test_a_dispute_is_sealed_seen_in_the_list_and_ended_by_a_ruling(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = finished(tablet_landscape, cast, Confirms.TAP)
    page = scorer.page
    page.get_by_text("Something is wrong").tap()
    who = page.locator(".choice-name").nth(1)
    name = who.inner_text()
    who.tap()
    page.get_by_label("What is wrong?").fill("We had 52.")
    page.get_by_role("button", name="Dispute the score").tap()
    expect(page.locator(".open-dispute")).to_contain_text(f"{name}: We had 52.")
    scorer.button("Seal as disputed").tap()
    expect(page.get_by_role("button", name="Deal hand 2")).to_be_visible()
    hand = Hand.objects.get()
    assert (hand.state, hand.disputed) == ("sealed", True)

    page.goto(f"/c/{cast.club.slug}/hands/")
    expect(page.get_by_text(f"disputed by {name}: We had 52.")).to_be_visible()
    page.goto(f"/c/{cast.club.slug}/search/?disputed=true")
    expect(page.locator("#_rows .row")).to_have_count(1)
    page.goto(f"/c/{cast.club.slug}/hands/{hand.public_id}/")
    page.keyboard.press("End")
    page.get_by_role("link", name="Agreement and entries").click()
    page.get_by_label("The score stands, because").fill("Counted again: 45.")
    page.get_by_role("button", name="End by this ruling").tap()
    expect(page.get_by_text("Counted again: 45.")).to_be_visible()
    assert Dispute.objects.get().ended_as == "ruling"
    page.goto(f"/c/{cast.club.slug}/search/?disputed=true")
    expect(page.locator("#_rows .row")).to_have_count(0)


def test_a_player_confirms_on_their_own_telephone(phone: Page, cast: Cast) -> None:
    wants(cast, Confirms.TAP)
    match = hands.seated(cast)
    hand = factories.open_hand(cast.scorer, match, hands.played(72))
    seat = next(seat for seat in range(4) if seat != hands.SAMIR)
    mine = match.seats.get(seat=seat).player
    cast.member.memberships.update(player=mine)
    lets_in(phone, cast.member)
    phone.goto(f"/c/{cast.club.slug}/")
    expect(phone.get_by_text("you score")).to_be_visible()
    phone.get_by_role("button", name="Confirm", exact=True).tap()
    expect(phone.get_by_text(f"{mine.name} confirms the score.")).to_be_visible()
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    assert Hand.objects.get().confirmed
    dispute(user=cast.scorer, hand=hand, player=mine, because="We had 52.")
    phone.reload()
    row = phone.get_by_role("region", name="Mine").get_by_role("listitem").first
    expect(row).to_contain_text(f"disputed by {mine.name}: We had 52.")
    no_barriers(phone)
    row.get_by_role("link").tap()
    expect(phone).to_have_url(re.compile(f"/hands/{hand.public_id}/"))


def test_the_tablet_hears_at_once_that_a_player_has_confirmed_elsewhere(
    tablet_landscape: Page, cast: Cast
) -> None:
    wants(cast, Confirms.TAP)
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(72))
    expect(scorer.button("Confirm and seal")).to_be_disabled()
    hand = Hand.objects.get()
    mine = hand.match.seats.get(seat=(hands.SAMIR + 1) % 4).player
    cast.member.memberships.update(player=mine)
    confirm(user=cast.member, hand=hand, player=mine, version=hand.version)
    expect(scorer.button("Confirm and seal")).to_be_enabled()


def test_a_tablet_goes_by_the_name_it_was_given(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(4))
    page = scorer.page
    page.locator("#menu > summary").tap()
    field = page.get_by_label("Name of this tablet")
    assert field.input_value().startswith("Tablet ")
    field.fill("Table 2, the é")
    field.blur()
    page.locator("#menu > summary").tap()
    scorer.plays(hands.CARDS[4])
    expect(scorer.chip).to_have_text("All saved")
    assert Entry.objects.latest("id").device == "Table 2, the é"
