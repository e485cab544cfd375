"""Times taken side by side: the same machine, the same minute, all sides in turn.

Other work on the machine slows everything down by turns. So each side is run several times, the
sides alternate, CPU time is taken beside wall time, and what counts is the quickest run.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

MICROSECONDS = 1e6
WARM_UPS = 1


@dataclass(frozen=True, slots=True)
class Case:
    """One side of a comparison.

    `prepare` makes what a run uses up, outside the clock; `work` does the `units` that are timed
    and keeps nothing of what it makes.
    """

    work: Callable[[Any], object]
    units: int
    prepare: Callable[[], Any] = lambda: None


@dataclass(frozen=True, slots=True)
class Figure:
    """Microseconds a unit over all runs: CPU time, the least and the median, and wall time."""

    cpu: float
    cpu_median: float
    wall: float
    wall_median: float
    runs: int

    @classmethod
    def of(cls, cpu: list[float], wall: list[float]) -> Figure:
        """The figure of the runs whose times, in microseconds a unit, these are."""
        return cls(min(cpu), statistics.median(cpu), min(wall), statistics.median(wall), len(cpu))


def measure(cases: Mapping[str, Case], runs: int) -> dict[str, Figure]:
    """Time all cases `runs` times in turn, after a warm-up, with the garbage collector off."""
    cpu: dict[str, list[float]] = {name: [] for name in cases}
    wall: dict[str, list[float]] = {name: [] for name in cases}
    for run in range(-WARM_UPS, runs):
        for name, case in cases.items():
            spent, passed = _timed(case)
            if run >= 0:
                cpu[name].append(spent)
                wall[name].append(passed)
    return {name: Figure.of(cpu[name], wall[name]) for name in cases}


def _timed(case: Case) -> tuple[float, float]:
    """CPU time and wall time of one run, in microseconds a unit."""
    prepared = case.prepare()
    gc.collect()
    gc.disable()
    try:
        spent, passed = time.process_time(), time.perf_counter()
        case.work(prepared)
        passed, spent = time.perf_counter() - passed, time.process_time() - spent
    finally:
        gc.enable()
    return spent / case.units * MICROSECONDS, passed / case.units * MICROSECONDS
