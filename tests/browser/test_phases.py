"""Every phase of a hand on every screen: nothing to scroll, targets for a thumb, AA."""

import pytest
from playwright.sync_api import Page, expect

from tests import factories, hands
from tests.browser.barriers import AT_REST, no_barriers
from tests.browser.scorer import SIZES, Scorer, address, lets_in, on_each
from tests.cast import Cast
from tests.factories import act

DOG = act("stock", cards=hands.DOG.split())
# How much of the hand is recorded when each phase is looked at.
PHASES = {
    "auction": hands.auction()[:2],
    "dog": hands.auction(),
    "discard": [*hands.auction(), DOG],
    "first lead": hands.played(0),
    "play": hands.played(26),
    "last card": hands.played(71),
    "score": hands.played(72),
}
# Links within a sentence and in the list of tricks are as large as their words.
SMALL = """() => [...document.querySelectorAll("#recording :is(button, input), summary, #line")]
    .filter((one) => one.checkVisibility({visibilityProperty: true}))
    .filter((one) => !one.matches("[type=hidden], .pick input"))
    .map((one) => [one, one.getBoundingClientRect()])
    .map(([one, box]) => [one, box.width, box.height + (one.id === "line" ? 12 : 0)])
    .filter(([, width, height]) => width < 47.5 || height < 47.5)
    .map(([one, width, height]) => `${one.outerHTML.slice(0, 60)} is ${width} x ${height}`)"""
OVERLAPPING = """() => {
    const boxes = [...document.querySelectorAll(".plate, .place")].map((one) => [one.className,
        one.getBoundingClientRect()]);
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1
        || b.bottom <= a.top + 1;
    return boxes.flatMap(([name, box], at) => boxes.slice(at + 1)
        .filter(([, other]) => !apart(box, other)).map(([other]) => `${name} on ${other}`));
}"""


def fits(page: Page) -> bool:
    """Whether nothing of the page lies outside the screen."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight"
            " && document.documentElement.scrollWidth <= innerWidth"
        )
    )


def looked_over(page: Page, phase: str) -> None:
    for size in on_each(page, SIZES):
        assert fits(page), f"{phase} {size}"
        assert page.evaluate(SMALL) == [], f"{phase} {size}"
    no_barriers(page, phase)  # the same elements stand on both


def test_no_phase_needs_scrolling_or_fine_fingers(tablet_landscape: Page, cast: Cast) -> None:
    page = tablet_landscape
    match = hands.seated(cast)
    lets_in(page, cast.scorer)
    page.goto(address(match))
    looked_over(page, "next hand")
    page.goto("about:blank")  # the tablet would go to a dealt hand by itself
    hand = factories.open_hand(cast.scorer, match)
    for phase, changes in PHASES.items():
        for change in changes[hand.version :]:
            factories.write(cast.scorer, hand, change)
        page.goto(address(match))
        page.locator("#recording:not([inert])").wait_for()
        looked_over(page, phase)
        if phase == "play":
            scorer = Scorer(page)
            scorer.key("DJ").tap()
            scorer.button("Choose another card").wait_for()
            page.evaluate(AT_REST)
            looked_over(page, "refusal")
            scorer.panel.get_by_role("link", name="Correct trick 5").tap()
            scorer.button("Choose the right card").wait_for()
            looked_over(page, "earlier entry")


@pytest.mark.smoke
def test_no_plate_lies_on_a_card(tablet_landscape: Page, cast: Cast) -> None:
    page = tablet_landscape
    lets_in(page, cast.scorer)
    for players, opening in hands.FIRST_TRICKS.items():
        match = factories.open_match(
            cast.scorer, cast.club, cast.players[:players], first_dealer=players - 1
        )
        factories.open_hand(cast.scorer, match, opening)
        page.goto(address(match))
        expect(page.locator(".place .face")).to_have_count(players)
        for size in on_each(page, SIZES):
            assert page.evaluate(OVERLAPPING) == [], f"{players} players {size}"


# --- the phone -----------------------------------------------------------------------------------


def test_on_a_phone_the_suit_comes_before_the_rank(phone: Page, cast: Cast) -> None:
    scorer = Scorer.opens(phone, cast, hands.played(26))
    expect(scorer.key("T1")).to_be_visible()  # diamonds were led, and Elise has none
    expect(scorer.key("S1")).to_be_hidden()
    scorer.tap(scorer.button("diamonds", exact=True))
    expect(scorer.key("D7")).to_be_visible()
    scorer.tap(scorer.button("Trumps"))
    expect(scorer.key("D7")).to_be_hidden()
    scorer.plays("T1")
    expect(scorer.status).to_contain_text("Wanda to play.")
    expect(scorer.key("DJ")).to_be_visible()
    scorer.plays("DJ")
    scorer.tap(scorer.button("spades", exact=True))
    expect(scorer.key("SJ")).to_be_visible()


def test_on_a_phone_a_refusal_lies_over_the_keys(phone: Page, cast: Cast) -> None:
    scorer = Scorer.opens(phone, cast, hands.played(26))
    scorer.tap(scorer.button("diamonds", exact=True))
    scorer.plays("DJ")
    expect(scorer.button("Choose another card")).to_be_in_viewport()
    expect(scorer.button("Record it anyway")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    scorer.button("Choose another card").tap()
    expect(scorer.panel).to_have_count(0)


def test_on_a_phone_calls_and_dog_are_in_reach(phone: Page, cast: Cast) -> None:
    scorer = Scorer.opens(phone, cast)
    for call in hands.CALLS.split():
        scorer.says(call)
    expect(scorer.status).to_contain_text("Tap the 6 cards of the dog.")
    for suit, cards in (("spades", "S3"), ("diamonds", "D8 D6 D2"), ("clubs", "C4")):
        scorer.tap(scorer.button(suit, exact=True))
        scorer.plays(cards)
    scorer.tap(scorer.button("Trumps"))
    scorer.plays("T7").tap(scorer.button("Done: 6 of 6"))
    scorer.tap(scorer.button("Nobody saw it"))
    expect(scorer.status).to_contain_text("Wanda leads")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
