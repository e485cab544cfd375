"""What was written down wrong is put right: one tap for the last entry, a look ahead for others."""

import pytest
from playwright.sync_api import Page, Route, expect

from games import book
from games.book import records
from games.rules import entering
from tests import hands
from tests.browser.replaying import at, difference, says
from tests.browser.scorer import Scorer
from tests.cast import Cast
from tests.factories import act, write

TWO_TRICKS = hands.played(8)  # H1 HQ HK H3, then H8 H7 H9 HN


def chooses(scorer: Scorer, wrong: str, right: str) -> None:
    """A card that was recorded was really another one."""
    scorer.looks_at(wrong)
    scorer.button("Choose the right card").tap()
    expect(scorer.status).to_contain_text("Tap the card that it really was.")
    scorer.looks_at(right)


@pytest.mark.smoke
def test_an_earlier_card_is_exchanged_swapped_or_left_as_it_was(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, TWO_TRICKS)
    heading = scorer.panel.get_by_role("heading")
    scorer.looks_at("H7")
    expect(heading).to_have_text("Nadia’s 7♥ trick 2")
    chooses(scorer, "H7", "H2")
    expect(heading).to_have_text("It fits")
    assert scorer.hand.version == len(TWO_TRICKS)
    scorer.button("Save the change").tap()
    expect(scorer.key("H7")).to_have_attribute("data-state", "clear")
    assert scorer.saved().recorded == "H1 HQ HK H3 H8 H2 H9 HN"

    chooses(scorer, "H3", "H2")
    expect(heading).to_have_text("It does not fit: Nadia’s 2♥")
    scorer.button("The two cards were mixed up: swap them").tap()
    expect(heading).to_have_text("It fits")
    scorer.button("Save the change").tap()
    expect(scorer.panel).to_have_count(0)
    assert scorer.saved().recorded == "H1 HQ HK H2 H8 H3 H9 HN"

    # Had Samir won trick 1 he would have led to trick 2, and not Elise.
    version = scorer.hand.version
    chooses(scorer, "HK", "H4")
    expect(heading).to_have_text("It does not fit: Elise’s 8♥")
    cause = "Samir wins trick 1 (queen of hearts) and leads to trick 2."
    expect(scorer.panel).to_contain_text(cause)
    expect(scorer.panel.get_by_role("link", name="Rule")).to_be_visible()
    scorer.button("Leave it as it was").tap()
    expect(scorer.panel).to_have_count(0)
    assert scorer.hand.version == version


def test_one_entry_is_taken_back_at_once_and_many_after_a_question(
    tablet_portrait: Page, cast: Cast
) -> None:
    """Down to the first call."""
    scorer = Scorer.opens(tablet_portrait, cast, TWO_TRICKS)
    expect(scorer.undo).to_contain_text("Samir’s N♥")
    scorer.tap(scorer.undo)
    expect(scorer.undo).to_contain_text("Wanda’s 9♥")
    expect(scorer.status).to_contain_text("Samir to play.")
    version = scorer.saved().hand.version
    scorer.looks_at("H8")
    scorer.button("Take back this and the 2 entries after it").tap()
    expect(scorer.panel.get_by_role("heading")).to_have_text("Take back the last 3 entries?")
    assert scorer.hand.version == version
    scorer.button("Take them back").tap()
    expect(scorer.status).to_contain_text("Elise to play.")
    assert scorer.saved().recorded == "H1 HQ HK H3"

    scorer.plays("H8").saved()
    chooses(scorer, "HK", "H4")
    scorer.button("Change it, and take back that entry").tap()
    expect(scorer.status).to_contain_text("Samir to play.")
    assert scorer.saved().recorded == "H1 HQ H4 H3"
    for _card in range(4):
        scorer.tap(scorer.undo)
    for words in ("the discard", "the dog", "pass", "pass", "Petite", "pass"):
        expect(scorer.undo).to_contain_text(words)
        scorer.tap(scorer.undo)
    expect(scorer.undo).to_be_disabled()
    expect(scorer.status).to_contain_text("Wanda to speak.")


def test_calls_and_dog_are_put_right_in_the_auction_and_in_the_middle_of_the_play(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The dog is checked against the tricks."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.auction()[:2])
    page = scorer.page

    def put_right(what: str, call: str) -> None:
        page.locator("#stage, #side").get_by_role("link", name=what).first.tap()
        scorer.panel.get_by_role("button", name=call, exact=True).tap()
        scorer.button("Save the change").tap()

    put_right("Petite", "Garde sans")
    expect(page.locator(".said-list")).to_contain_text("Garde sans")
    put_right("Garde sans", "Petite")
    expect(page.locator(".said-list")).to_contain_text("Petite")
    for change in hands.played(9)[2:]:
        write(cast.scorer, scorer.saved().hand, change)
    page.reload()
    expect(scorer.key("HK")).to_have_attribute("data-state", "played")
    calls_and_dog = page.get_by_role("link", name="Calls and dog")
    for cards, state in (("T7 HK", "does not fit: Elise’s K♥"), ("T7 T8", "fits")):
        calls_and_dog.tap()
        scorer.panel.get_by_role("link", name="The dog").tap()
        scorer.button("Choose the right cards").tap()
        expect(scorer.key("T7")).to_have_attribute("data-state", "chosen")
        scorer.plays(cards).tap(scorer.button("Done: 6 of 6"))
        expect(scorer.panel.get_by_role("heading")).to_have_text(f"It {state}")
        scorer.button("Leave it as it was" if "not" in state else "Save the change").tap()
    expect(scorer.key("T8")).to_have_attribute("data-state", "forbidden")
    expect(scorer.key("T7")).to_have_attribute("data-state", "possible")

    calls_and_dog.tap()
    put_right("Samir’s Petite", "Garde")
    expect(page.locator("#_contract")).to_contain_text("Garde ×2")


def test_a_comment_is_written_changed_and_taken_out(tablet_landscape: Page, cast: Cast) -> None:
    """A change that was worked out before another entry is looked at once more: on a bad line a
    card is still on its way when it is to be saved."""
    scorer = Scorer.opens(tablet_landscape, cast, [*TWO_TRICKS, act("note", text="Fine lead")])
    page, calls_and_dog = scorer.page, scorer.page.get_by_role("link", name="Calls and dog")
    scorer.button("More", exact=True).tap()
    scorer.panel.get_by_label("A comment at this point").fill("Samir hesitates")
    scorer.button("Write it down").tap()
    expect(scorer.undo).to_contain_text("the comment")
    calls_and_dog.tap()
    scorer.panel.get_by_role("link", name="The comment").first.tap()
    scorer.panel.get_by_label("Comment").fill("A fine lead")
    scorer.button("Change it").tap()
    scorer.button("Save the change").tap()
    scorer.saved()

    held: list[Route] = []
    page.route("**/hands/*/entries/", lambda route: held.append(route))
    scorer.plays("T2")
    calls_and_dog.tap()
    scorer.panel.get_by_role("link", name="The comment").last.tap()
    scorer.button("Take this one out").tap()
    scorer.button("Save the change").tap()
    meanwhile = "Something was recorded in the meantime; look again, then save."
    expect(scorer.status).to_have_text(meanwhile)
    held[0].continue_()
    page.unroute("**/hands/*/entries/")
    scorer.saved().button("Save the change").tap()
    expect(scorer.status).to_have_text(meanwhile)  # worked out without the trump 2
    scorer.button("Save the change").tap()
    expect(scorer.panel).to_have_count(0)
    assert scorer.saved().recorded.endswith(" T2")
    _deal, actions = entering.fold(records.changes_of(scorer.hand))
    assert [action["text"] for action in actions if action["kind"] == "note"] == ["A fine lead"]


def test_a_panel_on_its_way_outlasts_an_answer_and_a_fault_that_was_none_loses_its_mark(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The entry is acknowledged, and the stage drawn again, between the tap and the panel."""
    fault = act("play", card="HQ", irregular="Seen late")
    scorer = Scorer.opens(tablet_landscape, cast, [*hands.played(1), fault])
    held: list[Route] = []
    scorer.page.route("**/panel/entries/", lambda route: held.append(route))
    scorer.page.get_by_role("link", name="Calls and dog").tap()
    expect(scorer.page.locator(".htmx-request")).not_to_have_count(0)
    scorer.plays("HK").saved()
    held[0].continue_()
    expect(scorer.panel).to_contain_text("Calls, exchange, announcements, comments")

    expect(scorer.key("HQ")).to_have_attribute("data-mark", "irregular")
    scorer.looks_at("HQ")
    expect(scorer.panel).to_contain_text("Seen late")
    scorer.button("It was not a fault").tap()
    scorer.button("Save the change").tap()
    expect(scorer.key("HQ")).not_to_have_attribute("data-mark", "irregular")


def test_a_card_taken_back_at_the_table_is_seen_in_the_replay(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Nadia lays the ten of clubs down to trick 17, and is allowed to play the eight."""
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(66)).plays("C10").saved()
    scorer.tap(scorer.page.locator('.trick-cell[data-card="C10"]'))
    scorer.button("Taken back at the table").tap()
    expect(scorer.key("C10")).not_to_have_attribute("data-state", "played")
    expect(scorer.status).to_contain_text("Nadia to play.")
    expect(scorer.undo).to_contain_text("Nadia took back 10♣")
    scorer.plays("C8").saved().page.get_by_role("link", name="Calls and dog").tap()
    scorer.panel.get_by_role("link", name="Nadia took back 10♣").tap()
    expect(scorer.panel.get_by_role("button", name="Take this one out")).to_be_visible()
    scorer.button("Close").tap()
    scorer.plays("C5 CJ CQ C10").tap(scorer.key("C7"))  # the last one: the score takes its place
    expect(scorer.button("Confirm and seal")).to_be_enabled()
    hand = scorer.saved().hand
    scorer.page.goto("about:blank")  # the tablet would go to the sealed hand by itself
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    at(scorer.page, hand, "17.3.2")
    says(scorer.page, "Nadia took back 10 of clubs. Nadia to play.")
    expect(scorer.page.locator(".lying:not([hidden]) .flag.back")).to_have_text("taken back")
    scorer.page.keyboard.press("ArrowRight")
    says(scorer.page, "Trick 17, Nadia plays 8 of clubs.")
    expect(scorer.page.locator(".lying:not([hidden]) .flag.back")).to_have_count(0)
    assert difference(scorer.page) == []


def test_without_a_line_a_card_taken_back_waits_like_any_change(
    tablet_portrait: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_portrait, cast, hands.played(7)).looks_at("H9")
    expect(scorer.button("Taken back at the table")).to_be_visible()
    scorer.page.context.set_offline(True)
    scorer.button("Taken back at the table").tap()
    expect(scorer.panel).to_have_count(0)
    scorer.plays("H10")
    scorer.page.context.set_offline(False)
    assert scorer.saved().recorded == "H1 HQ HK H3 H8 H7 H10"


def test_from_the_score_one_goes_back_to_the_tricks(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(72))
    scorer.page.get_by_text("Open the tricks").tap()
    scorer.page.locator('.trick-cell[data-card="CQ"]').tap()
    scorer.button("Choose the right card").tap()
    scorer.looks_at("C3")
    scorer.button("Save the change").tap()
    expect(scorer.page.get_by_role("heading", name="Petite: Samir short by")).to_be_visible()
    scorer.tap(scorer.page.locator("[data-undo]"))
    expect(scorer.status).to_contain_text("Wanda to play.")
