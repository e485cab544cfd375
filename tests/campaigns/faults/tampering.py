"""Rows changed behind the site's back: `tests/proof/test_tampering.py` with more and other ones."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from tests.campaigns.faults.campaign import NotTried, Reached, Setting
from tests.postgres import find_binaries, throwaway_server

RULINGS = "tests/proof/test_tampering.py"
CHANGES = 240  # about this many are made when each ruling tries one row; some have few to try


def on_sqlite(setting: Setting, amount: int) -> Reached:
    """Make that many changes, or a few more, on SQLite."""
    return tamper(setting, amount, "")


def on_postgres(setting: Setting, amount: int) -> Reached:
    """Make them on PostgreSQL."""
    binaries = find_binaries()
    if binaries is None:
        raise NotTried("no PostgreSQL was found")
    with throwaway_server(binaries) as url:
        return tamper(setting, amount, url)


def tamper(setting: Setting, amount: int, url: str) -> Reached:
    """Run the rulings, each with several rows, until there are as many changes, with other rows
    each time; count what they say."""
    reached, run = Reached(), Reached(tried=1)
    while reached.tried < amount and run.tried and not reached.lost:
        run = _rulings(setting, amount - reached.tried, url, f"{setting.seed} {reached.tried}")
        reached += run
    return reached


def _rulings(setting: Setting, amount: int, url: str, seed: str) -> Reached:
    report = setting.folder / "report.xml"
    report.unlink(missing_ok=True)
    environment = os.environ | {
        "DATABASE_URL": url,
        "TAMPERINGS": str(math.ceil(amount / CHANGES)),
        "SEED": seed,
    }
    command = [sys.executable, "-m", "pytest", "-q", RULINGS, f"--junitxml={report}"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "--timeout=0"],
        env=environment,
        capture_output=True,
        text=True,
    )
    return counted(report, done)


def counted(report: Path, done: subprocess.CompletedProcess[str]) -> Reached:
    """The result of the report of the rulings."""
    if not report.exists():
        return Reached(lost=[f"the rulings did not run: {done.stdout[-300:]}{done.stderr[-300:]}"])
    cases = list(ElementTree.parse(report).iter("testcase"))
    counts = {"named": 0, "lawful": 0}
    for one in (one for case in cases for one in case.iter("property")):
        counts[one.attrib["name"]] += int(one.attrib["value"])
    lost = [
        f"{case.attrib['name']}: {wrong.attrib.get('message', '')[:200]}"
        for case in cases
        for wrong in (*case.iter("failure"), *case.iter("error"))
    ]
    return Reached(
        counts["named"], lost=lost, notes=[f"{counts['lawful']} lawful changes, no alarm"]
    )
