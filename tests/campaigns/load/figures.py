"""What was measured under load, beside what it should be, as lines and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tests.campaigns.bench.report import quantile
from tests.campaigns.load.recorders import Waits

SHARES = (0.5, 0.95, 0.99)
# Milliseconds that 50, 95 and 99 % should wait at most; None: not judged.
ENTRY_GOAL = (30.0, 100.0, 250.0)
TOGETHER_GOAL = (None, 1000.0, None)


@dataclass(frozen=True, slots=True)
class Wait:
    """How long people waited for something: how many of them, and the milliseconds that 50, 95 and
    99 % do not exceed, with the most that they should be."""

    what: str
    number: int
    shares: tuple[float, ...]
    most: tuple[float | None, ...]

    @property
    def meets(self) -> bool:
        """Whether none waits longer than it should."""
        found = zip(self.shares, self.most, strict=True)
        return all(most is None or one <= most for one, most in found)

    def __str__(self) -> str:
        cells = "".join(f"{one:>9.0f}" for one in self.shares)
        judged = any(most is not None for most in self.most)
        goals = ", ".join("–" if most is None else f"{most:g}" for most in self.most)
        verdict = f"   ≤ {goals}  {'meets' if self.meets else 'misses'}" if judged else ""
        return f"  {self.what:<28}{self.number:>8}{cells}{verdict}"


HEADING = f"  {'milliseconds':<28}{'number':>8}{'50 %':>9}{'95 %':>9}{'99 %':>9}"


def waits_in(waits: Waits, goals: Mapping[str, tuple[float | None, ...]]) -> list[Wait]:
    """A row for everything that was waited for; `goals` by how its name begins."""
    none = (None,) * len(SHARES)
    return [
        Wait(
            what,
            len(times),
            tuple(quantile(times, share) for share in SHARES),
            next((most for begin, most in goals.items() if what.startswith(begin)), none),
        )
        for what, times in sorted(waits.times.items())
    ]


@dataclass(frozen=True, slots=True)
class Cost:
    """What the site and its database took while so many entries were recorded in so many seconds:
    milliseconds of CPU, MiB at the end; `busy`: cores of the whole machine that were in use."""

    entries: int
    seconds: float
    site: float
    database: float
    memory: float
    busy: float

    def __str__(self) -> str:
        site, database = (used / max(1, self.entries) for used in (self.site, self.database))
        return (
            f"  {self.entries / self.seconds:.1f} entries a second; CPU of all that goes on, "
            f"for an entry: site {site:.1f} ms, database {database:.1f} ms; "
            f"site {self.memory:.0f} MiB; {self.busy:.2f} cores of the machine in use"
        )


def as_json(title: str, waits: list[Wait], cost: Cost | None, wrong: list[str]) -> dict[str, Any]:
    """All figures of one measurement, for programs."""
    return {
        "title": title,
        "waits": [asdict(one) | {"meets": one.meets} for one in waits],
        "cost": asdict(cost) if cost else None,
        "errors": len(wrong),
    }
