"""What every kind of fault has in common: where it happens, and what it reached."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.campaigns.faults.campaign import Campaign
from tests.campaigns.faults.checker import OUTAGE
from tests.campaigns.faults.journal import read_journal, statuses


@dataclass
class Reached:
    """How often something was tried, and what came of it: `lost` are sentences, and any of them is
    a failure; `skipped` says why it was not tried at all."""

    tried: int = 0
    acknowledged: int = 0
    settled_by_key: int = 0  # after an answer that was lost
    lost: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    skipped: str = ""

    def __add__(self, other: Reached) -> Reached:
        return Reached(
            self.tried + other.tried,
            self.acknowledged + other.acknowledged,
            self.settled_by_key + other.settled_by_key,
            self.lost + other.lost,
            list(dict.fromkeys(self.notes + other.notes)),
            self.skipped or other.skipped,
        )


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a batch of faults happens: an empty `folder`, the `seed` that chooses everything, and
    the name of the control that the site is broken by, if any."""

    folder: Path
    seed: str
    broken: str = ""

    @property
    def chance(self) -> random.Random:
        """Chooses the same for the same seed."""
        return random.Random(self.seed)


Batch = Callable[[Setting, int], Reached]


class Kind(NamedTuple):
    """One kind of fault. `few`: how many in a run of minutes; `goal`: how many in a night; `size`:
    how many in one batch, which has a database of its own; `controls`: what must be caught by it,
    each with how many are tried for that."""

    title: str
    batch: Batch
    few: int
    goal: int
    size: int
    controls: Mapping[str, int] = {}


def judged(running: Campaign, tried: int, database: str = "", club: str = "") -> Reached:
    """End a campaign, and say what the checker says: of answers only 503 may be an error."""
    running.rest()
    judgement = running.judge(database, club)
    lost = [*judgement.faults, *answered_wrongly(running)]
    return Reached(tried, judgement.total, judgement.settled_by_key, lost)


def answered_wrongly(running: Campaign) -> list[str]:
    """What no fault excuses: an answer that is an error and no 503, a traceback in the log."""
    counts = statuses(read_journal(running.journal.path))
    wrong = [
        f"{count} answers were {status}"
        for status, count in sorted(counts.items())
        if status >= 500 and status != OUTAGE
    ]
    if traces := running.site.traces():
        wrong.append(f"{traces} tracebacks in the log")
    return wrong
