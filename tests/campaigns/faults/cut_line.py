"""The line of a tablet with the engine is cut for ten minutes: all of it is there soon after."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.campaigns.bench.tapping import Browsers
from tests.campaigns.faults.campaign import NotTried, Reached, Setting
from tests.campaigns.programs import SERVED, WITH_FILES, manage, served
from tests.campaigns.tables import furnish
from tests.chromium import find_chromium, launch_options

ENTRIES = 600  # of ten minutes
GOAL = 10  # seconds from the line's return until all is saved

# Taps hand after hand what the screen offers, and seals and deals in between. Answers with a list
# of what was entered: cards, calls, and "exchange" for what is done with the dog and the discard.
TAPS = """async (entries) => {
    const find = (selector) => document.querySelector(selector);
    const recording = find("#recording");
    const until = async (holds) => {
        for (const begun = Date.now(); !holds();) {
            const isLate = Date.now() - begun > 20000;
            if (isLate) throw new Error(`nothing follows: ${recording.innerText}`);
            await new Promise((resolve) => setTimeout(resolve, 4));
        }
    };
    const key = (...states) => [...document.querySelectorAll(".key")]
        .findLast(({ dataset }) => states.includes(dataset.state));
    const entered = [];
    while (entered.length < entries) {
        const { mode, phase, version } = recording.dataset;
        if (find("#_between")) {
            find(".next-deal button").click();
            await until(() => !find("#_between"));
            continue;
        }
        if (mode === "score") {
            await until(() => find(".seal-bar > .seal:enabled"));
            find(".seal-bar > .seal").click();
            await until(() => find("#_between"));
            continue;
        }
        if (mode === "auction") {
            const call = version === "0" ? "guard" : "pass";
            find(`[data-call="${call}"]`).click();
            entered.push(call);
        } else if (phase === "exchange") {
            if (find("#unseen").checkVisibility()) find("#unseen").click();
            else {
                const size = Number(find(".chosen").dataset.count);
                for (let card = 0; card < size; card += 1) key("clear").click();
                find("#done").click();
            }
            entered.push("exchange");
        } else {
            await until(() => key("forced", "clear", "possible"));
            const next = key("forced") ?? key("clear", "possible");
            entered.push(next.dataset.card);
            next.click();
        }
        await until(() => recording.dataset.version !== version || find("#_between"));
    }
    return entered;
}"""
ENTERED = """
    SELECT e.change FROM games_entry e
    JOIN games_hand h ON h.id = e.hand_id JOIN games_match m ON m.id = h.match_id
    WHERE instr(?, m.public_id) ORDER BY h.number, e.seq
"""


def cut_line(setting: Setting, amount: int) -> Reached:
    """Cut the line of that many tablets, one after the other."""
    if find_chromium() is None:
        raise NotTried("no Chromium was found")
    from playwright.sync_api import sync_playwright

    url, reached = f"sqlite:///{setting.file}", Reached()
    tables = furnish(url, amount, variant="french", dealt=True)["tables"]
    with (
        served(url, setting.folder, app=SERVED, settings=WITH_FILES) as site,
        sync_playwright() as playwright,
    ):
        site.engine()
        browser = playwright.chromium.launch(**launch_options())
        for table in tables:
            reached += _cut(Browsers(browser, site.address), table, setting.file)
        browser.close()
    if manage(setting.folder, url, "verify_archive").wait():
        reached.lost.append("verify_archive does not call the archive sound")
    return reached


def _cut(browsers: Browsers, table: dict[str, Any], file: Path) -> Reached:
    with browsers.tablet(table, engine=True) as page:
        page.goto(table["record"])
        page.locator("#recording[data-judged]").wait_for()
        page.context.set_offline(True)
        entered = page.evaluate(TAPS, ENTRIES)
        begin = time.monotonic()
        page.context.set_offline(False)
        page.locator("#line.saved").wait_for()
        seconds = time.monotonic() - begin
    there = _entered(file, table["record"])
    lost = []
    if there != entered:
        lost.append(f"{len(entered)} entries were tapped, {len(there)} are there, or others")
    if seconds > GOAL:
        lost.append(f"it took {seconds:.0f} s until all was saved")
    return Reached(1, len(there), lost=lost, notes=[f"{len(there)} saved in {seconds:.1f} s"])


def _entered(file: Path, address: str) -> list[str]:
    """What the database has of the match with that page, as the tablet names it."""
    with closing(sqlite3.connect(file)) as database:
        actions = [json.loads(text)["action"] for (text,) in database.execute(ENTERED, [address])]
    named = {"play": "card", "call": "call"}
    return [
        action[named[action["kind"]]] if action["kind"] in named else "exchange"
        for action in actions
    ]
