"""What stands on the recording screen has the room of the design, also on a tablet just turned."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories, hands
from tests.browser.scorer import SIZES, Scorer, address, lets_in, on_each
from tests.cast import Cast

GAPS = """() => {
    const box = (what) => document.querySelector(what).getBoundingClientRect();
    const field = box("#typed"), above = box("#stage"), below = box(".key[data-card=SK]");
    return [field.top - above.bottom, below.top - field.bottom];
}"""
IN_SIGHT = """() => {
    const [row, panel] = [".tricks-panel .now", ".tricks-panel"].map((what) =>
        document.querySelector(what).getBoundingClientRect());
    return row.top >= panel.top && row.bottom <= panel.bottom + 1;
}"""
LEAVES_FRAME = """() => {
    const key = document.querySelector(".key[data-card=F]");
    const frame = key.querySelector(".key-frame").getBoundingClientRect();
    return [...key.querySelectorAll(".key-name, .key-star")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && (box.left < frame.left + 2 || box.right > frame.right - 2);
    }).length;
}"""

# Names of plates that are cut, and plates that lie below a card or outside the table.
CROWDED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const table = box(document.querySelector(".felt"));
    const cards = [...document.querySelectorAll(".felt .face")].map(box);
    return [...document.querySelectorAll(".felt .plate")].filter((plate) => {
        const name = plate.querySelector(".plate-name"), { left, right, top, bottom } = box(plate);
        return name.scrollWidth > name.clientWidth || top < table.top || bottom > table.bottom ||
            cards.some((card) => card.left < right && card.right > left && card.top < bottom - 1 &&
                card.bottom > top + 1);
    }).map((plate) => plate.textContent);
}"""


@pytest.mark.smoke
def test_field_keys_tricks_and_plates_keep_their_room_also_on_a_tablet_just_turned(
    tablet_landscape: Page, cast: Cast
) -> None:
    """At a table of five chairs; who takes has won six tricks and has a tag."""
    facts: dict[str, Any] = {"players": 5, "dealer_sits_out": True}
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(40), **facts)
    page = scorer.page
    for screen in on_each(page, SIZES | {"small": (1024, 768)}):
        assert min(page.evaluate(GAPS)) >= 9.5, screen
        if screen in SIZES:
            assert page.evaluate(CROWDED) == [], screen
    for screen in on_each(page, {"phone": (390, 844), **SIZES, "again": (1180, 820)}):
        page.wait_for_function(IN_SIGHT)
        assert page.evaluate(IN_SIGHT), screen

    factories.open_hand(cast.scorer, cast.match, hands.played(4))
    page.goto(address(cast.match))
    expect(scorer.key("F")).to_have_accessible_name("Excuse, play it")
    for screen in on_each(page, SIZES):
        assert page.evaluate(LEAVES_FRAME) == 0, screen


def test_on_a_phone_who_deals_and_sits_out_is_named_and_undo_keeps_to_the_row_of_the_excuse(
    phone: Page, cast: Cast
) -> None:
    scorer, players = Scorer(phone), [*cast.players]
    lets_in(phone, cast.scorer)
    for dealer in range(5):
        match = cast.open_match(5, first_dealer=dealer, dealer_sits_out=True)
        factories.open_hand(cast.scorer, match)
        phone.goto(address(match))
        out = f"{players[dealer].name} deals, sits out"
        expect(phone.locator(".felt .plate.out")).to_have_text(out)
        assert phone.evaluate(CROWDED) == [], dealer

    factories.open_hand(cast.scorer, cast.match, hands.played(26))
    phone.goto(address(cast.match))
    expect(scorer.key("F")).to_be_visible()
    excuse, undo = (one.bounding_box() for one in (scorer.key("F"), scorer.undo))
    assert excuse is not None
    assert undo is not None
    assert excuse["y"] == undo["y"]
    assert undo["x"] + undo["width"] <= 390
