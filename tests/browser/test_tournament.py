"""A tournament of 27 led by its pages alone, with tablets, on a site that is killed in round 3."""

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import requests
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models import Evening, Match, Player
from tests.browser.barriers import no_barriers
from tests.browser.conftest import PLAIN, TABLET, Guard
from tests.browser.scorer import sign_in
from tests.cast import Cast
from tests.evening.tournament import HANDS, ROUNDS, Hand, Tournament, by_the_book, line_of
from tests.postgres import free_port
from tests.processes import family, send_signal
from tests.serving import environment, process
from tests.waiting import until

PLAIN_NUMBERS = str.maketrans({"−": "-", "+": "", "–": "", ",": ""})
MOST_TAPS = 3  # of the director in a round, besides names and what happens to people


class Served:
    """The site of a test, on its database, in a process that can be killed."""

    def __init__(self, folder: Path) -> None:
        name, port = str(connection.settings_dict["NAME"]), free_port()
        server = os.environ.get("DATABASE_URL", "").rpartition("/")[0]
        url = f"sqlite:///{name}" if connection.vendor == "sqlite" else f"{server}/{name}"
        self.env = environment(url, "tests.served_settings")
        self.folder, self.port, self.stack = folder, port, ExitStack()
        self.starts()

    def starts(self) -> None:
        log = self.folder / "site.log"
        self.address, self.process = self.stack.enter_context(process(self.env, log, self.port))
        until(self.answers)

    def answers(self) -> bool:
        try:
            return requests.get(self.address + "/accounts/sign-in/", timeout=60).ok
        except requests.RequestException:
            return False

    def is_killed(self) -> None:
        for one in family([self.process]):
            send_signal(one, signal.SIGKILL)
        until(lambda: not self.answers())


class Pages:
    """The director at a tablet, and tablets at tables 1 and 2; it counts what the director taps."""

    def __init__(self, browser: Browser, site: Served, guard: Guard, cast: Cast) -> None:
        self.browser, self.site, self.guard, self.cast = browser, site, guard, cast
        self.contexts: list[BrowserContext] = []
        self.page = self.opened(viewport={"width": 1180, "height": 820})
        self.tablets: dict[str, Page] = {}
        self.taps: list[dict[str, int]] = []
        self.kills = False

    def opened(self, **options: Any) -> Page:
        context = self.browser.new_context(base_url=self.site.address, **PLAIN | options)
        self.guard.watch(context)
        self.contexts.append(context)
        return context.new_page()

    def taps_on(self, role: str, name: str, what: str, within: str = "main") -> None:
        """A button or a link, tapped for that reason."""
        self.page.locator(within).get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]
        self.taps[-1][what] = self.taps[-1].get(what, 0) + 1

    def table(self, match: Match) -> str:
        return f".at-table:nth-child({match.table})"

    def opens(self) -> None:
        sign_in(self.page, f"/c/{self.cast.club.slug}/evenings/new/")
        self.page.get_by_label("Rounds").fill(str(ROUNDS))
        self.page.get_by_label("Hands a round").fill(str(HANDS))
        self.page.get_by_label("What gets written down").select_option("result-only")
        self.page.get_by_label("With equal totals").select_option("best-round")
        self.page.get_by_role("button", name="Open the evening").click()
        self.page.get_by_role("heading", name="Nobody has been drawn yet").wait_for()
        self.home = self.page.url
        self.page.get_by_role("link", name="Codes of the tables").click()
        self.codes = self.page.locator("main code").all_inner_texts()
        self.page.goto(self.home)

    def next_round(self) -> None:
        self.taps.append({})
        number = len(self.taps)
        self.taps_on("button", f"Draw and announce round {number}", "the round")
        self.page.get_by_role("heading", name=f"Round {number}").wait_for()

    def comes(self, name: str) -> None:
        self.page.get_by_label("Somebody has come:").fill(name)
        self.taps_on("button", "Is here", "people")

    def goes(self, player: Player, substitute: str = "") -> None:
        self.taps_on("link", player.name, "people", ".round-tables")
        self.page.get_by_label("goes home").fill(substitute)
        self.taps_on("button", "Leaves", "people")
        self.page.get_by_role("button", name="Leaves").wait_for(state="detached")

    def penalises(self, player: Player, points: str, why: str) -> None:
        self.page.get_by_text("Points by the director").click()
        self.page.get_by_label("Player", exact=True).select_option(player.name)
        self.page.get_by_label("Points", exact=True).fill(points)
        self.page.get_by_label("Why").fill(why)
        self.taps_on("button", "Note the points", "people")
        self.page.get_by_text(why).wait_for()

    def types_points(self, match: Match, points: Mapping[Player, str]) -> None:
        self.taps_on("link", "Type its points", "papers", self.table(match))
        for player, text in points.items():
            self.page.get_by_label(player.name, exact=True).fill(text)
        self.page.keyboard.press("Enter")
        self.page.get_by_text("typed from paper").wait_for()

    def types_results(self, match: Match, hands: Sequence[Hand]) -> None:
        self.taps_on("link", "Type its hands", "papers", self.table(match))
        expect(self.page.locator("#typed-0")).to_be_focused()
        for hand in hands:
            self.page.keyboard.type(line_of(hand))
            self.page.keyboard.press("Enter")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("[data-end]")).to_be_focused()
        self.page.keyboard.press("Enter")
        self.page.get_by_role("heading", name="Round").wait_for()

    def records(self, match: Match, hand: Hand) -> None:
        number = match.hands.count() + 1
        if match.table != "1" and not (match.table == "2" and len(self.taps) == 3):
            by_the_book(self.cast, match, hand)
            return
        tablet = self.tablet(match)
        tablet.get_by_role("button", name=f"Deal hand {number}").tap()
        tablet.locator("#result-typed").wait_for()
        tablet.keyboard.type(line_of(hand))
        tablet.keyboard.press("Enter")
        expect(tablet.locator("#_result_so_far")).to_contain_text("2 bouts")
        tablet.keyboard.press("Enter")
        seal = tablet.get_by_role("button", name="Confirm and seal")
        expect(seal).to_be_enabled()
        if self.kills and number == 2:
            self.site.is_killed()
            seal.tap()
            self.site.starts()
            tablet.goto("/table/")
        seal.tap()
        tablet.locator("#_between").wait_for()

    def tablet(self, match: Match) -> Page:
        """The tablet of a table: its code opens it once, and it goes on by itself."""
        if match.table not in self.tablets:
            tablet = self.tablets[match.table] = self.opened(**TABLET)
            tablet.goto(f"/table/?code={self.codes[int(match.table) - 1]}")
            tablet.get_by_role("button", name="Open").tap()
            tablet.get_by_role("button", name="Deal hand 1").wait_for()
        tablet = self.tablets[match.table]
        if match.public_id not in tablet.url:
            tablet.get_by_role("link", name="Next round").tap()
        return tablet

    def killed(self) -> None:
        self.kills = True

    def prints(self) -> None:
        with self.page.expect_popup() as paper:
            self.taps_on("button", "Print the list", "the list")
        paper.value.close()

    def changed(self) -> str:
        self.page.reload()
        return " ".join(self.page.locator("#_list .message").all_inner_texts())

    def rows(self) -> Iterator[list[str]]:
        """The list as it is shown, read cell by cell."""
        self.page.goto(self.home + "list/")
        no_barriers(self.page)
        for row in self.page.locator("#_list tbody tr").all():
            place, *points = row.locator("td").all_inner_texts()
            name, *marks = row.locator("th > *").all_inner_texts()
            points = [text.translate(PLAIN_NUMBERS) for text in points]
            decided = [one for one in marks if not one.startswith("decided")]
            yield [place, name, *points[:-2], points[-2] or "0", points[-1], ", ".join(decided)]


@pytest.mark.usefixtures("transactional_db")
def test_a_tournament_is_led_by_its_pages_with_three_taps_a_round(
    browser: Browser, cast: Cast, tmp_path: Path
) -> None:
    site = Served(tmp_path)
    with site.stack:
        guard = Guard(site.address)
        pages = Pages(browser, site, guard, cast)
        listed, sheet = Tournament(cast, pages).is_played()
        assert listed == sheet
        assert guard.offences == []
        print(f"taps of the director, round by round: {pages.taps}")
        for one in pages.taps:
            assert one["the round"] + one["papers"] <= MOST_TAPS
        assert Evening.objects.count() == 1
        for context in pages.contexts:  # others are kept for the tests that follow
            context.close()
