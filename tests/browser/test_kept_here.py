"""What a tablet keeps is in sight: on every page, for every hand, until somebody drops it."""

import pytest
from playwright.sync_api import Page, expect

from games import book
from games.matches.match_changes import close_match
from games.models import Entry, Hand, Membership, Role
from tests import hands
from tests.browser.scorer import Scorer, address, lets_in
from tests.cast import Cast

FIRST_LEAD = hands.exchange()
CARDS = ["H1", "HQ", "HK"]
# Keeps the store of the tablet busy until `isFree`, as a slow disk does.
HOLD_THE_STORE = """async () => {
  const opening = indexedDB.open("clubtarot-outbox");
  await new Promise((done) => opening.onsuccess = done);
  const table = opening.result.transaction("entries", "readwrite").objectStore("entries");
  const hold = () => globalThis.isFree || (table.count().onsuccess = hold);
  hold();
}"""


def keeps(page: Page, cast: Cast, cards: list[str] = CARDS) -> Scorer:
    """A tablet without a line on which cards of the first trick were tapped."""
    scorer = Scorer.opens(page, cast, FIRST_LEAD)
    page.context.set_offline(True)
    scorer.plays(" ".join(cards))
    return scorer


def is_given_up(cast: Cast, hand: Hand) -> None:
    now = Hand.objects.get(pk=hand.pk)
    facts = {"void_as": "misdealt", "because": "A card was seen"}
    book.give_up(user=cast.admin, hand=now, version=now.version, **facts)


def back_on(page: Page, address: str) -> None:
    page.context.set_offline(False)
    page.goto(address)


@pytest.mark.smoke
def test_cards_of_a_hand_that_ended_meanwhile_are_counted_shown_and_dropped(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    scorer = keeps(page, cast)
    recorded = Entry.objects.filter(hand=scorer.hand).count()
    is_given_up(cast, scorer.hand)
    close_match(user=cast.admin, match=scorer.hand.match)
    for name in ("", "hands/", f"matches/{scorer.hand.match.public_id}/record/"):
        back_on(page, f"/c/{cast.club.slug}/{name}")
        expect(page.locator("#kept-here")).to_have_text("3 kept on this tablet")
    page.locator("#kept-here").tap()
    shown = page.locator("#_kept")
    expect(shown).to_contain_text("Friday")
    expect(shown).to_contain_text("This hand was ended by admin at")
    expect(shown.get_by_role("listitem")).to_have_count(3)
    assert "H1" in shown.locator("textarea").input_value()
    page.evaluate(HOLD_THE_STORE)
    shown.get_by_text("Drop it").tap()
    shown.get_by_role("button", name="Drop these entries for good").tap()
    expect(page.locator("#kept-here")).to_be_visible()  # nothing is called gone that is not
    page.evaluate("isFree = true")
    expect(page.locator("#kept-here")).to_be_hidden()
    page.reload()
    expect(page.locator("#_kept")).to_contain_text("Nothing is kept here")
    assert Entry.objects.filter(hand=scorer.hand).count() == recorded


def test_one_card_of_a_hand_that_was_given_up_is_not_gone(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Who signs in next learns for whom it is kept."""
    page = tablet_landscape
    scorer = keeps(page, cast, ["H1"])
    is_given_up(cast, scorer.hand)
    page.context.set_offline(False)
    expect(scorer.panel).to_contain_text("This hand was ended by admin at")
    expect(scorer.panel).not_to_contain_text("fits")
    expect(scorer.button("Send mine after it")).to_have_count(0)
    page.goto(f"/c/{cast.club.slug}/")
    expect(page.locator("#kept-here")).to_have_text("1 kept on this tablet")

    lets_in(page, cast.admin)
    page.reload()
    expect(page.locator("#kept-here")).to_have_text("1 kept on this tablet")
    page.locator("#kept-here").tap()
    expect(page.locator("#_kept")).to_contain_text("kept here for scorer")
    expect(page.locator("#_kept ol")).to_have_count(0)


def test_a_scorer_who_may_not_record_any_more_is_told_so_and_still_sees_what_they_tapped(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Not to sign in again: that would not help."""
    page = tablet_landscape
    scorer = keeps(page, cast)
    membership, shown = Membership.objects.filter(user=cast.scorer), page.locator("#_kept")
    membership.update(role=Role.MEMBER)
    page.context.set_offline(False)
    expect(scorer.chip).to_have_text("Not open to you, 3 kept here")
    expect(page.locator("#kept")).to_contain_text("not open to your account any more")
    page.locator("#line").tap()
    expect(shown).to_contain_text("may not record in this club any more")
    expect(shown.get_by_role("listitem")).to_have_count(3)

    membership.update(role=Role.SCORER)
    page.route("**/entries/", lambda route: route.abort())
    page.goto(address(scorer.hand.match))
    expect(scorer.chip).to_have_text("3 not sent")
    membership.delete()
    page.unroute("**/entries/")
    expect(scorer.chip).to_have_text("Not open to you, 3 kept here")
    page.locator("#line").tap()
    expect(shown).to_contain_text("not open to your account any more")
    expect(shown).to_contain_text("3 entries")

    Membership.objects.create(user=cast.scorer, club=cast.club, role=Role.SCORER)
    page.goto(address(scorer.hand.match))
    scorer.saved()
    assert scorer.recorded.split() == CARDS


@pytest.mark.usefixtures("own_browser")
def test_the_page_says_saved_only_after_reading_what_is_kept(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    scorer = keeps(page, cast)
    page.context.set_offline(False)
    page.goto("/kept/")
    other = page.context.new_page()
    other.goto("/kept/")
    other.evaluate(HOLD_THE_STORE)
    page.add_init_script("""addEventListener("DOMContentLoaded", () => {
        const chip = document.getElementById("line");
        if (!chip) return;
        window.said = [chip.textContent.trim()];
        const look = () => window.said.push(chip.textContent.trim());
        new MutationObserver(look).observe(chip, { subtree: true, childList: true });
    })""")
    page.goto(address(scorer.hand.match))
    page.wait_for_load_state("networkidle")
    assert {*page.evaluate("window.said")} == {"Starting"}
    other.evaluate("isFree = true")
    scorer.saved()
    assert scorer.recorded.split() == CARDS


def test_a_table_that_is_not_open_any_more_is_not_kept(tablet_landscape: Page, cast: Cast) -> None:
    page = tablet_landscape
    scorer = Scorer.opens(page, cast, FIRST_LEAD)
    address = page.url
    page.wait_for_function("async () => await caches.match(location.pathname) !== undefined")
    Membership.objects.filter(user=cast.scorer).update(role=Role.GUEST)
    page.goto(address)
    assert page.evaluate("async (path) => await caches.match(path) === undefined", address)
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.goto(address)
    assert scorer.hand is not None
