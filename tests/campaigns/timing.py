"""Times taken side by side: the same machine, the same minute, all sides in turn.

Other work on the machine slows everything down by turns. So each side is run several times, the
sides alternate, CPU time is taken and wall time, and what counts is the quickest run. Where code
and data lie in memory differs from process to process and moves a ratio by some percent: what is
measured closely is measured in several, of which the one in the middle counts.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.campaigns.figures import Line

MICROSECONDS = 1e6
WARM_UPS = 1
PROCESSES = 5
CLOCKS = ("cpu", "cpu_median", "wall", "wall_median")
Times = tuple[float, float]  # CPU time and wall time, in microseconds


@dataclass(frozen=True, slots=True)
class Figure:
    """Microseconds a unit over all runs: CPU time, the least and the median, and wall time."""

    cpu: float
    cpu_median: float
    wall: float
    wall_median: float
    runs: int

    @classmethod
    def of(cls, cpu: Sequence[float], wall: Sequence[float]) -> Figure:
        """Return the figure of the runs with these times."""
        return cls(min(cpu), statistics.median(cpu), min(wall), statistics.median(wall), len(cpu))


@dataclass(frozen=True, slots=True)
class Case:
    """One side of a comparison: `work` does the `units` that are timed, after `prepare`."""

    work: Callable[[Any], object]
    units: int
    prepare: Callable[[], Any] = lambda: None


@dataclass(frozen=True, slots=True)
class Each:
    """One side of a comparison: the same done with each of many things, the results dropped."""

    do: Callable[[Any], object]
    things: Sequence[Any]


def measure(cases: Mapping[str, Case], runs: int) -> dict[str, Figure]:
    """Time all cases `runs` times in turn, after a warm-up, with the garbage collector off."""
    times: dict[str, list[Times]] = {name: [] for name in cases}
    for _ in range(WARM_UPS + runs):
        for name, case in cases.items():
            prepared = case.prepare()
            gc.collect()
            cpu, wall = timed(case.work, prepared)
            times[name].append((cpu / case.units, wall / case.units))
    return {name: Figure.of(*zip(*some[WARM_UPS:], strict=True)) for name, some in times.items()}


def measure_each(cases: Mapping[str, Each], runs: int) -> dict[str, Figure]:
    """Time each thing of all cases by itself, `runs` times in turn after a warm-up.

    The figure is that of the mean thing, of which its own quickest run and its own median count:
    many things in a row hardly ever all go undisturbed. The garbage collector does not run in
    between either: that empties lists of free objects that a program at work finds filled.
    """
    times: dict[str, list[list[Times]]] = {name: [] for name in cases}
    gc.collect()
    gc.disable()
    try:
        for _ in range(WARM_UPS + runs):
            for name, case in cases.items():
                times[name].append([times_of(case.do, thing) for thing in case.things])
    finally:
        gc.enable()
    return {name: mean_thing(some[WARM_UPS:]) for name, some in times.items()}


def timed(do: Callable[..., object], *what: object) -> Times:
    """Return the times of one thing done, with the garbage collector off."""
    gc.disable()
    try:
        return times_of(do, *what)
    finally:
        gc.enable()


def times_of(do: Callable[..., object], *what: object) -> Times:
    """Return CPU time and wall time of one thing done, in microseconds."""
    spent, passed = time.process_time(), time.perf_counter()
    do(*what)
    passed, spent = time.perf_counter() - passed, time.process_time() - spent
    return spent * MICROSECONDS, passed * MICROSECONDS


def mean_thing(runs_of: Sequence[Sequence[Times]]) -> Figure:
    """Return the mean thing: of the least and of the medians; each run has one time a thing."""
    figures = [Figure.of(*zip(*one, strict=True)) for one in zip(*runs_of, strict=True)]
    means = {name: statistics.fmean(getattr(figure, name) for figure in figures) for name in CLOCKS}
    return Figure(**means, runs=len(runs_of))


def in_the_middle(found: Sequence[Sequence[Line]]) -> list[Line]:
    """Return of each line the one whose ratio is the median."""
    same = zip(*found, strict=True)
    return [sorted(some, key=lambda line: line.ratio or 0)[len(some) // 2] for some in same]
