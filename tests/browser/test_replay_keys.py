"""The keys of the replay besides the arrows: views, table, speed, last trick, copying, help."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Hand
from tests.browser.replaying import address_is, at, lying, place_is, says, signed_in
from tests.cast import Cast
from tests.waiting import until

Open = Callable[..., Page]
VIEWS = "Whose cards are open"


@pytest.fixture
def desktop(open_page: Open, cast: Cast) -> Page:
    """Somebody who reads, at a desk."""
    permissions = ["clipboard-read", "clipboard-write"]
    page = open_page(permissions=permissions)
    return signed_in(page, cast.member)


def chosen(page: Page) -> str:
    """Whose cards are open."""
    view = page.get_by_role("navigation", name=VIEWS).locator("[aria-current]")
    return view.inner_text()


def plates(page: Page) -> list[str]:
    """The names at the table from the bottom on, counter-clockwise."""
    seats = page.locator(".stage .seat")
    found = [
        (
            seats.nth(number).get_attribute("data-slot") or "",
            seats.nth(number).locator(".plate-name"),
        )
        for number in range(seats.count())
    ]
    return [name.inner_text() for _slot, name in sorted(found, key=lambda one: one[0])]


def test_keys_open_the_cards_of_one_player_hide_all_and_turn_the_table(
    desktop: Page, petite: Hand
) -> None:
    """Keys of seats that there are not do nothing."""
    at(desktop, petite, "7.3")
    for seat, name in enumerate(("Anna", "Boris", "Chloé", "Dario")):
        desktop.keyboard.press(str(seat + 1))
        address_is(desktop, petite, f"7.3?seat={seat}")
        assert chosen(desktop) == name
    desktop.keyboard.press("0")
    address_is(desktop, petite, "7.3")
    for key in ("5", "6", "7", "9"):
        desktop.keyboard.press(key)
    address_is(desktop, petite, "7.3")
    desktop.keyboard.press("h")
    address_is(desktop, petite, "7.3?seat=none")
    assert "jack of diamonds" not in desktop.locator("main").inner_text()
    desktop.keyboard.press("h")
    address_is(desktop, petite, "7.3")

    assert plates(desktop) == ["Anna", "Boris", "Chloé", "Dario"]
    for bottom, names in (
        ("?bottom=3", ["Dario", "Anna", "Boris", "Chloé"]),
        ("?bottom=2", ["Chloé", "Dario", "Anna", "Boris"]),
        ("?bottom=1", ["Boris", "Chloé", "Dario", "Anna"]),
        ("", ["Anna", "Boris", "Chloé", "Dario"]),
    ):
        desktop.keyboard.press("f")
        address_is(desktop, petite, f"7.3{bottom}")
        assert plates(desktop) == names
    desktop.get_by_role("button", name="Turn the table").click()
    desktop.keyboard.press("ArrowRight")
    address_is(desktop, petite, "7.4?bottom=3")
    desktop.reload()
    assert plates(desktop)[0] == "Dario"
    says(desktop, "Trick 7, Anna plays jack of diamonds.")


def test_l_lays_the_last_trick_on_the_table_again_where_there_is_one(
    desktop: Page, petite: Hand
) -> None:
    at(desktop, petite, "7.2")
    assert lying(desktop) == ["5 of diamonds", "trump 16"]
    desktop.keyboard.press("l")
    last = desktop.locator(".last-trick")
    expect(last).to_have_text("Trick 6")
    assert lying(desktop) == ["2 of hearts", "10 of hearts", "trump 4", "4 of hearts"]
    desktop.keyboard.press("l")
    assert lying(desktop) == ["5 of diamonds", "trump 16"]
    desktop.keyboard.press("l")
    desktop.keyboard.press("ArrowRight")
    expect(last).to_be_hidden()
    assert lying(desktop) == ["5 of diamonds", "trump 16", "trump 1"]
    desktop.keyboard.press("Home")
    for key in ("ArrowRight", "PageDown", "PageDown"):
        desktop.keyboard.press(key)
        desktop.keyboard.press("l")
        expect(last).to_be_hidden()
    place_is(desktop, "1.1")


@pytest.mark.smoke
def test_keys_copy_the_lasting_link_change_the_speed_and_are_listed(
    desktop: Page, petite: Hand
) -> None:
    at(desktop, petite, "7.3?seat=3")
    desktop.keyboard.press("ArrowRight")
    desktop.keyboard.press("c")
    expect(desktop.get_by_role("status").filter(has_text="Link copied")).to_be_attached()
    read = "navigator.clipboard.readText()"
    copied = desktop.evaluate(read)
    assert copied.endswith(f"/hands/{petite.public_id}/7.4?seat=3")
    assert "/c/" not in copied
    desktop.goto(copied)
    address_is(desktop, petite, "7.4?seat=3")
    desktop.keyboard.press("ArrowLeft")
    desktop.get_by_role("link", name="Copy link to 7.3").click()
    until(lambda: desktop.evaluate(read).endswith("/7.3?seat=3"))

    speed = desktop.get_by_role("button", name="Speed")
    expect(speed).to_contain_text("1 s")
    for key, words in (("-", "2 s"), ("-", "4 s"), ("-", "4 s"), ("+", "2 s")):
        desktop.keyboard.press(key)
        expect(speed).to_contain_text(words)
    desktop.reload()
    expect(speed).to_contain_text("2 s")
    for words in ("1 s", "½ s", "½ s"):
        desktop.keyboard.press("+")
        expect(speed).to_contain_text(words)
    speed.click()
    expect(speed).to_contain_text("1 s")

    desktop.keyboard.press("?")
    keys = desktop.get_by_role("dialog", name="Keys")
    expect(keys.get_by_role("row")).to_have_count(15)
    desktop.keyboard.press("ArrowRight")  # the page behind it stays where it is
    desktop.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    address_is(desktop, petite, "7.3?seat=3")
    desktop.get_by_role("button", name="Keys").click()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()


def test_no_letter_is_taken_from_somebody_who_writes_a_comment(desktop: Page, petite: Hand) -> None:
    at(desktop, petite, "7.3?tab=comments")
    field = desktop.get_by_label("Comment at 7.3")
    field.fill("")
    field.press_sequentially("half of clubs? 1 + 1")
    expect(field).to_have_value("half of clubs? 1 + 1")
    field.press("ArrowRight")
    field.press("End")
    address_is(desktop, petite, "7.3?tab=comments")
    desktop.get_by_role("button", name="Say it").click()
    address_is(desktop, petite, "7.3?tab=comments")
    expect(desktop.locator(".now-strip").get_by_text("half of clubs")).to_be_visible()
