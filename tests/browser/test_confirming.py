"""At the tablet the other side agrees with a score by a tap or a PIN, or disputes it, with a line
and without one."""

import re

import pytest
from playwright.sync_api import Page, expect

from games import book, people
from games.club.opening_clubs import set_up
from games.confirming.confirmations import confirm
from games.confirming.disputes import dispute
from games.models import Confirmation, Confirms, Dispute, Entry, Hand
from tests import factories, hands
from tests.browser.away import Away
from tests.browser.barriers import no_barriers
from tests.browser.scorer import SCREENS, Scorer, lets_in, on_each
from tests.browser.test_result import Result
from tests.cast import Cast

TARGET = 44  # pixels: what a finger needs


def wants(cast: Cast, confirms: str) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=confirms)


def finished(page: Page, cast: Cast, confirms: str) -> Scorer:
    """A hand that Samir has won, with its score on the screen."""
    wants(cast, confirms)
    return Scorer.opens(page, cast, hands.played(72))


def test_an_opponent_confirms_by_a_tap_here_or_elsewhere_and_again_after_a_comment(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The tablet goes by the name that it was given."""
    scorer = finished(tablet_landscape, cast, Confirms.TAP)
    page = scorer.page
    page.locator("#menu > summary").tap()
    field = page.get_by_label("Name of this tablet")
    assert field.input_value().startswith("Tablet ")
    field.fill("Table 2, the é")
    field.blur()
    page.locator("#menu > summary").tap()

    seal, names = scorer.button("Confirm and seal"), page.locator(".confirm-name")
    expect(seal).to_be_disabled()
    expect(names).to_have_count(3)
    for name in names.all():
        box = name.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= TARGET
    expect(names.filter(has_text=hands.PEOPLE[hands.SAMIR])).to_have_count(0)

    hand = Hand.objects.get()
    mine = hand.match.seats.get(seat=(hands.SAMIR + 1) % 4).player
    cast.member.memberships.update(player=mine)
    confirm(user=cast.member, hand=hand, player=mine, version=hand.version)
    expect(seal).to_be_enabled()
    scorer.button("More", exact=True).tap()
    scorer.panel.get_by_label("A comment at this point").fill("Counted twice")
    scorer.button("Write it down").tap()
    expect(seal).to_be_disabled()
    names.first.tap()
    expect(page.get_by_text("confirms the score.").last).to_be_visible()
    seal.tap()
    expect(page.get_by_role("button", name="Deal hand 2")).to_be_visible()
    assert Hand.objects.get().confirmed
    devices = {Confirmation.objects.latest("id").device, Entry.objects.latest("id").device}
    assert devices == {"Table 2, the é"}


def test_an_opponent_confirms_with_a_pin_or_the_scorer_says_why_nobody_can_be_asked(
    tablet_portrait: Page, cast: Cast
) -> None:
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

    factories.write(cast.scorer, scorer.hand, factories.act("note", text="Counted again"))
    page.reload()
    page.get_by_text("Nobody can be asked").tap()
    page.get_by_label("Why can nobody be asked?").fill("They ran for the last train.")
    page.get_by_role("button", name="Seal without a confirmation").tap()
    expect(page.get_by_role("button", name="Deal hand 2")).to_be_visible()
    assert Confirmation.objects.latest("id").because == "They ran for the last train."


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


# --- without a line ------------------------------------------------------------------------------


@pytest.mark.smoke
@pytest.mark.usefixtures("engine_on")
def test_a_score_confirmed_sealed_and_dealt_on_without_a_line_is_so_for_everybody_later(
    tablet_landscape: Page, cast: Cast
) -> None:
    """After a comment somebody has to confirm once more. Dealing is in reach on every screen."""
    page = tablet_landscape
    wants(cast, Confirms.TAP)
    away = Away.goes(Scorer.opens(page, cast, hands.played(71)))
    scorer, names = away.scorer, page.locator(".confirm-name")
    scorer.tap(scorer.key(hands.CARDS[71]))
    expect(page.locator("#_confirm")).to_be_visible()
    expect(scorer.button("Confirm and seal")).to_be_disabled()
    expect(names).to_have_text(["Wanda", "Elise", "Nadia"])
    scorer.tap(names.first)
    expect(page.locator(".confirmed")).to_have_text("Wanda confirms the score.")
    scorer.button("More", exact=True).tap()
    scorer.panel.get_by_label("A comment at this point").fill("Counted twice")
    scorer.button("Write it down").tap()
    expect(names).to_have_count(3)
    expect(scorer.button("Confirm and seal")).to_be_disabled()
    scorer.tap(names.filter(has_text="Nadia"))
    expect(page.locator(".confirmed")).to_have_text("Nadia confirms the score.")
    away.seals()
    for screen in on_each(page, SCREENS):
        expect(page.get_by_role("button", name="Deal hand 2")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen
    away.deals(2)
    scorer.says("pass")
    expect(scorer.status).to_contain_text("Elise to speak.")
    away.comes_back()
    first, second = away.match.hands.order_by("number")
    assert (first.state, first.confirmed) == (Hand.State.SEALED, True)
    given = Confirmation.objects.latest("id")
    assert (given.hand, str(given.player), given.how) == (first, "Nadia", "tap")
    assert (second.state, second.version) == (Hand.State.OPEN, 1)


@pytest.mark.usefixtures("engine_on")
def test_without_a_line_no_pin_is_checked_and_hands_are_sealed_with_a_reason_or_as_disputed(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The line goes when the first hand is over; of two more the result alone is written down."""
    scorer = finished(tablet_landscape, cast, Confirms.PIN)
    for player in cast.club.players.all():
        people.set_pin(user=cast.scorer, player=player, pin="2468")
    tablet_landscape.reload()
    away = Away.goes(scorer)
    page, names = away.page, away.page.locator(".confirm-name")
    page.get_by_label("PIN").fill("2468")
    scorer.tap(names.first)
    expect(page.locator("#_confirm")).to_contain_text("No PIN can be checked")
    expect(page.get_by_label("PIN")).to_have_count(0)
    scorer.tap(page.get_by_role("button", name="Seal without a PIN"))

    away.deals(2)
    states_a_result(page)
    expect(page.locator("#_confirm")).to_contain_text("No PIN can be checked")
    expect(scorer.button("Confirm and seal")).to_be_disabled()
    expect(names).to_have_count(0)
    page.get_by_text("Nobody can be asked").tap()
    page.get_by_label("Why can nobody be asked?").fill("No line, and the last train")
    page.get_by_role("button", name="Seal without a confirmation").tap()

    away.deals(3)
    states_a_result(page)
    page.get_by_text("Something is wrong").tap()
    page.locator(".choice-name", has_text="Elise").tap()
    page.get_by_label("What is wrong?").fill("We had 52.")
    page.get_by_role("button", name="Dispute the score").tap()
    expect(page.locator(".open-dispute")).to_contain_text("Elise: We had 52.")
    expect(page.locator(".seal-bar [data-undo]")).to_contain_text("the dispute")
    scorer.tap(scorer.button("Seal as disputed"))
    expect(page.get_by_role("button", name="Deal hand 4")).to_be_visible()
    away.comes_back()
    sealed = Hand.objects.sealed().order_by("number")
    assert [hand.disputed for hand in sealed] == [False, False, True]
    assert [given.because for given in Confirmation.objects.order_by("hand__number")] == [
        "No connection: no PIN could be checked",
        "No line, and the last train",
    ]
    assert Dispute.objects.get().because == "We had 52."


def states_a_result(page: Page) -> None:
    """Nothing of the hand that lies on the table but its result, typed."""
    Result(page).taps_on("The result alone")
    expect(page.locator("#result-typed")).to_be_visible()
    page.keyboard.type("samir garde 2 45")
    page.keyboard.press("Enter")
    Result(page).says("Samir, Garde, 2 bouts, 45 points")
    page.keyboard.press("Enter")
    expect(page.locator("#_confirm")).to_be_visible()
