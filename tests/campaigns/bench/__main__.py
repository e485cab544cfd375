"""How quick we are, against others and against a lower bound: `make bench`.

    --only NAME    a group: play, legal, games, record, endings, draws, anchors, entry, tablet,
                   replay, archive; or several; without, all but archive, which needs `make archive`
    --runs N       how often each side is run; what counts is the least

Ends with 1 where something is a defect. What is timed, and how to read it, is in README.md.
"""

from __future__ import annotations

import gc
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable

from tests.campaigns.begin import machine, options, ready
from tests.campaigns.figures import DEFECT, Line, shown, write
from tests.campaigns.volume.server import archive_server

RUNS = 15
ARCHIVE = "archive"
NAMES = [
    "play",
    "legal",
    "games",
    "record",
    "endings",
    "draws",
    "anchors",
    "entry",
    "tablet",
    "replay",
    ARCHIVE,
]
Group = tuple[str, Callable[[int], Iterable[Line]]]


def groups() -> dict[str, Group]:
    """Return the groups by name: title, and what measures them in that many runs."""
    from tests.campaigns.bench import anchors, archive, engine, entry, searches, stepping, tapping

    return {
        "play": ("a validated play", engine.rows_of_play),
        "legal": ("a play, legal cards listed", engine.rows_of_legal),
        "games": ("a validated play in each game", engine.rows_of_games),
        "record": ("record text to score", engine.rows_of_records),
        "endings": ("best play of an ending, all cards seen", searches.rows_of_endings),
        "draws": ("drawing an evening of five rounds", searches.rows_of_draws),
        "anchors": ("against another library", anchors.rows),
        "entry": ("a signed-in entry request", entry.rows),
        "tablet": ("recording on a tablet, every answer late by 2 s", tapping.rows),
        "replay": ("stepping through a replay, in the browser", stepping.rows),
        ARCHIVE: ("in a large archive, by the clock", archive.rows),
    }


def main() -> int:
    """Measure what was asked for and print it. Returns the exit code."""
    asked = options("make bench", __doc__, only=NAMES, runs=RUNS)
    if asked.only == [ARCHIVE]:
        with archive_server() as url:
            os.environ["DATABASE_URL"] = url
            return measure(asked.only, asked)
    if ARCHIVE in (asked.only or []):
        sys.exit("The archive has a database of its own: measure it alone.")
    return measure(asked.only or NAMES[:-1], asked)


def measure(names: list[str], asked: Namespace) -> int:
    """Measure these groups and print them. Returns the exit code."""
    ready()
    known = groups()
    gc.freeze()  # what was imported is not looked at again and again between the runs
    print(machine())
    print("Microseconds of CPU time, the least of all runs (and the median); ratios of the least")
    results: dict[str, list[Line]] = {}
    try:
        for name in names:
            title, rows = known[name]
            results[name] = shown(title, rows(asked.runs))
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130
    finally:
        write(asked.json, results)
    return 1 if any(line.verdict == DEFECT for some in results.values() for line in some) else 0


if __name__ == "__main__":
    sys.exit(main())
