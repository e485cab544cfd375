"""What was measured, how it stands against its goal, and how it is printed."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass, field
from math import ceil
from pathlib import Path
from typing import Any

from tests.campaigns.bench.timing import Figure

MEETS, MISSES, DEFECT, UNMEASURED = "meets", "misses", "defect", "not measured"
NAME, COLUMN, BESIDE = 46, 14, 29


@dataclass(frozen=True, slots=True)
class Goal:
    """How a ratio is judged: it meets up to `limit` and is a defect beyond `defect`.

    With `faster` the ratio says how many times quicker we are, and must be at least so much.
    """

    limit: float
    defect: float
    faster: bool = False

    def ratio(self, ours: float, theirs: float) -> float:
        """The ratio that the goal speaks of."""
        return theirs / ours if self.faster else ours / theirs

    def verdict(self, ratio: float) -> str:
        """Meets, misses or defect."""
        sign = -1 if self.faster else 1
        if sign * ratio <= sign * self.limit:
            return MEETS
        return MISSES if sign * ratio <= sign * self.defect else DEFECT

    def __str__(self) -> str:
        return f"{'≥' if self.faster else '≤'} {self.limit:g} ×"


@dataclass(frozen=True, slots=True)
class Row:
    """Ours beside theirs, in microseconds a `unit`; without `theirs`, a part of the row above.

    `clock`: "cpu" for CPU time, "wall" for what passed, where a database does most of the work.
    """

    name: str
    unit: str
    ours: Figure
    beside: str = ""
    theirs: Figure | None = None
    goal: Goal | None = None
    clock: str = "cpu"

    @property
    def ratio(self) -> float | None:
        """Ours to theirs, the least of each; None where nothing is beside."""
        if self.theirs is None:
            return None
        goal = self.goal or Goal(0, 0)
        return goal.ratio(getattr(self.ours, self.clock), getattr(self.theirs, self.clock))

    @property
    def verdict(self) -> str:
        """How the ratio stands against the goal; empty without a goal."""
        ratio = self.ratio
        return "" if ratio is None or self.goal is None else self.goal.verdict(ratio)

    def __str__(self) -> str:
        theirs = f"{self.beside} {_figure(self.theirs, self.clock)}" if self.theirs else ""
        ratio = "" if self.ratio is None else f"{self.ratio:.2f} ×"
        ours = _figure(self.ours, self.clock)
        return _line(self.name, ours, theirs, ratio, str(self.goal or ""), self.verdict)

    def as_json(self) -> dict[str, Any]:
        """All figures, for programs."""
        facts = asdict(self) | {"ratio": self.ratio, "verdict": self.verdict}
        median = f"{self.clock}_median"
        medians = self.theirs and getattr(self.ours, median) / getattr(self.theirs, median)
        return facts | {"median_ratio": medians}


@dataclass(frozen=True, slots=True)
class Count:
    """SQL statements of an entry at the first and at the last card of a hand, or of two pages;
    `where`: what these two are called."""

    name: str
    first: int
    last: int
    most: int
    where: tuple[str, str] = ("play 1", "the last play")

    @property
    def verdict(self) -> str:
        """Meets where both are few and the same; a number that grows with the hand is a defect."""
        if self.first != self.last:
            return DEFECT
        return MEETS if self.last <= self.most else MISSES

    def __str__(self) -> str:
        return _line(
            self.name,
            f"{self.first} at {self.where[0]}",
            f"{self.last} at {self.where[1]}",
            "",
            f"≤ {self.most}",
            self.verdict,
        )

    def as_json(self) -> dict[str, Any]:
        """The counts, for programs."""
        return asdict(self) | {"verdict": self.verdict}


@dataclass(frozen=True, slots=True)
class Amount:
    """MiB that something large takes at most, beside something small; it may take `most` more."""

    name: str
    large: float
    small: float
    most: float
    where: tuple[str, str]

    @property
    def verdict(self) -> str:
        """Meets up to so much more, a defect from twice of it on."""
        return Goal(self.most, 2 * self.most).verdict(self.large - self.small)

    def __str__(self) -> str:
        return _line(
            self.name,
            f"{self.large:.1f} MiB {self.where[0]}",
            f"{self.small:.1f} {self.where[1]}",
            f"+{self.large - self.small:.1f}",
            f"≤ {self.most:g} MiB",
            self.verdict,
        )

    def as_json(self) -> dict[str, Any]:
        """The amounts, for programs."""
        return asdict(self) | {"verdict": self.verdict}


@dataclass(frozen=True, slots=True)
class Late:
    """How long people waited, in milliseconds: the median and 95 % of `times`, each with the most
    that it should be; beside those of another way. No wait is a defect: a busy machine makes it."""

    name: str
    times: list[float]
    median: float
    nearly_all: float
    beside: list[float] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """Meets where both do."""
        middle, nearly = _waits(self.times)
        return MEETS if middle <= self.median and nearly <= self.nearly_all else MISSES

    def __str__(self) -> str:
        middle, nearly = _waits(self.times)
        beside = ratio = ""
        if self.beside:
            slow, slowest = _waits(self.beside)
            beside, ratio = f"without {slow:.0f}, {slowest:.0f}", f"{middle / slow:.2f} ×"
        goal = f"≤ {self.median:g}, {self.nearly_all:g}"
        ours = f"{middle:.0f}, {nearly:.0f} ms"
        return _line(self.name, ours, beside, ratio, goal, f" {self.verdict}")

    def as_json(self) -> dict[str, Any]:
        """All times, for programs."""
        return asdict(self) | {"verdict": self.verdict}


def _waits(times: list[float]) -> tuple[float, float]:
    """The median, and what 95 % do not exceed."""
    return quantile(times, 0.5), quantile(times, 0.95)


def quantile(times: list[float], share: float) -> float:
    """The least of `times` that this share of them does not exceed."""
    return sorted(times)[max(0, ceil(share * len(times)) - 1)]


@dataclass(frozen=True, slots=True)
class Spent:
    """What something takes, in `unit`, beside what it is compared with; it has no goal."""

    name: str
    ours: float
    theirs: float
    unit: str
    beside: str
    verdict: str = ""

    def __str__(self) -> str:
        ratio = f"{self.ours / self.theirs:.2f} ×" if self.theirs else ""
        ours = f"{_short(self.ours)} {self.unit}"
        return _line(self.name, ours, f"{self.beside} {_short(self.theirs)}", ratio, "", "")

    def as_json(self) -> dict[str, Any]:
        """The figures, for programs."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """What could not be measured, and why."""

    name: str
    why: str
    verdict: str = UNMEASURED

    def __str__(self) -> str:
        return f"  {self.name:<{NAME}}not measured: {self.why}"

    def as_json(self) -> dict[str, Any]:
        """The reason, for programs."""
        return asdict(self)


Result = Row | Count | Amount | Late | Spent | Unmeasured


def heading(title: str) -> str:
    """The line above the results of one group."""
    columns = ("ours", "beside", "ratio", "goal", "")
    return f"\n{_line(title, *columns)[2:]}"


def write(path: Path, results: dict[str, list[Result]]) -> None:
    """Write all figures into a file, by group."""
    found = {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": os.getloadavg(),
        "groups": {name: [one.as_json() for one in rows] for name, rows in results.items()},
    }
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")


def _figure(figure: Figure, clock: str) -> str:
    """The least time and the median."""
    least, median = getattr(figure, clock), getattr(figure, f"{clock}_median")
    return f"{_short(least)} ({_short(median)})"


def _short(number: float) -> str:
    return f"{number:.2f}" if number < 10 else f"{number:.1f}" if number < 100 else f"{number:.0f}"


def _line(name: str, ours: str, theirs: str, ratio: str, goal: str, verdict: str) -> str:
    cells = f"{ours:>{COLUMN}}  {theirs:>{BESIDE}}{ratio:>9}  {goal:<9}{verdict}"
    return f"  {name:<{NAME}}{cells}".rstrip()
