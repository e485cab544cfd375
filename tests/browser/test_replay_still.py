"""While the reader steps only cards and words change: nothing of the page moves or jumps."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from games.models import Hand
from tests import factories
from tests.browser.replaying import at, signed_in
from tests.browser.scorer import on_each
from tests.cast import Cast
from tests.games import hand_by_chance

Open = Callable[..., Page]
SCREENS = {"desktop": (1280, 800), "portrait": (820, 1180), "phone": (390, 844)}
# Where each part begins, and its height where others follow below: at each of the steps.
FRAMES = """([key, steps]) => {
    const frame = () => Object.fromEntries(
        [['.stage', 1], ['.centre', 1], ['.known', 1], ['.scrubber', 1], ['.steps', 1],
         ['.seat-switch', 1], ['.replay-head', 1], ['.beside', 0]].map(([part, whole]) => {
            const one = document.querySelector(part);
            const box = one?.getBoundingClientRect();
            const place = box && [box.left, box.top + scrollY, whole && box.height];
            return [part, place?.map(Math.round)];
        }));
    const found = [frame()];
    for (let step = 0; step < steps; step += 1) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        found.push(frame());
    }
    return [found, document.getElementById('replay').dataset.key];
}"""
# A walk to the end, and at each step the cards in the middle that a plate lies on.
COVERED = """([key, steps]) => {
    const boxes = (what) => [...document.querySelectorAll(what)]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => [one, one.getBoundingClientRect()]);
    const apart = (a, b) => a.right <= b.left + 0.5 || b.right <= a.left + 0.5
        || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;
    const found = [], looks = () => {
        const cards = boxes('.centre .lying .place, .centre .spread li');
        for (const [plate, box] of boxes('.stage .plate')) {
            for (const [card, place] of cards.filter(([, place]) => !apart(box, place))) {
                const at = document.getElementById('replay').dataset.key;
                found.push([at, plate.innerText, card.outerHTML.slice(0, 60)]);
            }
        }
        return cards.length;
    };
    let seen = looks();
    for (let step = 0; step < steps; step += 1) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        seen += looks();
    }
    return [found, seen];
}"""


def nothing_moves(page: Page, key: str, steps: int, end: str) -> None:
    """Everything is where it was at each of the steps to that place."""
    (first, *later), place = page.evaluate(FRAMES, [key, steps])
    assert place == end
    for step, frame in enumerate(later, 1):
        assert frame == first, step


def test_nothing_moves_from_the_deal_to_the_score(
    open_page: Open, cast: Cast, petite: Hand
) -> None:
    """In the view of a seat the rows of the list of tricks keep their height as well."""
    page = signed_in(open_page(), cast.member)
    for query in ("", "?seat=3"):
        for _screen in on_each(page, SCREENS):
            at(page, petite, f"auction{query}")
            nothing_moves(page, "ArrowRight", 77, "score")
    at(page, petite, "8.1?seat=1")
    rows = page.locator("#_tricks tbody tr")
    heights = rows.evaluate_all("(rows) => rows.map(({ offsetHeight }) => offsetHeight)")
    assert len(heights) == 18
    assert len(set(heights)) == 1


@pytest.mark.smoke("scarto-3")
@pytest.mark.parametrize(("variant", "players"), [("scarto", 3), ("sca-tarok", 4)])
def test_nothing_moves_in_a_game_of_many_tricks_or_with_a_pile(
    open_page: Open, transactional_db: None, cast: Cast, variant: str, players: int
) -> None:
    match = cast.open_match(players, variant=variant, first_dealer=0)
    hand = factories.sealed_hand(cast.scorer, match, hand_by_chance(variant, players))
    page = open_page(viewport={"width": 390, "height": 844})
    at(signed_in(page, cast.member), hand, "1.1")
    nothing_moves(page, "ArrowDown", 26, "score")


def test_on_a_phone_no_plate_lies_on_a_card_at_any_step(
    open_page: Open, transactional_db: None, cast: Cast
) -> None:
    page = signed_in(open_page(viewport={"width": 390, "height": 844}), cast.member)
    for variant, players in (
        *(("french", players) for players in (3, 4, 5)),
        ("taros-1659", 4),
        ("droggn", 3),
        ("scarto", 3),
    ):
        match = cast.open_match(players, variant=variant, first_dealer=0)
        hand = factories.sealed_hand(cast.scorer, match, hand_by_chance(variant, players))
        for query in ("", "?seat=1"):
            at(page, hand, f"auction{query}" if variant == "french" else f"1.1{query}")
            covered, cards = page.evaluate(COVERED, ["ArrowRight", 120])
            assert cards > 100
            assert covered == [], (variant, players, query)
