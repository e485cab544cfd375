"""The card that was led says so, no matter who led it, at every table: nothing lies on the word."""

import pytest
from playwright.sync_api import Page, expect

from games import people
from tests import factories
from tests.browser.scorer import SCREENS, address, lets_in, on_each
from tests.cast import Cast
from tests.games import hand_by_chance

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


@pytest.mark.smoke("4")
@pytest.mark.parametrize("players", TABLES)
def test_no_plate_and_no_card_lies_on_the_flag(
    tablet_landscape: Page, cast: Cast, players: int
) -> None:
    sixth = people.add_player(user=cast.scorer, club=cast.club, name="Maximilien")
    match = factories.open_match(
        cast.scorer,
        cast.club,
        [*cast.players, sixth][-players:],
        variant=TABLES[players],
        first_dealer=0,
    )
    changes = hand_by_chance(TABLES[players], players)
    plays = [
        at for at, change in enumerate(changes) if change.get("action", {}).get("kind") == "play"
    ]
    factories.open_hand(cast.scorer, match, changes[: plays[3 * players] + 1])
    page = tablet_landscape
    lets_in(page, cast.scorer)
    page.goto(address(match))
    expect(page.locator(".place .flag")).to_have_text("led")
    for screen in on_each(page, SCREENS):
        assert page.evaluate(COVERED) == [], screen
