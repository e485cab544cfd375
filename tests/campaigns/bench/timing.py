"""Times taken side by side: the same machine, the same minute, all sides in turn.

Other work on the machine slows everything down by turns. So each side is run several times, the
sides alternate, CPU time is taken beside wall time, and what counts is the quickest run.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MICROSECONDS = 1e6
WARM_UPS = 1
Times = tuple[float, float]  # CPU time and wall time, in microseconds


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


def each(do: Callable[[Any], object], things: Sequence[Any]) -> Case:
    """The same done with all these things in a row, the results dropped."""

    def work(_: None) -> None:
        for thing in things:
            do(thing)

    return Case(work, len(things))


@dataclass(frozen=True, slots=True)
class Each:
    """One side of a comparison: the same done with each of many things, the results dropped."""

    do: Callable[[Any], object]
    things: Sequence[Any]


def measure_each(cases: Mapping[str, Each], runs: int) -> dict[str, Figure]:
    """Time each thing of all cases by itself, `runs` times in turn after a warm-up.

    The figure is that of the mean thing: of each its own quickest run counts, and its own median.
    For other work takes the machine away, and what lies in its caches, many times a second, so that
    many things in a row hardly ever all go undisturbed. The garbage collector is off and does not
    run in between either: that empties lists of free objects that a program at work finds filled,
    and what makes a hundred objects a thing then takes a tenth longer.
    """
    times: dict[str, list[list[Times]]] = {name: [] for name in cases}
    gc.collect()
    gc.disable()
    try:
        for run in range(-WARM_UPS, runs):
            for name, case in cases.items():
                found = [times_of(case.do, thing) for thing in case.things]
                if run >= 0:
                    times[name].append(found)
    finally:
        gc.enable()
    return {name: mean_thing(runs_of) for name, runs_of in times.items()}


def times_of(do: Callable[..., object], *what: object) -> Times:
    """CPU time and wall time of one thing done, in microseconds."""
    spent, passed = time.process_time(), time.perf_counter()
    do(*what)
    passed, spent = time.perf_counter() - passed, time.process_time() - spent
    return spent * MICROSECONDS, passed * MICROSECONDS


def mean_thing(runs_of: Sequence[Sequence[Times]]) -> Figure:
    """The mean thing: of the least and of the medians, where each run has one time a thing."""
    figures = [Figure.of(*map(list, zip(*one, strict=True))) for one in zip(*runs_of, strict=True)]

    def mean(name: str) -> float:
        return statistics.fmean(getattr(figure, name) for figure in figures)

    return Figure(mean("cpu"), mean("cpu_median"), mean("wall"), mean("wall_median"), len(runs_of))


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


def _timed(case: Case) -> Times:
    """CPU time and wall time of one run, in microseconds a unit."""
    prepared = case.prepare()
    gc.collect()
    gc.disable()
    try:
        spent, passed = times_of(case.work, prepared)
    finally:
        gc.enable()
    return spent / case.units, passed / case.units
