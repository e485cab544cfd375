"""A sheet on paper is typed in: by keys alone, kept whatever happens, twice where the club asks."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games import people
from games.club.opening_clubs import set_up
from games.models import Hand, Match, TypedSheet
from tests.browser.scorer import lets_in
from tests.cast import Cast
from tests.factories import open_match

PEOPLE = ("Odile Perrin", "Jean Vallet", "Élise Blanc", "Samir Moreau")
WAYS = ("odile", "vallet", "elise", "4")  # how each is typed
CONTRACTS = ("petite", "garde", "gs", "gc")
OLDER = """(line) => {
    const [name] = Object.keys(localStorage).filter((key) => key.startsWith("clubtarot-sheet"));
    const kept = JSON.parse(localStorage[name]);
    kept.lines[3] = line;
    localStorage[name] = JSON.stringify(kept);
}"""
MOST_KEYS = 200  # for ten hands


def evening(hands: int = 10) -> list[str]:
    """The lines of an evening, each possible by the rules."""
    chance = random.Random(26)
    lines = []
    for number in range(hands):
        bouts = chance.randint(1, 3)
        line = f"{WAYS[number % 4]} {chance.choice(CONTRACTS)} {bouts} {chance.randint(30, 60)}"
        lines.append(f"{line} handf {WAYS[number % 4]} 10" if number % 10 == 7 else line)
    return lines


class Typist:
    """Somebody who types in a sheet, and never takes a hand from the keys."""

    def __init__(self, page: Page, match: Match, user: Any) -> None:
        self.page, self.keys = page, 0
        lets_in(page, user)
        page.goto(f"/c/{match.club.slug}/matches/{match.public_id}/type/")
        expect(self.line(0)).to_be_focused()

    def line(self, at: int) -> Locator:
        return self.page.locator(f"#typed-{at}")

    def row(self, at: int) -> Locator:
        return self.page.locator(f"#line-{at}")

    def types(self, *lines: str) -> None:
        """Types lines, each ended by Enter, wherever the focus is."""
        for line in lines:
            self.page.keyboard.type(line)
            self.page.keyboard.press("Enter")
            self.keys += len(line) + 1

    def presses(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def ends(self) -> None:
        """Presses the button below the sheet, from an empty line."""
        self.presses("Enter")
        expect(self.page.locator("[data-end]")).to_be_focused()
        self.presses("Enter")

    def sees(self, words: str) -> None:
        expect(self.page.locator("body")).to_contain_text(words)

    def is_saved(self) -> None:
        expect(self.page.locator("#sheet-kept")).to_have_text("All saved")


@pytest.fixture
def match(cast: Cast) -> Match:
    """A match of four whose names are typed in every way there is."""
    seats = [people.add_player(user=cast.scorer, club=cast.club, name=name) for name in PEOPLE]
    return open_match(cast.scorer, cast.club, seats, writes="result-only", first_hand=True)


@pytest.mark.smoke
def test_ten_hands_are_typed_and_sealed_by_keys_alone(
    open_page: Callable[..., Page], cast: Cast, match: Match
) -> None:
    typist = Typist(open_page(), match, cast.scorer)
    typist.types(*evening())
    typist.ends()
    typist.sees("10 hands sealed.")
    print(f"{typist.keys} keys")
    assert typist.keys < MOST_KEYS
    hands = Hand.objects.filter(match=match)
    assert [hand.state for hand in hands] == ["sealed"] * 10
    assert {hand.level for hand in hands} == {"result"}
    assert not TypedSheet.objects.exists()


def test_a_wrong_line_stays_red_and_holds_only_itself_back(
    open_page: Callable[..., Page], cast: Cast, match: Match
) -> None:
    typist = Typist(open_page(), match, cast.scorer)
    typist.types("odile garde 2 51", "vallet garde 9 51", "elise gs 2 3", "4 gc 1 56")
    for at, state in enumerate(("right", "wrong", "wrong", "right")):
        expect(typist.row(at)).to_have_attribute("data-state", state)
    expect(typist.row(1)).to_contain_text("Not understood: 51")
    expect(typist.row(2)).to_contain_text("do not go together")
    typist.ends()
    typist.sees("2 hands sealed.")
    assert [typist.line(at).input_value() for at in range(3)] == [
        "vallet garde 9 51",
        "elise gs 2 3",
        "",
    ]


def test_a_typist_who_goes_back_to_a_line_while_the_sheet_is_judged_stays_there(
    open_page: Callable[..., Page], cast: Cast, match: Match
) -> None:
    typist = Typist(open_page(), match, cast.scorer)
    typist.types("odile garde 2 51")
    typist.is_saved()
    held: list[Any] = []
    typist.page.route("**/type/", lambda route: held.append(route))
    typist.presses("Enter")  # on to the button, once all is judged
    typist.line(0).focus()
    typist.sees("Saving…")
    for route in held:
        route.continue_()
    typist.is_saved()
    expect(typist.line(0)).to_be_focused()
    typist.presses("Enter")
    expect(typist.line(1)).to_be_focused()
    assert not Hand.objects.filter(match=match, state="sealed").exists()


def test_what_was_typed_is_there_after_an_outage_a_reload_and_in_a_second_window(
    open_page: Callable[..., Page], cast: Cast, match: Match
) -> None:
    typist = Typist(open_page(), match, cast.scorer)
    typist.types("odile garde 2 51")
    typist.is_saved()
    typist.page.route("**/type/", lambda route: route.abort())
    typist.types("vallet garde 2 51")
    typist.sees("No connection: kept in this browser")
    typist.page.unroute("**/type/")
    typist.page.reload()
    typist.is_saved()
    expect(typist.row(1)).to_have_attribute("data-state", "right")

    other = Typist.__new__(Typist)
    other.page, other.keys = typist.page.context.new_page(), 0
    other.page.goto(typist.page.url)
    expect(other.line(2)).to_be_focused()
    other.types("elise garde 2 51")
    other.is_saved()
    typist.line(3).focus()
    typist.page.keyboard.type("samir garde 2 ")
    other.line(4).fill("e")  # what it knows of the line that is typed here may be old
    other.line(4).fill("")
    other.page.evaluate(OLDER, "samir garde")
    expect(typist.line(3)).to_have_value("samir garde 2 ")
    typist.types("51")
    expect(other.line(3)).to_have_value("samir garde 2 51")
    expect(typist.line(2)).to_have_value("elise garde 2 51")
    other.page.close()
    typist.is_saved()
    [sheet] = TypedSheet.objects.all()
    assert [one["line"].split()[0] for one in sheet.lines] == ["odile", "vallet", "elise", "samir"]


def test_two_typists_are_shown_every_line_in_which_they_differ(
    open_page: Callable[..., Page], cast: Cast, match: Match
) -> None:
    set_up(user=cast.admin, club=cast.club, types_twice=True)
    lines = evening(12)
    first = Typist(open_page(), match, cast.scorer)
    first.types(*lines)
    first.ends()
    first.sees("Somebody else types this sheet a second time")

    planted = {2: "elise garde 1 41", 5: "4 petite 2 50", 11: ""}
    others = [planted.get(at, line.replace("garde ", "g ")) for at, line in enumerate(lines)]
    second = Typist(open_page(), match, cast.admin)
    second.sees("scorer has typed this sheet too: 12 lines.")
    assert lines[0] not in second.page.content()  # typed without a look at the other
    second.types(*others)
    second.line(12).focus()
    second.ends()
    second.sees("3 lines differ: decide each.")
    differing = second.page.locator('[data-state="differs"]')
    assert [row.get_attribute("id") for row in differing.all()] == ["line-2", "line-5", "line-11"]
    assert not Hand.objects.filter(match=match, state="sealed").exists()

    second.row(2).get_by_role("button", name="Mine is right").click()
    second.row(5).get_by_role("button", name="Theirs is right").click()
    second.row(11).get_by_role("button", name="Theirs is right").click()
    expect(differing).to_have_count(0)
    second.page.get_by_role("button", name="Confirm and seal 12 hands").click()
    second.sees("12 hands sealed.")
    assert not TypedSheet.objects.exists()
