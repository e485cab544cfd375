"""Several pages open on one evening: what is recorded on one comes to the others by itself."""

import re
import time
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from games import book
from games.matches.match_changes import close_match
from games.models import Entry
from tests import hands
from tests.browser.conftest import TABLET
from tests.browser.kept import name_tablet
from tests.browser.scorer import Scorer, lets_in
from tests.cast import Cast
from tests.factories import THROWN_IN, act, calls, plays, sealed_hand, write

FIRST_LEAD = hands.exchange()
ENTRIES = re.compile(r"/entries/$")
# Entries as they were kept before they said whose they are.
WITHOUT_SEATS = """() => new Promise((resolve) => {
    indexedDB.open("clubtarot-outbox").onsuccess = ({ target }) => {
        const table = target.result.transaction("entries", "readwrite").objectStore("entries");
        table.getAll().onsuccess = ({ target }) => {
            for (const entry of target.result) {
                delete entry.change.action.seat;
                table.put(entry);
            }
        };
        table.transaction.oncomplete = resolve;
    };
})"""
CARDS = hands.CARDS


@pytest.fixture
def one(tablet_landscape: Page, cast: Cast) -> Scorer:
    """A tablet before the first card of a hand."""
    name_tablet(tablet_landscape, "Tablet 1")
    return Scorer.opens(tablet_landscape, cast, FIRST_LEAD)


@pytest.fixture
def other(open_page: Callable[..., Page], one: Scorer, cast: Cast) -> Scorer:
    """A second tablet at the same hand, in the hands of somebody else."""
    return second_tablet(open_page(viewport={"width": 820, "height": 1180}, **TABLET), one, cast)


def second_tablet(page: Page, one: Scorer, cast: Cast) -> Scorer:
    """A second tablet at the hand of the first."""
    name_tablet(page, "Tablet 2")
    lets_in(page, cast.admin)
    page.goto(one.page.url)
    expect(page.locator("#recording[inert]")).to_have_count(0)
    return Scorer(page)


def recorded(card: str) -> str:
    """A card in the list of tricks that the server has acknowledged, as a selector."""
    return f'.trick-cell[data-card="{card}"]:not(.not-sent)'


def milliseconds_to(page: Page, seen: str, do: Callable[[], object]) -> float:
    """From before something is done to the picture in which a page shows what follows from it."""
    begin = time.perf_counter()
    do()
    is_there = "(selector) => document.querySelector(selector)"
    page.wait_for_function(is_there, arg=seen, polling="raf")
    return (time.perf_counter() - begin) * 1000


def report(what: str, times: list[float]) -> None:
    """Prints what was measured; the machine may do other things, so nothing is held to it."""
    print(f"\n{what}:", " ".join(f"{time:.0f}" for time in times), "ms")


# --- the recording screen ------------------------------------------------------------------------


@pytest.mark.smoke
def test_one_tablet_shows_by_itself_what_the_other_records_and_lets_a_comment_be_written(
    one: Scorer, other: Scorer
) -> None:
    times = []
    for turn, card in enumerate(CARDS[:8]):
        writer, reader = (one, other) if turn % 3 else (other, one)
        key = writer.key(card)
        times.append(milliseconds_to(reader.page, recorded(card), key.tap))
    report("a card on the other tablet", times)
    assert one.recorded.split() == CARDS[:8]
    expect(one.page.locator("#writers")).to_have_text("admin records on Tablet 2")
    expect(other.page.locator("#writers")).to_have_text("scorer records on Tablet 1")

    one.button("More", exact=True).tap()
    field = one.panel.get_by_label("A comment at this point")
    field.press_sequentially("Samir hes")
    other.plays(CARDS[8])
    expect(one.page.locator(recorded(CARDS[8]))).to_have_count(1)
    expect(field).to_be_focused()
    field.press_sequentially("itates")
    one.button("Write it down").tap()
    expect(other.undo).to_contain_text("the comment")
    other.plays(CARDS[9])
    expect(one.page.locator(recorded(CARDS[9]))).to_have_count(1)  # and so it goes on


def test_a_tablet_does_not_name_itself_asks_nothing_while_hidden_and_forgets_a_refused_card(
    tablet_landscape: Page, cast: Cast
) -> None:
    page, one = tablet_landscape, Scorer.opens(tablet_landscape, cast)
    one.says("pass").saved()
    page.reload()
    one.saved()
    expect(page.locator("#writers")).to_have_text("")

    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, writable: true })")
    page.wait_for_timeout(700)  # the question that was on its way
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    hand = one.hand
    for change in (*calls("guard-without pass pass"), *plays("H1")):
        write(cast.scorer, hand, change)
    page.wait_for_timeout(1500)
    assert asked == []
    back = "document.hidden = false; document.dispatchEvent(new Event('visibilitychange'))"
    times = [milliseconds_to(page, recorded("H1"), lambda: page.evaluate(back))]
    report("looked at again", times)

    one.looks_at("H1")
    expect(one.panel).to_have_count(1)
    page.keyboard.press("Escape")
    write(cast.admin, hand, act("play", card="HQ"))
    expect(page.locator(recorded("HQ"))).to_have_count(1)
    expect(one.panel).to_have_count(0)


def test_a_hand_sealed_dealt_and_a_match_closed_on_one_tablet_take_the_other_along(
    tablet_landscape: Page, open_page: Callable[..., Page], cast: Cast
) -> None:
    one = Scorer.opens(tablet_landscape, cast, THROWN_IN)
    other = second_tablet(open_page(**TABLET), one, cast)
    seal = one.button("Confirm and seal")
    times = [milliseconds_to(other.page, ".go-on", seal.tap)]
    deal = one.page.get_by_role("button", name="Deal hand 2")
    times.append(milliseconds_to(other.page, '#recording[data-mode="auction"]', deal.tap))
    for change in THROWN_IN:
        write(cast.scorer, one.hand, change)
    book.seal(user=cast.scorer, hand=one.hand, version=one.hand.version)
    one.page.locator(".go-on").wait_for()
    closed = ".go-on a[href$='/matches/new/']"
    close = partial(close_match, user=cast.scorer, match=one.hand.match)
    times.append(milliseconds_to(one.page, closed, close))
    report("sealed, dealt, closed", times)


# --- ten minutes without a line ------------------------------------------------------------------


def ten_minutes_pass(scorer: Scorer) -> None:
    """On the tablet's clock; a little of it is real, for what does not come by a timer."""
    for _ in range(60):
        scorer.page.clock.fast_forward(10_000)
        scorer.page.wait_for_timeout(10)


def sides_of(scorer: Scorer) -> tuple[Locator, Locator]:
    """What the other tablet recorded and what waits here, shown next to each other."""
    expect(scorer.chip).to_have_text("Another tablet recorded here")
    sides = scorer.panel.get_by_role("region")
    expect(sides.first).to_have_accessible_name("Recorded by admin on Tablet 2")
    expect(sides.last).to_have_accessible_name("Waiting on this tablet")
    return sides.first.get_by_role("listitem"), sides.last.get_by_role("listitem")


@pytest.mark.usefixtures("own_browser")
def test_two_tablets_that_recorded_apart_for_ten_minutes_are_brought_together(
    open_page: Callable[..., Page], cast: Cast
) -> None:
    """What one only watched and what both have alike goes by itself; else both sides are shown."""
    page = open_page(viewport={"width": 1180, "height": 820}, **TABLET)
    page.clock.install()
    name_tablet(page, "Tablet 1")
    timed = Scorer.opens(page, cast, FIRST_LEAD)
    online = second_tablet(open_page(**TABLET), timed, cast)
    told = page.locator("#writers")
    page.context.set_offline(True)
    online.plays(" ".join(CARDS[:5])).saved()
    ten_minutes_pass(timed)
    expect(told).to_have_text("Not connected: other tablets may have recorded more.")
    page.context.set_offline(False)
    expect(page.locator(recorded(CARDS[4]))).to_have_count(1)
    expect(told).to_have_text("admin recorded 5 entries on Tablet 2")

    page.context.set_offline(True)
    timed.plays(" ".join(CARDS[5:9]))
    online.plays(" ".join(CARDS[5:8])).saved()
    ten_minutes_pass(timed)
    page.context.set_offline(False)
    page.clock.resume()
    timed.saved()
    expect(online.page.locator(recorded(CARDS[8]))).to_have_count(1)
    assert timed.recorded.split() == CARDS[:9]

    for way, cards in (("Drop mine", 9), ("Send mine after it", 13)):
        page.context.set_offline(True)
        timed.plays(" ".join(CARDS[9:12]))
        for text in ("Slow", "Slower", "Asleep"):
            write(cast.admin, online.hand, act("note", text=text), device="Tablet 2")
        ten_minutes_pass(timed)
        page.context.set_offline(False)
        for side in sides_of(timed):
            expect(side).to_have_count(3)
        timed.plays(CARDS[12])  # is listed and named on Undo like those before it
        expect(page.locator(".tricks .not-sent")).to_have_count(4)
        expect(timed.undo).to_contain_text(timed.key(CARDS[12]).get_attribute("data-name") or "?")
        expect(timed.panel).to_contain_text("What waits here fits after it.")
        timed.button(way).tap()
        timed.saved()
        assert timed.recorded.split() == CARDS[:cards]
    expect(online.page.locator(recorded(CARDS[12]))).to_have_count(1)
    assert Entry.objects.filter(hand=timed.hand).count() == len(FIRST_LEAD) + 13 + 6


@pytest.mark.smoke
def test_what_was_tapped_for_one_player_is_never_recorded_for_another(
    tablet_landscape: Page, cast: Cast
) -> None:
    """A call, a card, and an undo of what its scorer saw, each while another tablet goes on."""
    one = Scorer.opens(tablet_landscape, cast, calls("guard"))

    def recorded_elsewhere(*changes: dict) -> None:
        for change in changes:
            write(cast.admin, one.hand, change, device="Tablet 2")
        one.page.context.set_offline(False)

    one.page.context.set_offline(True)
    one.says("pass").says("pass")
    recorded_elsewhere(*calls("guard-without"))
    expect(one.panel).to_contain_text("It is Elise’s turn to speak.")
    one.tap(one.page.locator("#line"))  # leads to both sides, and sends nothing
    expect(one.panel).to_contain_text("Two tablets recorded here")
    one.button("Send mine after it").tap()
    expect(one.status).to_contain_text("Later entries wait here")
    one.tap(one.undo)
    one.saved()
    recorded_elsewhere(*calls("pass pass"), *plays("H1"))
    expect(one.page.locator(recorded("H1"))).to_have_count(1)

    one.page.context.set_offline(True)
    one.plays("H6")
    recorded_elsewhere(*plays("HQ"))
    expect(one.panel).to_contain_text("It is Elise’s turn to play, not Samir’s.")
    one.button("Send mine after it").tap()
    expect(one.panel).to_contain_text("It is Elise’s turn")
    one.saved()

    one.page.context.set_offline(True)
    one.tap(one.undo)
    recorded_elsewhere(*plays("HK"))
    expect(one.panel).to_contain_text("what it takes back or corrects is no longer")
    expect(one.button("Send mine after it")).to_have_count(0)
    one.button("Drop mine").tap()
    assert one.saved().recorded == "H1 HQ HK"


def test_what_was_kept_before_entries_said_whose_they_are_is_for_whom_its_position_says(
    tablet_landscape: Page, cast: Cast
) -> None:
    """An entry of an older page in IndexedDB has no seat; it keeps the position it was made in."""
    one = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    one.page.route(ENTRIES, lambda route: route.abort())
    one.plays("H1 HQ")
    expect(one.chip).to_have_text("2 not sent")
    one.page.evaluate(WITHOUT_SEATS)
    one.page.unroute(ENTRIES)
    one.page.reload()
    assert one.saved().recorded == "H1 HQ"

    one.page.route(ENTRIES, lambda route: route.abort())
    one.plays("H8")
    expect(one.chip).to_have_text("1 not sent")
    one.page.evaluate(WITHOUT_SEATS)
    write(cast.admin, one.hand, act("play", card="HK"))
    one.page.unroute(ENTRIES)
    one.page.reload()
    expect(one.panel).to_contain_text("It is Nadia’s turn to play, not Elise’s.")
    one.button("Send mine after it").tap()
    one.saved()
    assert one.recorded == "H1 HQ HK"


# --- the pages of readers ------------------------------------------------------------------------


def seal_one_more(cast: Cast) -> None:
    sealed_hand(cast.scorer, cast.match, THROWN_IN)


def test_pages_of_a_match_and_a_club_move_under_their_readers_until_they_are_signed_out(
    tablet_landscape: Page, cast: Cast
) -> None:
    page = tablet_landscape
    seal_one_more(cast)
    lets_in(page, cast.member)
    page.goto(f"/c/{cast.club.slug}/matches/{cast.match.public_id}/")
    page.set_viewport_size({"width": 820, "height": 300})
    link = page.locator("#_hands .hand-link")
    link.focus()
    page.evaluate("scrollTo(0, 80)")
    row = "#_hands tbody tr:nth-child({})"
    times = [
        milliseconds_to(page, row.format(count), partial(seal_one_more, cast)) for count in (2, 3)
    ]
    report("a hand of the match", times)
    expect(link.first).to_be_focused()
    assert page.evaluate("scrollY") == 80

    page.goto(f"/c/{cast.club.slug}/")
    first = page.locator("#newest-hands li").get_by_role("link").first
    first.focus()
    address = first.get_attribute("href")
    hand, table = "#newest-hands li:nth-child(4)", "#open-matches .open-match:nth-child(2)"
    times = [
        milliseconds_to(page, hand, partial(seal_one_more, cast)),
        milliseconds_to(page, table, lambda: hands.seated(cast, title="Table 9")),
    ]
    report("hands, a match", times)
    expect(page.locator(f'#newest-hands a[href="{address}"]')).to_be_focused()

    page.context.clear_cookies()
    with page.expect_response(lambda response: "/live/" not in response.url):
        seal_one_more(cast)
    page.wait_for_timeout(1500)  # where that leads it
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1500)
    assert asked == []
