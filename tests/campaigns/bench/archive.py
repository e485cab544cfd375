"""Lists and statistics in a large archive: `make bench-archive`.

    --runs N       how often each side is run; what counts is the least
    --json FILE    write all figures there as well

Measures the archive that `make archive` built, beside plain SQL. Ends with 1 where something is a
defect. What is timed, and how to read it, is in README.md.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from django.core.management import call_command

from tests.campaigns.bench import ready
from tests.campaigns.bench.report import DEFECT, Result, Unmeasured, heading, write
from tests.campaigns.volume.server import archive_server

RUNS = 60


def main() -> int:
    """Measure and print. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaigns.bench.archive", description=__doc__
    )
    parser.add_argument("--runs", type=int, default=RUNS, help=f"how many ({RUNS})")
    parser.add_argument("--json", type=Path, help="a file for all figures")
    asked = parser.parse_args()
    with archive_server() as url:
        os.environ["DATABASE_URL"] = url
        ready()
        gc.freeze()
        found = {"archive": list(_printed(asked.runs))}
    if asked.json:
        write(asked.json, found)
    return 1 if DEFECT in [result.verdict for result in found["archive"]] else 0


def _printed(runs: int) -> Iterator[Result]:
    from tests.campaigns.bench import files, keeping, pages, waits  # they import tables

    call_command(
        "migrate", verbosity=0, without_backup=True
    )  # the archive may be older than the site
    hands = pages.hands_there()
    if not hands:
        yield Unmeasured("the archive", "there is none: make archive N=200000")
        print("There is no archive yet: make archive N=200000", file=sys.stderr)
        return
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {hands} hands")
    print("Microseconds by the clock, the least of all runs (and the median); ratios of the least")
    print(heading(f"in an archive of {hands} hands"))
    for result in chain(
        pages.rows(runs), waits.results(runs), files.results(runs), keeping.results(runs)
    ):
        print(result, flush=True)
        yield result


if __name__ == "__main__":
    sys.exit(main())
