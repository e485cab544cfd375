"""A new match on the tablet that lies on the table: few taps, nothing lost, a table as it is."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from games import people
from games.models import Match
from tests.browser.barriers import no_barriers
from tests.browser.scorer import SCREENS, SIZES, lets_in, on_each
from tests.cast import Cast

RECORD = re.compile(r"/c/les-atouts/matches/\w+/record/$")
# Links within a sentence are as large as their words; everything else is for a thumb.
SMALL = """() => [...document.querySelectorAll("a[href], button, select, summary, .choice, input")]
    .filter((one) => one.checkVisibility({visibilityProperty: true}) && one.tabIndex >= 0)
    .filter((one) => !one.matches(".skip, .explain a, .choice input, [type=hidden]"))
    .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 47.5 || box.height < 47.5)
    .map(([name, box]) => `${name} is ${box.width} x ${box.height}`)"""


def open_form(page: Page, cast: Cast) -> Page:
    lets_in(page, cast.scorer)
    page.goto("/c/les-atouts/matches/new/")
    return page


def tap_player(page: Page, name: str) -> None:
    page.locator(".people").get_by_role("button", name=name, exact=True).tap()


def seated(page: Page) -> list[str]:
    """Whose names stand on the plates in sight, in turn order."""
    plates = page.locator(".sit:visible [data-name]")
    return [plate.strip() for plate in plates.all_text_contents()]


def has_gone_on(page: Page) -> Match:
    """The match that the form has opened, once the page of its first hand is asked for."""
    page.wait_for_url(RECORD, wait_until="commit")
    return Match.objects.latest("id")


def names_of(match: Match) -> list[str]:
    return [seat.player.name for seat in match.seats.all()]


@pytest.mark.smoke
def test_the_same_people_as_last_time_take_one_tap_and_need_no_scrolling(
    tablet_landscape: Page, cast: Cast
) -> None:
    """Each sits to the right of the one before: left, bottom, right, top of the table."""
    before = cast.open_match(first_dealer=1)
    page = open_form(tablet_landscape, cast)
    plates = page.locator(".sit:visible")
    plates.first.wait_for()
    boxes = [plate.bounding_box() for plate in plates.all()]
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    (west_x, west_y), (south_x, south_y), (east_x, east_y), (north_x, north_y) = places
    assert west_x < south_x < east_x
    assert north_y < west_y < south_y
    assert abs(north_x - south_x) < 1 > abs(west_y - east_y)
    for size in on_each(page, SIZES):
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size
        assert page.evaluate(COVERED) == [], size
    page.get_by_role("button", name="Open the match").tap()
    match = has_gone_on(page)
    assert match != before
    assert (names_of(match), match.first_dealer) == (names_of(before), 1)


def test_a_form_that_is_sent_twice_opens_one_match(tablet_landscape: Page, cast: Cast) -> None:
    """Tapped twice in a hurry; and sent again after the way back, as it was filled in."""
    cast.open_match()
    page = open_form(tablet_landscape, cast)
    form = page.url
    page.get_by_role("button", name="Open the match").dblclick()
    match = has_gone_on(page)
    sent = page.evaluate(
        """async ([form, people]) => {
            const page = new DOMParser().parseFromString(
                await (await fetch(form)).text(), "text/html");
            const filled = new FormData(page.querySelector("#match-form"));
            people.forEach((player, seat) => filled.set(`seat-${seat}`, player));
            filled.append("do", "open-all-the-same");
            const send = async () => (await fetch(form, {method: "POST", body: filled})).url;
            return Promise.all([send(), send()]);
        }""",
        [form, [player.public_id for player in cast.players[:4]]],
    )
    assert sent[0] == sent[1]
    assert Match.objects.count() == 3
    assert match.public_id not in sent[0]


def test_people_sit_down_change_places_and_get_up_by_taps(
    tablet_portrait: Page, cast: Cast
) -> None:
    """The next seat is marked, and so is the player taken up."""
    page = open_form(tablet_portrait, cast)
    expect(page.locator(".sit.turn")).to_have_text(re.compile("Seat 1"))
    for name in ("Dario", "Anna", "Emma", "Boris"):
        tap_player(page, name)
    assert seated(page) == ["Dario", "Anna", "Emma", "Boris"]
    expect(page.locator(".sit.turn")).to_have_count(0)
    tap_player(page, "Chloé")
    expect(page.locator(".person.chosen")).to_have_text("Chloé")
    page.get_by_role("button", name="Seat 2: Anna").tap()
    assert seated(page) == ["Dario", "Chloé", "Emma", "Boris"]
    tap_player(page, "Dario")
    page.get_by_role("button", name="Seat 3: Emma").tap()
    assert seated(page) == ["Emma", "Chloé", "Dario", "Boris"]
    page.get_by_role("button", name="Seat 2: Chloé").tap()
    tap_player(page, "Chloé")
    assert seated(page) == ["Emma", "Seat 2", "Dario", "Boris"]
    tap_player(page, "Anna")
    page.get_by_role("button", name="Open the match").tap()
    assert names_of(has_gone_on(page)) == ["Emma", "Anna", "Dario", "Boris"]


def test_the_first_dealer_is_chosen_by_name_and_sits_at_a_table_of_another_size_too(
    tablet_landscape: Page, cast: Cast
) -> None:
    """An error is next to what has to be done."""
    cast.open_match(first_dealer=3)
    page = open_form(tablet_landscape, cast)
    expect(page.get_by_role("button", name="Seat 4: Dario")).to_contain_text("deals")
    page.get_by_label("3 players").check()
    assert seated(page) == ["Anna", "Boris", "Chloé"]
    expect(page.get_by_role("button", name="Seat 1: Anna")).to_contain_text("deals")
    expect(page.locator("[name=first_dealer]:checked")).to_have_value("0")
    page.get_by_label("Chloé", exact=True).check()
    expect(page.get_by_role("button", name="Seat 3: Chloé")).to_contain_text("deals")
    page.get_by_label("5 players").check()
    page.get_by_role("button", name="Open the match").tap()
    expect(page.get_by_role("alert")).to_contain_text("Nobody sits on seat 5 yet.")
    for_readers = page.locator("#seating").get_by_text("Nobody sits on seat 5 yet.")
    box = for_readers.bounding_box()
    assert box is not None and box["width"] <= 1  # for those who hear the page
    tap_player(page, "Emma")
    page.get_by_role("button", name="Open the match").tap()
    match = has_gone_on(page)
    assert (match.seats.count(), match.first_dealer) == (5, 2)


def test_a_preset_sets_the_options_and_a_new_player_is_added_in_place(
    tablet_landscape: Page, cast: Cast
) -> None:
    """A changed option is named. What is typed narrows a long list."""
    for number in range(30):
        people.add_player(user=cast.scorer, club=cast.club, name=f"Guest {number}")
    page = open_form(tablet_landscape, cast)
    federation = page.get_by_role("button", name="Federation")
    federation.tap()
    expect(federation).to_have_attribute("aria-pressed", "true")
    page.get_by_text("11 options").tap()
    discard = page.get_by_role("group", name="What may be discarded")
    expect(discard.get_by_label("No kings, no bouts")).to_be_checked()
    expect(page.get_by_text("your own choice")).to_be_hidden()
    discard.get_by_label("No kings Quick guide").check()
    expect(federation).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text("your own choice")).to_be_visible()

    page.get_by_label("Title").fill("Masters")
    find, shown = page.get_by_label("Find a player"), page.locator(".person:visible")
    find.fill("ann")
    expect(shown).to_have_count(1)
    tap_player(page, "Anna")
    expect(shown).to_have_count(35)
    find.fill("chloe")
    expect(shown).to_have_text("Chloé")
    for name in ("Chloé", "Boris"):
        tap_player(page, name)
    find.fill("Fabien")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Seat 4: Fabien").wait_for()
    expect(page.get_by_label("Title")).to_have_value("Masters")
    page.get_by_role("button", name="Open the match").tap()
    assert names_of(has_gone_on(page)) == ["Anna", "Chloé", "Boris", "Fabien"]


def test_a_form_on_its_way_takes_no_taps_and_says_that_it_is(
    tablet_landscape: Page, cast: Cast
) -> None:
    """The form that comes back would not know of them."""
    page, held = open_form(tablet_landscape, cast), list[Route]()
    page.route("**/matches/new/", lambda route: held.append(route))
    page.locator("[value='variant:droggn']").dispatch_event("click")
    expect(page.locator("#busy")).to_be_visible()
    anna = page.locator(".people").get_by_role("button", name="Anna", exact=True)
    expect(anna).to_have_css("pointer-events", "none")
    held[0].continue_()
    expect(page.locator("[name=variant]")).to_have_value("droggn")
    expect(page.locator("#busy")).to_be_hidden()
    tap_player(page, "Anna")
    assert seated(page)[0] == "Anna"


def test_without_a_script_the_form_does_the_same(without_script: Page, cast: Cast) -> None:
    page = open_form(without_script, cast)
    for seat, name in enumerate(("Emma", "Dario", "Chloé"), start=1):
        page.get_by_label(f"Seat {seat}", exact=True).first.select_option(label=name)
    page.get_by_label("Find a player").fill("Fabien")
    page.get_by_role("button", name="Add to the club").click()
    page.get_by_role("button", name="Federation").click()
    page.get_by_role("button", name="Open the match").click()
    match = has_gone_on(page)
    assert names_of(match) == ["Emma", "Dario", "Chloé", "Fabien"]
    assert match.preset == "fft"


# The ways to write down that the sentence about the chosen one lies on.
COVERED = """() => {
    const explained = ".writes-panel .choice:has(:checked) > .explain";
    const sentence = document.querySelector(explained).getBoundingClientRect();
    const covers = ({ top, bottom }) => bottom > sentence.top && top < sentence.bottom;
    return Array.from(document.querySelectorAll(".writes-panel .title"))
        .filter((one) => covers(one.getBoundingClientRect())).map((one) => one.textContent);
}"""


def test_no_page_is_too_wide_too_fine_for_a_thumb_or_bars_assistive_technology(
    tablet_landscape: Page, cast: Cast
) -> None:
    cast.sealed_hand()
    page = open_form(tablet_landscape, cast)
    for where in ("matches/new/", "", "players/add/", "players/list/", "rules/", "rules/french/"):
        page.goto(f"/c/les-atouts/{where}")
        for screen in on_each(page, SCREENS):
            assert page.evaluate(SMALL) == [] or where == "rules/french/", f"{where} {screen}"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
        if where in ("players/list/", "rules/"):
            continue
        for summary in page.locator("main details:not([open]) > summary").all():
            summary.click()
        no_barriers(page, where)
