"""A step of the replay in the browser, against the least there is: one card moved in a bare page.

Both sides are timed the same way in the same browser and the same window. A step begins after the
picture of the one before it has been drawn, as with a reader, and ends when the page is laid out
again. What is drawn afterwards is in the CPU time of the page's thread, which is taken, too.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any

from tests.campaigns.figures import Goal, Line, compared, unmeasured
from tests.campaigns.programs import served_demo
from tests.campaigns.timing import MICROSECONDS, Figure
from tests.chromium import find_chromium, launch_options

NAME = "a step of the replay"
MOVED = "one card moved"
STEP = Goal(3, 5)
RUNS = 7  # more say nothing new, and each takes seconds
WINDOWS = {"phone": (412, 860), "desk": (1280, 800)}
# Times `act(step)` for each step, in microseconds: the mean of the middle half of them, since
# something else may take the machine away in between.
TIMED = """const timed = async (count, act) => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => setTimeout(done, 15);
        channel.port2.postMessage(0);
    }));
    const spent = [];
    for (let step = 0; step < count; step += 1) {
        document.body.offsetHeight;
        await drawn();
        const start = performance.now();
        act(step);
        document.body.offsetHeight;
        spent.push((performance.now() - start) * 1000);
    }
    const middle = spent.sort((one, other) => one - other)
        .slice(Math.floor(count / 4), count - Math.floor(count / 4));
    return [middle.reduce((sum, one) => sum + one) / middle.length, count];
};
const press = (key) => document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true }));"""
# Walks from the first card to the last one.
STEPS = f"""() => {{ {TIMED}
    press('Home');
    const play = JSON.parse(document.getElementById('replay-steps').text).phases.at(-2);
    for (let step = 0; step < play; step += 1) press('ArrowRight');
    const count = Number(document.querySelector('[data-slider]').max) - play - 1;
    return timed(count, () => press('ArrowRight'));
}}"""
# Leaps from the deal to the score and back: as much changes as ever can.
LEAPS = f"""() => {{ {TIMED}
    press('Home');
    return timed(20, (step) => press(step % 2 ? 'Home' : 'End'));
}}"""
# The least there is: a page of 78 cards and nothing else. A card is moved to the trick, where four
# lie at most, and all others are marked again as playable or not.
BARE = """<!doctype html><meta charset="utf-8"><style>.card { width: 44px; height: 60px;
    display: inline-block; margin: 2px } .dim { opacity: .4 } #trick { min-height: 64px }</style>
    <div id="trick"></div><div id="hand">%s</div>"""
CARD = '<button class="card">%s</button>'
MOVES = f"""async () => {{ {TIMED}
    const [hand, trick] = ['hand', 'trick'].map((id) => document.getElementById(id));
    const full = hand.innerHTML;
    const found = await timed(40, (step) => {{
        const cards = hand.querySelectorAll('.card');
        trick.append(cards[0]);
        if (trick.children.length > 4) trick.firstChild.remove();
        cards.forEach((card, at) => card.classList.toggle('dim', (step + at) % 3 === 0));
    }});
    hand.innerHTML = full;
    trick.replaceChildren();
    return found;
}}"""


def rows(runs: int) -> Iterator[Line]:
    """With and without motion; nothing where there is no browser to be driven."""
    if importlib.util.find_spec("playwright") is None:
        yield unmeasured(NAME, "Playwright is not installed here; make bench-replay has it")
    elif find_chromium() is None:
        yield unmeasured(NAME, "no Chromium was found")
    else:
        yield from _measured(runs)


def _measured(runs: int) -> Iterator[Line]:
    from playwright.sync_api import sync_playwright

    with served_demo() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for window, (width, height) in WINDOWS.items():
            for words, motion in (("", "no-preference"), (", less motion", "reduce")):
                size = {"width": width, "height": height}
                options: dict[str, Any] = {"viewport": size, "reduced_motion": motion}
                context = browser.new_context(base_url=address, **options)
                step, leap, move = asking_nothing(context, min(runs, RUNS))
                place = f", {window}{words}"
                yield compared(f"{NAME}{place}", step, MOVED, move, STEP, "wall")
                yield compared("  all its CPU, drawing included", step, MOVED, move)
                yield compared(f"  a leap{place}", leap, MOVED, move, clock="wall")
                context.close()
        browser.close()


def asking_nothing(context: Any, runs: int) -> tuple[Figure, Figure, Figure]:
    """The figures of a step, a leap and a card moved. Raises RuntimeError where a step asked the
    server for anything."""
    page, bare = context.new_page(), context.new_page()
    bare.set_content(BARE % "".join(CARD % number for number in range(78)))
    _open(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    found = _timed(page, bare, runs)
    # Chromium looks for the page's icon, in its cache, with every new address.
    if asked := [url for url in asked if not url.endswith("favicon.svg")]:
        raise RuntimeError(f"a step asked for {asked[0]}")
    return found


def _open(page: Any) -> None:
    """A hand of the demo club with all hands open, ready to be stepped through."""
    from games.management.demo import evening

    page.goto("/")
    page.get_by_label("Account name").fill("member")
    page.get_by_label("Password").fill(evening.SIGN_INS["member"])
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("heading", name=evening.CLUB).wait_for()
    page.get_by_role("link", name="Hands", exact=True).click()
    page.get_by_role("link", name="lost by 9").first.click()
    page.get_by_role("button", name="Play").wait_for()  # its script is there
    page.wait_for_load_state()


def _timed(page: Any, bare: Any, runs: int) -> tuple[Figure, Figure, Figure]:
    """All sides in turn, after a warm-up."""
    clocks = [Clock(page, STEPS), Clock(page, LEAPS), Clock(bare, MOVES)]
    for run in range(-1, runs):
        for clock in clocks:
            clock.measure(counts=run >= 0)
    step, leap, move = (Figure.of(clock.cpu, clock.wall) for clock in clocks)
    return step, leap, move


class Clock:
    """Times a walk in a page, in microseconds a step: until it is laid out, and CPU time of the
    page's thread for all that belongs to it."""

    def __init__(self, page: Any, walk: str) -> None:
        self.page, self.walk = page, walk
        self.cpu: list[float] = []
        self.wall: list[float] = []
        self.tools = page.context.new_cdp_session(page)
        self.tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def measure(self, *, counts: bool) -> None:
        """Walk once; what comes out is kept only if it `counts`."""
        self.page.bring_to_front()
        before = self._spent()
        wall, steps = self.page.evaluate(self.walk)
        if counts:
            self.cpu.append((self._spent() - before) * MICROSECONDS / steps)
            self.wall.append(wall)

    def _spent(self) -> float:
        """Seconds of CPU that the page's thread has taken."""
        found = self.tools.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in found if one["name"] == "TaskDuration")
