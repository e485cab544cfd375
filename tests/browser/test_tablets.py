"""Several pages open on one evening: what is recorded on one comes to the others by itself."""

import re
import time
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from games import book
from games.book import records
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
def test_one_tablet_shows_what_the_other_records_by_itself(one: Scorer, other: Scorer) -> None:
    times = []
    for turn, card in enumerate(CARDS[:8]):
        writer, reader = (one, other) if turn % 3 else (other, one)
        key = writer.key(card)
        times.append(milliseconds_to(reader.page, recorded(card), key.tap))
    report("a card on the other tablet", times)
    assert one.recorded.split() == CARDS[:8]
    expect(one.page.locator("#writers")).to_have_text("admin records on Tablet 2")
    expect(other.page.locator("#writers")).to_have_text("scorer records on Tablet 1")


def test_a_tablet_does_not_name_itself(tablet_landscape: Page, cast: Cast) -> None:
    tablet = Scorer.opens(tablet_landscape, cast)
    tablet.says("pass").saved()
    tablet.page.reload()
    expect(tablet.page.locator("#recording[inert]")).to_have_count(0)
    expect(tablet.page.locator("#writers")).to_have_text("")


def test_a_comment_goes_on_while_the_other_tablet_records(one: Scorer, other: Scorer) -> None:
    one.button("More", exact=True).tap()
    field = one.panel.get_by_label("A comment at this point")
    field.press_sequentially("Samir hes")
    other.plays("H1")
    expect(one.page.locator(recorded("H1"))).to_have_count(1)
    expect(field).to_be_focused()
    field.press_sequentially("itates")
    one.button("Write it down").tap()
    expect(other.undo).to_contain_text("the comment")
    other.plays("HQ")
    expect(one.page.locator(recorded("HQ"))).to_have_count(1)  # and so it goes on


def test_a_card_that_was_refused_is_done_with_once_the_other_tablet_goes_on(
    one: Scorer, other: Scorer
) -> None:
    other.plays("H1")
    expect(one.page.locator(recorded("H1"))).to_have_count(1)
    one.looks_at("H1")
    expect(one.panel).to_have_count(1)
    one.page.keyboard.press("Escape")
    write(one.hand.match.opened_by, one.hand, act("play", card="HQ"))
    expect(one.page.locator(recorded("HQ"))).to_have_count(1)
    expect(one.panel).to_have_count(0)


def test_a_hand_sealed_and_dealt_on_one_tablet_takes_the_other_along(
    tablet_landscape: Page, open_page: Callable[..., Page], cast: Cast
) -> None:
    one = Scorer.opens(tablet_landscape, cast, THROWN_IN)
    other = second_tablet(open_page(**TABLET), one, cast)
    seal = one.button("Confirm and seal")
    times = [milliseconds_to(other.page, ".go-on", seal.tap)]
    deal = one.page.get_by_role("button", name="Deal hand 2")
    times.append(milliseconds_to(other.page, '#recording[data-mode="auction"]', deal.tap))
    report("sealed, dealt", times)


def test_nobody_asks_while_nobody_looks(one: Scorer, cast: Cast) -> None:
    page = one.page
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, writable: true })")
    page.wait_for_timeout(700)  # the question that was on its way
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    write(cast.scorer, one.hand, act("play", card="H1"))
    page.wait_for_timeout(1500)
    assert asked == []
    back = "document.hidden = false; document.dispatchEvent(new Event('visibilitychange'))"
    times = [milliseconds_to(page, recorded("H1"), lambda: page.evaluate(back))]
    report("looked at again", times)


# --- ten minutes without a line ------------------------------------------------------------------


@pytest.fixture
def timed(open_page: Callable[..., Page], own_browser: None, cast: Cast) -> Scorer:
    """A tablet whose clock can be set forward."""
    page = open_page(viewport={"width": 1180, "height": 820}, **TABLET)
    page.clock.install()
    name_tablet(page, "Tablet 1")
    return Scorer.opens(page, cast, FIRST_LEAD)


def ten_minutes_pass(scorer: Scorer) -> None:
    """On the tablet's clock; a little of it is real, for what does not come by a timer."""
    for _ in range(60):
        scorer.page.clock.fast_forward(10_000)
        scorer.page.wait_for_timeout(10)


@pytest.mark.smoke("Send mine after it")
@pytest.mark.parametrize("way", ["Send mine after it", "Drop mine"])
def test_two_tablets_that_recorded_apart_for_ten_minutes_are_shown_both_sides(
    timed: Scorer, open_page: Callable[..., Page], cast: Cast, way: str
) -> None:
    online = second_tablet(open_page(**TABLET), timed, cast)
    timed.page.context.set_offline(True)
    timed.plays(" ".join(CARDS[:3]))
    for text in ("Slow", "Slower", "Asleep"):
        write(cast.admin, online.hand, act("note", text=text), device="Tablet 2")
    ten_minutes_pass(timed)
    expect(timed.chip).to_contain_text("3")
    timed.page.context.set_offline(False)
    timed.page.clock.resume()
    expect(timed.chip).to_have_text("Another tablet recorded here")
    sides = timed.panel.get_by_role("region")
    theirs, mine = sides.first, sides.last
    expect(theirs).to_have_accessible_name("Recorded by admin on Tablet 2")
    expect(mine).to_have_accessible_name("Waiting on this tablet")
    expect(theirs.get_by_role("listitem")).to_have_count(3)
    expect(mine.get_by_role("listitem")).to_have_count(3)
    expect(timed.panel).to_contain_text("What waits here fits after it.")
    told = timed.page.locator("#writers")
    expect(told).to_have_text("admin recorded 3 entries on Tablet 2")
    timed.button(way).tap()
    timed.saved()
    cards = CARDS[:3] if way.startswith("Send") else []
    for scorer in (timed, online):
        expect(scorer.page.locator(recorded(CARDS[2]))).to_have_count(len(cards) // 3)
    assert timed.recorded.split() == cards
    assert Entry.objects.filter(hand=timed.hand).count() == len(FIRST_LEAD) + 3 + len(cards)
    if way.startswith("Send"):
        told = online.page.locator("#writers")
        expect(told).to_have_text("scorer recorded 3 entries on Tablet 1")


def test_a_card_tapped_for_one_player_is_never_recorded_for_another(
    tablet_landscape: Page, open_page: Callable[..., Page], cast: Cast
) -> None:
    """Both tablets lead for Wanda, apart: hers is one card only."""
    one = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    other = second_tablet(open_page(**TABLET), one, cast)
    one.page.context.set_offline(True)
    one.plays("H3")
    other.plays("H1").saved()
    one.page.context.set_offline(False)
    does_not_fit = "What waits here does not fit after it: It is Samir’s turn to play, not Wanda’s."
    expect(one.panel).to_contain_text(does_not_fit)
    one.button("Send mine after it").tap()
    expect(one.panel).to_contain_text("It is Samir’s turn")
    one.saved()
    assert one.recorded == "H1"


def test_a_call_made_for_one_player_is_never_recorded_for_the_next(
    tablet_landscape: Page, open_page: Callable[..., Page], cast: Cast
) -> None:
    one = Scorer.opens(tablet_landscape, cast, calls("guard"))
    other = second_tablet(open_page(**TABLET), one, cast)
    one.page.context.set_offline(True)
    one.says("pass").says("pass")
    other.says("guard-without").saved()
    one.page.context.set_offline(False)
    expect(one.panel).to_contain_text("It is Elise’s turn to speak.")
    one.tap(one.page.locator("#line"))  # leads to both sides, and sends nothing
    expect(one.panel).to_contain_text("Two tablets recorded here")
    one.button("Send mine after it").tap()
    expect(one.status).to_contain_text("Later entries wait here")
    assert [change["action"]["call"] for change in records.changes_of(one.hand)] == [
        "guard", "guard-without",
    ]  # fmt: skip


def test_an_undo_takes_back_what_its_scorer_saw_or_nothing(
    tablet_landscape: Page, open_page: Callable[..., Page], cast: Cast
) -> None:
    one = Scorer.opens(tablet_landscape, cast, [*FIRST_LEAD, *plays("H1 HQ")])
    other = second_tablet(open_page(**TABLET), one, cast)
    one.page.context.set_offline(True)
    one.tap(one.undo)
    other.plays("HK").saved()
    one.page.context.set_offline(False)
    expect(one.panel).to_contain_text("what it takes back or corrects is no longer")
    expect(one.button("Send mine after it")).to_have_count(0)
    one.button("Drop mine").tap()
    one.saved()
    assert one.recorded == "H1 HQ HK"


def test_what_was_kept_before_entries_said_whose_they_are_is_still_sent(
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
    one.saved()
    assert one.recorded == "H1 HQ"


def test_what_was_kept_without_a_seat_is_for_whom_its_position_says(
    tablet_landscape: Page, cast: Cast
) -> None:
    one = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    one.page.route(ENTRIES, lambda route: route.abort())
    one.plays("H3")
    expect(one.chip).to_have_text("1 not sent")
    one.page.evaluate(WITHOUT_SEATS)
    write(cast.admin, one.hand, act("play", card="H1"))
    one.page.unroute(ENTRIES)
    one.page.reload()
    expect(one.panel).to_contain_text("It is Samir’s turn to play, not Wanda’s.")
    one.button("Send mine after it").tap()
    one.saved()
    assert one.recorded == "H1"


def test_a_tablet_that_only_watched_has_everything_after_ten_minutes_without_a_line(
    timed: Scorer, open_page: Callable[..., Page], cast: Cast
) -> None:
    online = second_tablet(open_page(**TABLET), timed, cast)
    timed.page.context.set_offline(True)
    online.plays(" ".join(CARDS[:5])).saved()
    ten_minutes_pass(timed)
    told = timed.page.locator("#writers")
    expect(told).to_have_text("Not connected: other tablets may have recorded more.")
    timed.page.context.set_offline(False)
    expect(timed.page.locator(recorded(CARDS[4]))).to_have_count(1)
    expect(told).to_have_text("admin recorded 5 entries on Tablet 2")


def test_what_both_recorded_alike_without_a_line_is_recorded_once(
    timed: Scorer, open_page: Callable[..., Page], cast: Cast
) -> None:
    online = second_tablet(open_page(**TABLET), timed, cast)
    timed.page.context.set_offline(True)
    timed.plays(" ".join(CARDS[:4]))
    online.plays(" ".join(CARDS[:3])).saved()
    ten_minutes_pass(timed)
    timed.page.context.set_offline(False)
    timed.page.clock.resume()
    timed.saved()
    expect(online.page.locator(recorded(CARDS[3]))).to_have_count(1)
    assert timed.recorded.split() == CARDS[:4]


def test_of_a_hand_that_was_given_up_meanwhile_the_tablet_says_by_whom_and_offers_no_sending(
    tablet_landscape: Page, cast: Cast
) -> None:
    scorer = Scorer.opens(tablet_landscape, cast, FIRST_LEAD)
    scorer.page.context.set_offline(True)
    scorer.plays(" ".join(CARDS[:2]))
    why = {"void_as": "misdealt", "because": "A card was seen"}
    book.give_up(user=cast.admin, hand=scorer.hand, version=scorer.hand.version, **why)
    scorer.page.context.set_offline(False)
    expect(scorer.panel).to_contain_text("This hand was ended by admin at")
    expect(scorer.panel).not_to_contain_text("fits")
    expect(scorer.button("Send mine after it")).to_have_count(0)
    scorer.button("Drop mine").tap()
    expect(scorer.page.get_by_text("Hand 2 comes next")).to_be_visible()


# --- the pages of readers ------------------------------------------------------------------------


def seal_one_more(cast: Cast) -> None:
    sealed_hand(cast.scorer, cast.match, THROWN_IN)


def test_a_match_moves_under_its_readers_and_leaves_them_where_they_are(
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
    expect(page.locator("#_hands tbody tr")).to_have_count(1)
    row = "#_hands tbody tr:nth-child({})"
    times = [
        milliseconds_to(page, row.format(count), lambda: seal_one_more(cast)) for count in (2, 3, 4)
    ]
    report("a hand of the match", times)
    expect(link.first).to_be_focused()
    assert page.evaluate("scrollY") == 80


def test_a_club_s_page_moves_too(tablet_landscape: Page, cast: Cast) -> None:
    page = tablet_landscape
    seal_one_more(cast)
    lets_in(page, cast.member)
    page.goto(f"/c/{cast.club.slug}/")
    first = page.locator("#newest-hands li").get_by_role("link").first
    first.focus()
    address = first.get_attribute("href")
    row, table = "#newest-hands li:nth-child({})", "#open-matches .open-match:nth-child(2)"
    times = [
        *(
            milliseconds_to(page, row.format(count), lambda: seal_one_more(cast))
            for count in (2, 3)
        ),
        milliseconds_to(page, table, lambda: hands.seated(cast, title="Table 9")),
    ]
    report("hands, a match", times)
    expect(page.locator(f'#newest-hands a[href="{address}"]')).to_be_focused()


def test_a_page_of_somebody_who_was_signed_out_stops(tablet_landscape: Page, cast: Cast) -> None:
    page = tablet_landscape
    lets_in(page, cast.member)
    page.goto(f"/c/{cast.club.slug}/")
    page.context.clear_cookies()
    with page.expect_response(lambda response: "/live/" not in response.url):
        seal_one_more(cast)
    page.wait_for_timeout(1500)  # where that leads it
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1500)
    assert asked == []


def test_a_closed_match_says_so_to_its_readers(tablet_landscape: Page, cast: Cast) -> None:
    page = tablet_landscape
    seal_one_more(cast)
    lets_in(page, cast.scorer)
    page.goto(f"/c/{cast.club.slug}/matches/{cast.match.public_id}/record/")
    closed = ".go-on a[href$='/matches/new/']"
    close = partial(close_match, user=cast.scorer, match=cast.match)
    times = [milliseconds_to(page, closed, close)]
    report("closed", times)
