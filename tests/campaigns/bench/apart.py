"""The same measured in several processes one after another, of which the one in the middle counts.

Where code and data come to lie in memory differs from process to process, and moves what is timed
there by some percent, each side by its own. No number of runs in one process shows that.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.campaigns.bench import ready
from tests.campaigns.bench.report import MEETS, Result, Row

PROCESSES = 5

Measured = Callable[[int], Iterable[Result]]


def in_fresh_processes(measured: Measured, runs: int) -> list[Result]:
    """What a function of a module finds in so many runs: of each line the process in the middle.

    Raises what the function raises.
    """
    # What is measured can be imported only once Django is set up.
    with ProcessPoolExecutor(1, get_context("spawn"), ready, max_tasks_per_child=1) as pool:
        found = [pool.submit(_all, measured, runs).result() for _ in range(PROCESSES)]
    return in_the_middle(found)


def _all(measured: Measured, runs: int) -> list[Result]:
    gc.freeze()  # what was imported is not looked at again and again between the runs
    return list(measured(runs))


def in_the_middle(found: Sequence[Sequence[Result]]) -> list[Result]:
    """Of each line the one whose ratio is the median; of lines without a ratio the worst."""
    return [_middle(same) for same in zip(*found, strict=True)]


def _middle(same: Sequence[Result]) -> Result:
    rows = [row for row in same if isinstance(row, Row) and row.ratio is not None]
    if rows:
        return sorted(rows, key=lambda row: row.ratio or 0)[len(rows) // 2]
    return next((one for one in same if one.verdict != MEETS), same[0])
