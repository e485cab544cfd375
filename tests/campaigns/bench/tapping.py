"""From a tap on the recording screen to the picture that shows it, with the engine on the tablet.

Every answer of the server is late by two seconds, as on a bad line. A tap begins when the browser
has been touched (the finger leaves: `pointerup`), and ends with the second frame after the page
shows what was tapped as recorded: the first of the two is then on the screen for certain.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.campaigns.browsing import chromium
from tests.campaigns.figures import Line, unmeasured, waited
from tests.campaigns.programs import SERVED, WITH_FILES, served
from tests.campaigns.tables import furnish

NAME = "from a tap to its picture"
TABLET: dict[str, Any] = {"viewport": {"width": 1180, "height": 820}, "has_touch": True}
DELAY = 2000  # milliseconds
RESTS = 60  # milliseconds of a finger on the glass
GOALS = (50, 100)  # milliseconds: of the median and of 95 %
GAMES, SEED = {"French Tarot": "french", "Droggn": "droggn"}, 3
REFUSED_EACH = 5  # cards after which a forbidden one is tapped, where there is one
PATIENCE = 120_000  # milliseconds

# Waits for an element from the next touch on, and then for its picture.
SEES = """(selector) => {
    window.seen = new Promise((resolve) => {
        let touched = 0;
        addEventListener('pointerup', (event) => { touched = event.timeStamp; },
            { capture: true, once: true });
        const look = () => {
            if (!touched || !document.querySelector(selector)) return;
            watching.disconnect();
            requestAnimationFrame(() => requestAnimationFrame(
                () => resolve(performance.now() - touched)));
        };
        const watching = new MutationObserver(look);
        watching.observe(document, { subtree: true, childList: true, attributes: true });
    });
}"""


def rows(_runs: int) -> Iterator[Line]:
    """Measure a hand of each game, once; nothing where there is no browser to be driven."""
    try:
        yield from _measured()
    except FileNotFoundError as missing:
        yield unmeasured(NAME, str(missing))


def _measured() -> Iterator[Line]:
    with chromium() as browser, tempfile.TemporaryDirectory(prefix="clubtarot-bench-") as name:
        folder = Path(name)
        database = f"sqlite:///{folder / 'bench.sqlite3'}"
        wanted = {"variants": [*GAMES.values()], "dealt": True, "seed": SEED}
        tables = furnish(database, len(GAMES), **wanted)["tables"]
        with served(database, folder, app=SERVED, settings=WITH_FILES) as site:
            site.engine()  # made before anything is measured
            for game, table in zip(GAMES, tables, strict=True):
                taps = _taps(browser, site.address, table)
                every = [one for some in taps.values() for one in some]
                yield waited(f"{game}, all {len(every)} taps", every, GOALS)
                for kind, some in taps.items():
                    yield waited(f"- {len(some)} of them: {kind}", some, GOALS)


def _taps(browser: Browser, address: str, table: dict[str, Any]) -> dict[str, list[float]]:
    """Record a whole hand on a new tablet, and return the milliseconds of its taps, by kind."""
    context = browser.new_context(base_url=address, **TABLET)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "sessionid", "value": table["session"], "url": address}])
    page = context.new_page()
    page.goto(table["record"])
    page.locator("#recording[data-judged]").wait_for()
    page.wait_for_load_state()
    taps = Taps(page)
    taps.record(table["changes"])
    page.locator("#line.saved").wait_for()
    context.close()
    return taps.taps


class Taps:
    """Taps on the recording screen, by kind, each with the milliseconds to its picture."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps: dict[str, list[float]] = {}
        self.version = 0
        self.tools = page.context.new_cdp_session(page)
        self.tools.send("Network.enable")
        speed = {"downloadThroughput": -1, "uploadThroughput": -1}
        late = {"offline": False, "latency": DELAY, **speed}
        self.tools.send("Network.emulateNetworkConditions", late)

    def record(self, changes: list[dict[str, Any]]) -> None:
        """Record the changes of a whole hand by touch, in which a forbidden card is tapped now and
        then."""
        for number, change in enumerate(changes):
            action = change["action"]
            match action["kind"]:
                case "play":
                    if number % REFUSED_EACH == 0:
                        self.refused()
                    key = f'.key[data-card="{action["card"]}"]'
                    if number == len(changes) - 1:
                        score = '#recording[data-mode="score"] .seal-bar'
                        self.tap("the last card, with the score", key, score)
                    else:
                        self.tap("cards", key, f'.trick-cell[data-card="{action["card"]}"]')
                case "call":
                    after = f'#recording[data-version="{self.version + 1}"]'
                    self.tap("calls", f'[data-call="{action["call"]}"]', after)
                case kind:
                    self.exchange(action["cards"], "#done" if kind == "stock" else "#unseen")
            self.version += 1

    def tap(self, kind: str, what: str, then: str) -> None:
        """One tap, and the wait for what it shows."""
        target = self.page.locator(what)
        target.scroll_into_view_if_needed()
        self.page.evaluate(SEES, then)
        self.touch(target.bounding_box())
        self.taps.setdefault(kind, []).append(self.page.evaluate("() => window.seen"))

    def touch(self, box: Any) -> None:
        """A finger on the middle of a box. It rests there for a moment: what the page does when it
        is touched is done before the finger leaves."""
        where = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind, points in (("touchStart", [where]), ("touchEnd", [])):
            self.tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            self.page.wait_for_timeout(RESTS)

    def refused(self) -> None:
        """A card that the rules forbid, if the screen says that there is one."""
        forbidden = self.page.locator('.key[data-state="forbidden"]:visible')
        if forbidden.count():
            card = forbidden.first.get_attribute("data-card")
            self.tap("refusals", f'.key[data-card="{card}"]', "#_refusal")

    def exchange(self, cards: list[str] | None, done: str) -> None:
        """The stock or a discard, not timed: each of its cards is marked by the page alone."""
        for card in cards or ():
            self.page.locator(f'.key[data-card="{card}"]').tap()
        self.page.locator(f"{done}:visible").tap()
        self.page.locator(f'#recording[data-version="{self.version + 1}"]').wait_for()
