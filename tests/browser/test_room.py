"""What stands on the recording screen has the room of the design, also on a tablet just turned."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import hands
from tests.browser.scorer import SIZES, Scorer, on_each
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


def test_the_field_stands_apart_from_the_table_and_from_the_keys(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(26))
    for screen in on_each(scorer.page, SIZES | {"small": (1024, 768)}):
        assert min(scorer.page.evaluate(GAPS)) >= 9.5, screen


def test_the_trick_being_played_is_in_sight_after_the_tablet_was_turned(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(50))
    for screen in on_each(scorer.page, {"phone": (390, 844), **SIZES, "again": (1180, 820)}):
        scorer.page.wait_for_function(IN_SIGHT)
        assert scorer.page.evaluate(IN_SIGHT), screen


@pytest.mark.smoke
def test_the_excuse_keeps_within_the_frame_of_its_key(tablet_landscape: Page, cast: Cast) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(4))
    for screen in on_each(scorer.page, SIZES):
        assert scorer.page.evaluate(LEAVES_FRAME) == 0, screen
    expect(scorer.key("F")).to_have_accessible_name("Excuse, play it")


def test_plates_and_cards_of_a_table_keep_apart(tablet_landscape: Page, cast: Cast) -> None:
    """Of five chairs; who takes has won six tricks and has a tag."""
    facts: dict[str, Any] = {"players": 5, "dealer_sits_out": True}
    scorer = Scorer.opens(tablet_landscape, cast, hands.played(40), **facts)
    for screen in on_each(scorer.page, SIZES):
        assert scorer.page.evaluate(CROWDED) == [], screen


@pytest.mark.parametrize("dealer", range(5))
def test_on_a_phone_who_deals_and_sits_out_is_named(phone: Page, cast: Cast, dealer: int) -> None:
    facts: dict[str, Any] = {"players": 5, "dealer_sits_out": True, "first_dealer": dealer}
    scorer = Scorer.opens(phone, cast, **facts)
    expect(phone.locator(".felt .plate.out")).to_contain_text("deals, sits out")
    assert scorer.page.evaluate(CROWDED) == []


def test_on_a_phone_undo_keeps_to_the_row_of_the_excuse(phone: Page, cast: Cast) -> None:
    scorer = Scorer.opens(phone, cast, hands.played(26))
    expect(scorer.key("F")).to_be_visible()
    excuse, undo = (one.bounding_box() for one in (scorer.key("F"), scorer.undo))
    assert excuse is not None
    assert undo is not None
    assert excuse["y"] == undo["y"]
    assert undo["x"] + undo["width"] <= 390
