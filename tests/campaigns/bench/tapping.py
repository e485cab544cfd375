"""From a tap on the recording screen to the picture that shows it, with the engine on the tablet
and without it; and what the engine costs a tablet before the first tap.

Every answer of the server is late by two seconds, as on a bad line. A tap begins when the browser
has been touched (the finger leaves: `pointerup`), and ends with the second frame after the page
shows what was tapped as recorded: the first of the two is then on the screen for certain.
"""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from tests.campaigns.figures import Line, spent, unmeasured, waited
from tests.campaigns.programs import SERVED, WITH_FILES, served
from tests.campaigns.tables import furnish
from tests.chromium import find_chromium, launch_options

NAME = "from a tap to its picture"
TABLET = {"viewport": {"width": 1180, "height": 820}, "has_touch": True}
DELAY = 2000  # milliseconds
RESTS = 60  # milliseconds of a finger on the glass
GOALS = (50, 100)  # milliseconds: of the median and of 95 %
HANDS = {"French Tarot": ("french", 2), "Droggn": ("droggn", 1)}  # the key of the game, and a seed
REFUSED_EACH = 5  # cards after which a forbidden one is tapped, where there is one
LATE_TAPS = 12  # without the engine each of them takes two seconds
STARTS = 3
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
            const found = performance.now() - touched;
            const { asked, answered } = noted;
            requestAnimationFrame(() => requestAnimationFrame(() => resolve({
                all: performance.now() - touched, found, engine: answered - asked })));
        };
        const watching = new MutationObserver(look);
        watching.observe(document, { subtree: true, childList: true, attributes: true });
    });
}"""
# Before the page's own scripts: when taps are taken, when the engine runs, and what it has told.
NOTES = """
    window.noted = {};
    new MutationObserver(() => {
        const recording = document.getElementById("recording");
        if (recording && !recording.inert) noted.taken ??= performance.now();
        if (recording?.dataset.judged) noted.judged ??= performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
    window.Worker = class extends Worker {
        constructor(...told) {
            super(...told);
            this.addEventListener('message', ({ data }) => {
                if (data.ready) noted.engine = data.ready;
                noted.answered = performance.now();
            });
        }

        postMessage(...told) {
            noted.asked = performance.now();
            super.postMessage(...told);
        }
    };"""
# Too little memory for the engine, as it says itself: then nothing of it is fetched.
WITHOUT_ENGINE = "Object.defineProperty(navigator, 'deviceMemory', { value: 1 });"
COMPILED = """async () => (await (await caches.open('clubtarot-engine')).keys())
    .filter(({ url }) => url.endsWith('?compiled')).length === 2"""


def rows(runs: int) -> Iterator[Line]:
    """All that is measured; nothing where there is no browser to be driven."""
    if importlib.util.find_spec("playwright") is None:
        yield unmeasured(NAME, "Playwright is not installed here; make bench-tablet has it")
    elif find_chromium() is None:
        yield unmeasured(NAME, "no Chromium was found")
    else:
        yield from _measured(min(runs, STARTS))


def _measured(starts: int) -> Iterator[Line]:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="clubtarot-bench-") as name:
        folder = Path(name)
        database = f"sqlite:///{folder / 'bench.sqlite3'}"
        first, *tables = (
            furnish(database, 1, variant=variant, dealt=True, seed=seed, opened=opened)["tables"][0]
            for variant, seed, opened in [(*HANDS["French Tarot"], True)]
            + [(*hand, False) for hand in HANDS.values() for _ in range(2)]
        )
        with (
            served(database, folder, app=SERVED, settings=WITH_FILES) as site,
            sync_playwright() as playwright,
        ):
            site.engine()  # made before anything is measured
            browser = playwright.chromium.launch(**launch_options())
            browsers = Browsers(browser, site.address)
            yield from _first_pages(browsers, first, starts)
            for number, game in enumerate(HANDS):
                yield from _hand(browsers, game, tables[2 * number :][:2])
            browser.close()


class Browsers:
    """New tablets at a site, each with nothing in its cache."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser, self.address = browser, address

    @contextmanager
    def tablet(self, table: dict[str, Any], *, engine: bool) -> Iterator[Any]:
        """The page of a table, not yet opened, for somebody who is signed in."""
        context = self.browser.new_context(base_url=self.address, **TABLET)
        context.set_default_timeout(PATIENCE)
        session = {"name": "sessionid", "value": table["session"], "url": self.address}
        context.add_cookies([session])
        context.add_init_script(NOTES + ("" if engine else WITHOUT_ENGINE))
        yield context.new_page()
        context.close()


def against(name: str, both: tuple[float, float], unit: str, other: str) -> Line:
    """Say what something takes, and what another thing takes."""
    return spent(name, both[0], unit, other, both[1])


# --- before the first tap ------------------------------------------------------------------------


def _first_pages(browsers: Browsers, table: dict[str, Any], starts: int) -> Iterator[Line]:
    """The page and the engine, for a tablet that has never been here, and for one that has."""
    notes: dict[str, list[dict[str, Any]]] = {}
    for _ in range(starts):
        with browsers.tablet(table, engine=False) as page:
            for when in ("bare", "bare again"):
                notes.setdefault(when, []).append(_opened(page, table, engine=False))
        with browsers.tablet(table, engine=True) as page:
            notes.setdefault("first", []).append(_opened(page, table, engine=True))
            page.wait_for_function(COMPILED)
            notes.setdefault("again", []).append(_opened(page, table, engine=True))

    def of(when: str, name: str) -> float:
        return median(note[name] for note in notes[when])

    for words, when, bare in (
        ("first visit", "first", "bare"),
        ("second visit", "again", "bare again"),
    ):
        taken = of(when, "taken"), of(bare, "taken")
        yield against(f"the first tap is taken, {words}", taken, "ms", "without the engine")
        judged = of(when, "judged"), of(when, "taken")
        yield against(f"the engine judges, {words}", judged, "ms", "the first tap is taken")
        sent = of(when, "sent"), of(bare, "sent")
        yield against(f"sent by the server, {words}", sent, "MB", "without the engine")
    memory = of("again", "memory"), of("first", "memory")
    yield against("memory of the engine, second visit", memory, "MB", "first visit")


def _opened(page: Any, table: dict[str, Any], *, engine: bool) -> dict[str, Any]:
    """What the page has noted once it has settled: milliseconds since its navigation began; what
    was `sent` for it and the `memory` of the engine in MB."""
    finished: list[Any] = []

    def note(request: Any) -> None:
        finished.append(request)

    page.context.on("requestfinished", note)
    page.goto(table["record"])
    page.wait_for_function(f"() => noted.{'judged' if engine else 'taken'}")
    page.wait_for_load_state()
    page.context.remove_listener("requestfinished", note)
    noted: dict[str, Any] = page.evaluate("() => noted")
    sizes = [request.sizes() for request in finished]
    noted["sent"] = sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes) / 1e6
    noted["memory"] = noted.get("engine", {}).get("memory", 0) / 1e6
    return noted


# --- a hand --------------------------------------------------------------------------------------


def _hand(browsers: Browsers, game: str, tables: list[dict[str, Any]]) -> Iterator[Line]:
    """A whole hand with the engine, and the beginning of another one without it."""
    mine, other = tables
    with browsers.tablet(mine, engine=True) as page:
        _opened(page, mine, engine=True)
        with_engine = Taps(page)
        with_engine.record(mine["changes"], engine=True)
        cpu = with_engine.cpu
        page.locator("#line.saved").wait_for()
    with browsers.tablet(other, engine=False) as page:
        _opened(page, other, engine=False)
        without = Taps(page)
        without.record(other["changes"][:LATE_TAPS], engine=False)
        bare = without.cpu
    late = [tap["all"] for taps in without.taps.values() for tap in taps]
    every = [tap for taps in with_engine.taps.values() for tap in taps]
    times = [tap["all"] for tap in every]
    yield waited(f"{game}, all {len(every)} taps", times, GOALS, late)
    for kind, taps in with_engine.taps.items():
        own = [tap["all"] for tap in taps]
        yield waited(f"- {len(taps)} of them: {kind}", own, GOALS)
    for words, part in (("the page has it", "found"), ("the engine answers", "engine")):
        middle = median(tap[part] for tap in every), median(times)
        yield against(f"- of the median tap: {words}", middle, "ms", "its picture")
    yield spent("- CPU of the page's thread for a tap", cpu, "ms", "without the engine", bare)


class Taps:
    """Taps on the recording screen, by kind, each with the milliseconds from the touch to the page
    that has it (`found`) and to its picture (`all`), and those that the engine took."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps: dict[str, list[dict[str, float]]] = {}
        self.version = 0
        self.tools = page.context.new_cdp_session(page)
        self.tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.tools.send("Network.enable")
        speed = {"downloadThroughput": -1, "uploadThroughput": -1}
        late = {"offline": False, "latency": DELAY, **speed}
        self.tools.send("Network.emulateNetworkConditions", late)
        self.before = self._spent()

    @property
    def cpu(self) -> float:
        """Milliseconds of CPU that the page's thread has taken for a tap, drawing included."""
        return (self._spent() - self.before) * 1000 / sum(map(len, self.taps.values()))

    def _spent(self) -> float:
        found = self.tools.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in found if one["name"] == "TaskDuration")

    def record(self, changes: list[dict[str, Any]], *, engine: bool) -> None:
        """Record these changes by touch. With the `engine` they are a whole hand, in which a
        forbidden card is tapped now and then."""
        for number, change in enumerate(changes):
            action = change["action"]
            match action["kind"]:
                case "play":
                    if engine and number % REFUSED_EACH == 0:
                        self.refused()
                    key = f'.key[data-card="{action["card"]}"]'
                    if engine and number == len(changes) - 1:
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

    def touch(self, box: dict[str, float]) -> None:
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
