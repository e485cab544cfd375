"""Faults made on purpose, and what came of them: `make faults`.

    --only NAME    a kind of fault, or several
    --n N          how many of each, instead of a few
    --hours H      go on for so long, each kind in turn up to the goal of a night
    --seed SEED    chooses hands, moments and what is hit; printed, so that a run can be repeated

Ends with 1 where anything acknowledged was lost, or a control was not caught. Ctrl-C ends it after
cleaning up, with what was reached by then.
"""

from __future__ import annotations

import argparse
import json
import secrets
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.__main__ import keep_compiled
from tests.campaigns.begin import machine, options
from tests.campaigns.faults.campaign import NotTried, Reached, Setting
from tests.campaigns.faults.kinds import KINDS, Kind
from tests.campaigns.figures import markdown
from tests.campaigns.programs import NotUp

CAUGHT, MISSED = "control caught", "CONTROL NOT CAUGHT"
MOST_SHOWN = 5  # of what was lost in one kind
HEADS = "fault | -tried | -acknowledged | -settled by their key | -lost or wrong | notes"


def main() -> int:
    """Do what was asked for and print the table. Returns the exit code."""
    asked = options(
        "make faults", __doc__, only=list(KINDS), n=int, hours=float, seed=secrets.token_hex(3)
    )
    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, signal.default_int_handler)
    _say(f"seed {asked.seed}, {machine()}")
    run = Run(asked.seed)
    try:
        keep_compiled()
        run.make(asked)
    except KeyboardInterrupt:
        _say("interrupted: what was reached by then")
    print(run.table(), flush=True)
    if asked.json:
        reached = {name: asdict(one) for name, one in run.reached.items()}
        facts = {"seed": asked.seed, "machine": machine(), "reached": reached}
        asked.json.write_text(json.dumps(facts | {"controls": run.controls}, indent=1))
    lost = any(one.lost for one in run.reached.values())
    return 1 if lost or not all(run.controls.values()) else 0


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


class Run:
    """Batches of all kinds, and what they reached together."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.number = 0
        self.reached: dict[str, Reached] = {}
        self.controls: dict[str, bool] = {}

    def make(self, asked: argparse.Namespace) -> None:
        """Try every control first, then batches, each kind in turn."""
        chosen = {name: KINDS[name] for name in asked.only or KINDS}
        until = time.monotonic() + (asked.hours or 24 * 365) * 3600
        for name, kind in chosen.items():
            for control in kind.controls:
                self.control(name, kind, control)
        wanted = {
            name: asked.n or (kind.goal if asked.hours else kind.few)
            for name, kind in chosen.items()
        }
        for name, size in _in_turn(chosen, wanted):
            if time.monotonic() > until:
                break
            self.batch(name, chosen[name], size)

    def control(self, name: str, kind: Kind, control: str) -> None:
        """Try a build that is broken on purpose: it must be caught."""
        _say(f"{name}: control {control}")
        reached = self._try(kind, kind.controls[control], control)
        if reached.skipped:
            _say(f"{control} was not tried: {reached.skipped}")
            return
        self.controls[f"{name}: {control}"] = bool(reached.lost)
        _say(f"{CAUGHT}: {reached.lost[0][:200]}" if reached.lost else f"{MISSED}: {control}")

    def batch(self, name: str, kind: Kind, size: int) -> None:
        """Try one batch, on a database of its own."""
        _say(f"{name}: {size} more")
        reached = self._try(kind, size, "")
        self.reached[name] = self.reached.get(name, Reached()) + reached
        figures = f"{reached.tried} tried, {reached.acknowledged} acknowledged"
        _say(f"{name}: {reached.skipped or figures}, {len(reached.lost)} lost or wrong")
        for line in reached.lost[:MOST_SHOWN]:
            _say(f"LOST: {line[:500]}")

    def _try(self, kind: Kind, size: int, broken: str) -> Reached:
        self.number += 1
        with TemporaryDirectory(prefix="clubtarot-faults-", ignore_cleanup_errors=True) as folder:
            setting = Setting(Path(folder), f"{self.seed} {self.number}", broken)
            try:
                return kind.batch(setting, size)
            except (FileNotFoundError, NotTried) as missing:
                return Reached(skipped=str(missing))
            except TimeoutError as stuck:
                return Reached(lost=[str(stuck)])
            except NotUp as error:  # that says nothing about a control
                return Reached(skipped=str(error)) if broken else Reached(lost=[str(error)])

    def table(self) -> str:
        """Return all of it as a table for a README."""
        rows = [
            (KINDS[name].title, one.tried, one.acknowledged, one.settled_by_key, len(one.lost),
             (one.skipped and f"skipped: {one.skipped}") or "; ".join(one.notes))
            for name, one in self.reached.items()
        ]  # fmt: skip
        controls = [
            (name, "", "", "", CAUGHT if caught else MISSED, "")
            for name, caught in self.controls.items()
        ]
        return markdown(HEADS, [*rows, *controls])


def _in_turn(kinds: dict[str, Kind], wanted: dict[str, int]) -> Iterator[tuple[str, int]]:
    """Yield one batch of each kind after the other, until each has what is wanted."""
    left = dict(wanted)
    while any(left.values()):
        for name, kind in kinds.items():
            size = min(kind.size, left[name])
            if size:
                left[name] -= size
                yield name, size


if __name__ == "__main__":
    sys.exit(main())
