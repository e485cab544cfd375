"""Every phase of a hand on every screen: nothing to scroll, targets for a thumb, AA."""

import pytest
from playwright.sync_api import Page, expect

from games import people
from tests import factories, hands
from tests.browser.barriers import AT_REST, no_barriers
from tests.browser.scorer import SCREENS, SIZES, Scorer, address, lets_in, on_each
from tests.cast import Cast
from tests.factories import act
from tests.games import hand_by_chance

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
# The game and the players of each size of table.
TABLES = {2: "taros-1659", 3: "droggn", 4: "french", 5: "french", 6: "taroux-of-six"}
# For the flag at each seat in turn: what lies on it, or comes too near a plate.
COVERED = """() => {
    const flag = document.querySelector(".card-table .flag");
    const places = [...document.querySelectorAll(".card-table .place")];
    const home = flag.parentElement;
    const face = home.firstElementChild;
    for (const place of places) if (!place.firstElementChild) place.append(face.cloneNode(true));
    const covered = [];
    for (const place of places) {
        place.append(flag);
        const box = flag.getBoundingClientRect(), card = place.getBoundingClientRect();
        const slot = place.closest(".seat").dataset.slot;
        const room = [box.left - card.left, card.right - box.right, card.bottom - box.bottom];
        if (!box.width || Math.min(...room) < 0)
            covered.push(`${slot}: not on its card`);
        for (const [x, y] of [[1, 1], [1, -1], [-1, 1], [-1, -1]].map(([dx, dy]) =>
            [dx > 0 ? box.left + 3 : box.right - 3, dy > 0 ? box.top + 3 : box.bottom - 3]))
            if (document.elementFromPoint(x, y) !== flag) covered.push(`${slot}: covered`);
        for (const plate of document.querySelectorAll(".card-table .plate")) {
            const other = plate.getBoundingClientRect();
            const apart = [box.left - other.right, other.left - box.right,
                box.top - other.bottom, other.top - box.bottom];
            if (Math.max(...apart) < 0)
                covered.push(`${slot}: under ${plate.textContent}`);
        }
    }
    home.append(flag);
    return covered;
}"""


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


def at_table_of(players: int, page: Page, cast: Cast) -> None:
    """The recording screen of a hand by chance at a table of that many, after trick 3."""
    sixth = people.add_player(user=cast.scorer, club=cast.club, name=f"Maximilien {players}")
    seats = [*cast.players, sixth][-players:]
    match = factories.open_match(
        cast.scorer, cast.club, seats, variant=TABLES[players], first_dealer=0
    )
    changes = hand_by_chance(TABLES[players], players)
    plays = [at for at, one in enumerate(changes) if one.get("action", {}).get("kind") == "play"]
    factories.open_hand(cast.scorer, match, changes[: plays[3 * players]])
    page.goto(address(match))
    expect(page.locator(".place .face")).to_have_count(players)


@pytest.mark.smoke
def test_no_plate_lies_on_a_card_and_nothing_on_the_flag_of_the_one_that_was_led(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    lets_in(page, cast.scorer)
    for players in TABLES:
        at_table_of(players, page, cast)
        expect(page.locator(".place .flag")).to_have_text("led")
        for screen in on_each(page, SCREENS):
            assert page.evaluate(COVERED) == [], f"{players} players {screen}"
            if screen in SIZES:
                assert page.evaluate(OVERLAPPING) == [], f"{players} players {screen}"


# --- the phone -----------------------------------------------------------------------------------


def test_on_a_phone_the_suit_comes_before_the_rank_and_a_refusal_lies_over_the_keys(
    phone: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(phone, cast, hands.played(26))
    expect(scorer.key("T1")).to_be_visible()  # diamonds were led, and Elise has none
    expect(scorer.key("S1")).to_be_hidden()
    scorer.tap(scorer.button("diamonds", exact=True))
    expect(scorer.key("D7")).to_be_visible()
    scorer.tap(scorer.button("Trumps"))
    expect(scorer.key("D7")).to_be_hidden()
    scorer.tap(scorer.button("diamonds", exact=True))
    scorer.plays("DJ")  # refused: what is said of it lies over the keys
    expect(scorer.button("Choose another card")).to_be_in_viewport()
    expect(scorer.button("Record it anyway")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    scorer.button("Choose another card").tap()
    expect(scorer.panel).to_have_count(0)
    scorer.tap(scorer.button("Trumps"))
    scorer.plays("T1")
    expect(scorer.status).to_contain_text("Wanda to play.")
    expect(scorer.key("DJ")).to_be_visible()
    scorer.plays("DJ")
    scorer.tap(scorer.button("spades", exact=True))
    expect(scorer.key("SJ")).to_be_visible()


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
