"""One table of figures for all campaigns: its lines, their goals, and how they are printed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import ceil
from pathlib import Path
from typing import Any

from tests.campaigns.begin import machine
from tests.campaigns.timing import Figure

MEETS, MISSES, DEFECT, UNMEASURED = "meets", "misses", "defect", "not measured"
NAME, COLUMN, OTHER = 46, 16, 29
SHARES = (0.5, 0.95, 0.99)
Most = Sequence[float | None]  # milliseconds that 50, 95 and 99 % may wait; None: not judged


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table; `facts` are all its figures, for programs."""

    name: str
    ours: str = ""
    other: str = ""
    ratio: float | None = None
    goal: str = ""
    verdict: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f} ×"
        cells = f"{self.ours:>{COLUMN}}  {self.other:>{OTHER}}{ratio:>9}  {self.goal:<9} "
        return f"  {self.name:<{NAME}}{cells}{self.verdict}".rstrip()


@dataclass(frozen=True, slots=True)
class Goal:
    """A ratio meets up to `limit`, is a defect beyond `defect`; `faster`: times quicker."""

    limit: float
    defect: float
    faster: bool = False

    def ratio(self, ours: float, theirs: float) -> float:
        """Return the ratio that the goal speaks of."""
        return theirs / ours if self.faster else ours / theirs

    def verdict(self, ratio: float) -> str:
        """Return meets, misses or defect."""
        sign = -1 if self.faster else 1
        if sign * ratio <= sign * self.limit:
            return MEETS
        return MISSES if sign * ratio <= sign * self.defect else DEFECT

    def __str__(self) -> str:
        return f"{'≥' if self.faster else '≤'} {self.limit:g} ×"


def compared(
    name: str,
    ours: Figure,
    other: str = "",
    theirs: Figure | None = None,
    goal: Goal | None = None,
    clock: str = "cpu",
) -> Line:
    """Compare the least times of both, in microseconds; without `theirs` it is a part of the line
    above. `clock`: "cpu", or "wall" where a database does most of the work."""
    facts: dict[str, Any] = {"clock": clock, "ours": asdict(ours)}
    line = Line(name, _least_and_median(ours, clock), facts=facts)
    if theirs is None:
        return line
    least, median = (
        (goal or Goal(0, 0)).ratio(getattr(ours, which), getattr(theirs, which))
        for which in (clock, f"{clock}_median")
    )
    facts |= {"theirs": asdict(theirs), "median_ratio": median}
    told = f"{other} {_least_and_median(theirs, clock)}"
    verdict = goal.verdict(least) if goal else ""
    return Line(name, line.ours, told, least, str(goal or ""), verdict, facts)


def amount(name: str, large: float, small: float, most: float, where: tuple[str, str]) -> Line:
    """Compare the MiB of something large with those of something small: `most` more meets."""
    more = large - small
    ours, other = f"{large:.1f} MiB {where[0]}", f"{small:.1f} {where[1]}, +{more:.1f}"
    verdict = Goal(most, 2 * most).verdict(more)
    return Line(name, ours, other, None, f"≤ {most:g} MiB", verdict, {"MiB": [large, small]})


def waited(
    name: str, times: Sequence[float], most: Most = (), compared: Sequence[float] = ()
) -> Line:
    """Say how many milliseconds 50, 95 and 99 % wait, next to those of another way. No wait is a
    defect: a busy machine makes it."""
    shares, others = (
        [quantile(some, share) for share in SHARES if some] for some in (times, compared)
    )
    told = f"without {_listed(others)}" if others else f"{len(times)} times"
    ratio = shares[0] / others[0] if others else None
    judged = [one for one in most if one is not None]
    meets = all(limit is None or one <= limit for one, limit in zip(shares, most, strict=False))
    goal = f"≤ {', '.join('–' if one is None else f'{one:g}' for one in most)}" if judged else ""
    verdict = (MEETS if meets else MISSES) if judged else ""
    facts = {"number": len(times), "shares": shares, "most": list(most)}
    return Line(name, f"{_listed(shares)} ms", told, ratio, goal, verdict, facts)


def spent(name: str, ours: float, unit: str) -> Line:
    """Say what something takes; it has no goal."""
    return Line(name, f"{_short(ours)} {unit}", facts={"ours": ours, "unit": unit})


def unmeasured(name: str, why: str) -> Line:
    """Say that something could not be measured, and why."""
    return Line(name, UNMEASURED, verdict=why)


def quantile(times: Sequence[float], share: float) -> float:
    """Return the least of `times` that this share of them does not exceed."""
    return sorted(times)[max(0, ceil(share * len(times)) - 1)]


def heading(title: str) -> str:
    """Return the line above the lines of one group."""
    cells = f"{'ours':>{COLUMN}}  {'against':>{OTHER}}{'ratio':>9}  goal"
    return f"\n{title}\n  {'':<{NAME}}{cells}"


def shown(title: str, lines: Iterable[Line]) -> list[Line]:
    """Print a group as its lines come, and return them."""
    print(heading(title))
    kept = []
    for line in lines:
        print(line, flush=True)
        kept.append(line)
    return kept


def write(path: Path | None, groups: Mapping[str, Sequence[Line]]) -> None:
    """Write all figures into a file, by group, where one is given."""
    if path:
        found = {name: [asdict(line) for line in lines] for name, lines in groups.items()}
        text = json.dumps({"machine": machine(), "groups": found}, indent=1, ensure_ascii=False)
        path.write_text(text + "\n")


def markdown(heads: str, rows: Iterable[Sequence[object]]) -> str:
    """Return a table for a README; `heads` as in its first line, `-` before one of numbers."""
    names = heads.split(" | ")
    rule = "|".join("--:" if name.startswith("-") else "---" for name in names)
    lines = [f"| {' | '.join(name.lstrip('-') for name in names)} |", f"|{rule}|"]
    return "\n".join(lines + [f"| {' | '.join(map(str, row))} |" for row in rows])


def _least_and_median(figure: Figure, clock: str) -> str:
    least, median = getattr(figure, clock), getattr(figure, f"{clock}_median")
    return f"{_short(least)} ({_short(median)})"


def _listed(times: Sequence[float]) -> str:
    return ", ".join(f"{one:.0f}" for one in times)


def _short(number: float) -> str:
    return f"{number:.2f}" if number < 10 else f"{number:.1f}" if number < 100 else f"{number:.0f}"
