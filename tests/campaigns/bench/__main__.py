"""How quick we are, beside others and beside a lower bound: `python -m tests.campaigns.bench`.

    --only NAME    a group: play, legal, games, record, anchors, entry, tablet, replay;
                   or several
    --runs N       how often each side is run; what counts is the least
    --json FILE    write all figures there as well

Ends with 1 where something is a defect. What is timed, and how to read it, is in README.md.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tests.campaigns.bench import ready, say
from tests.campaigns.bench.report import DEFECT, Result, heading, write

RUNS = 15


def groups() -> dict[str, tuple[str, Callable[[int], Iterable[Result]]]]:
    """The groups by name: title, and what measures them in so many runs."""
    from tests.campaigns.bench import anchors, engine, games, requests, stepping, tapping, texts

    return {
        "play": ("a validated play", engine.rows_of_play),
        "legal": ("a play, legal cards listed", engine.rows_of_legal),
        "games": ("a validated play in each game", games.rows),
        "record": ("record text to score", texts.rows),
        "anchors": ("beside other libraries", anchors.rows),
        "entry": ("a signed-in entry request", requests.rows),
        "tablet": ("recording on a tablet, every answer late by 2 s", tapping.rows),
        "replay": ("stepping through a replay, in the browser", stepping.rows),
    }


def main() -> int:
    """Measure what was asked for and print it. Returns the exit code."""
    ready()
    known = groups()
    asked = _options(list(known))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    gc.freeze()  # what was imported is not looked at again and again between the runs
    _say_where()
    results: dict[str, list[Result]] = {}
    try:
        for name in asked.only or known:
            title, rows = known[name]
            print(heading(title))
            results[name] = []
            for result in _shown(rows(asked.runs)):
                results[name].append(result)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130
    finally:
        if asked.json:
            write(asked.json, results)
    verdicts = [result.verdict for found in results.values() for result in found]
    return 1 if DEFECT in verdicts else 0


def _options(names: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaigns.bench", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--only", action="append", choices=names, help="one group of measurements")
    parser.add_argument("--runs", type=_positive, default=RUNS, help=f"how many ({RUNS})")
    parser.add_argument("--json", type=Path, help="a file for all figures")
    asked = parser.parse_args()
    if asked.json and not asked.json.parent.is_dir():
        parser.error(f"there is no folder {asked.json.parent}")
    return asked


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return int(text)


def _say_where() -> None:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print("Microseconds of CPU time, the least of all runs (and the median); ratios of the least")


def _shown(results: Iterable[Result]) -> Iterator[Result]:
    """The results, printed as they come, with a sign of life between them."""
    waiting = iter(results)
    while True:
        say("  measuring …")
        found = next(waiting, None)
        say("")
        if found is None:
            return
        print(found, flush=True)
        yield found


if __name__ == "__main__":
    sys.exit(main())
