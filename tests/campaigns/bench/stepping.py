"""A step of the replay in the browser, against the least there is: one card moved in a bare page.

Both sides are timed the same way in the same browser and the same window. A step begins after the
picture of the one before it has been drawn, as with a reader, and ends when the page is laid out
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests.campaigns.browsing import chromium, sign_in
from tests.campaigns.figures import Goal, Line, compared, unmeasured
from tests.campaigns.programs import served_demo
from tests.campaigns.timing import Figure

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
    return middle.reduce((sum, one) => sum + one) / middle.length;
};"""
# Walks from the first card to the last one.
STEPS = f"""() => {{ {TIMED}
    const press = (key) => document.body.dispatchEvent(
        new KeyboardEvent('keydown', {{ key, bubbles: true }}));
    press('Home');
    const play = JSON.parse(document.getElementById('replay-steps').text).phases.at(-2);
    for (let step = 0; step < play; step += 1) press('ArrowRight');
    const count = Number(document.querySelector('[data-slider]').max) - play - 1;
    return timed(count, () => press('ArrowRight'));
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
    """Measure with and without motion; nothing where there is no browser to be driven."""
    try:
        yield from _measured(min(runs, RUNS))
    except FileNotFoundError as missing:
        yield unmeasured(NAME, str(missing))


def _measured(runs: int) -> Iterator[Line]:
    with chromium() as browser, served_demo() as site:
        for window, (width, height) in WINDOWS.items():
            for words, motion in (("", "no-preference"), (", less motion", "reduce")):
                size = {"width": width, "height": height}
                options: dict[str, Any] = {"viewport": size, "reduced_motion": motion}
                context = browser.new_context(base_url=site.address, **options)
                step, move = asking_nothing(context, runs)
                yield compared(f"{NAME}, {window}{words}", step, MOVED, move, STEP, "wall")
                context.close()


def asking_nothing(context: BrowserContext, runs: int) -> tuple[Figure, Figure]:
    """The figures of a step and of a card moved, in turn after a warm-up. Raises RuntimeError where
    a step asked the server for anything."""
    page, bare = context.new_page(), context.new_page()
    bare.set_content(BARE % "".join(CARD % number for number in range(78)))
    _open(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    times: dict[str, list[float]] = {STEPS: [], MOVES: []}
    for run in range(-1, runs):
        for where, walk in ((page, STEPS), (bare, MOVES)):
            where.bring_to_front()
            microseconds = where.evaluate(walk)
            times[walk] += [microseconds] if run >= 0 else []
    # Chromium looks for the page's icon, in its cache, with every new address.
    if asked := [url for url in asked if not url.endswith("favicon.svg")]:
        raise RuntimeError(f"a step asked for {asked[0]}")
    step, move = (Figure.of(some, some) for some in times.values())
    return step, move


def _open(page: Page) -> None:
    """A hand of the demo club with all hands open, ready to be stepped through."""
    sign_in(page, "member")
    page.get_by_role("link", name="Hands", exact=True).click()
    page.get_by_role("link", name="lost by 9").first.click()
    page.get_by_role("button", name="Play").wait_for()  # its script is there
    page.wait_for_load_state()
