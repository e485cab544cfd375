"""Faults made on purpose, and what came of them: `make faults`.

    --only NAME    a kind of fault, or several
    --n N          how many of each, instead of a few
    --hours H      go on for so long, each kind in turn up to the goal of a night
    --seed SEED    chooses hands, moments and what is hit; printed, so that a run can be repeated
    --json FILE    write the table there as well

Ends with 1 where anything acknowledged was lost, or a control was not caught. Ctrl-C ends it after
cleaning up, with what was reached by then.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import secrets
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.__main__ import compiled_once
from tests.campaigns.faults.every_kind import KINDS
from tests.campaigns.faults.kinds import Kind, Reached, Setting
from tests.campaigns.faults.sites import NotUp

CAUGHT, MISSED = "control caught", "CONTROL NOT CAUGHT"
MOST_SHOWN = 5  # of what was lost in one kind


def main() -> int:
    """Do what was asked for and print the table. Returns the exit code."""
    asked = _options()
    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, signal.default_int_handler)
    _say(f"seed {asked.seed}, {_machine()}")
    run = CampaignOfAll(asked.seed)
    try:
        with compiled_once():
            run.make(asked)
    except KeyboardInterrupt:
        _say("interrupted: what was reached by then")
    print(run.table(), flush=True)
    if asked.json:
        asked.json.write_text(run.as_json())
    return run.status


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", choices=list(KINDS), help="a kind of fault")
    parser.add_argument("--n", type=int, help="how many of each")
    parser.add_argument("--hours", type=float, help="go on for so long")
    parser.add_argument("--seed", default=secrets.token_hex(3), help="chooses everything")
    parser.add_argument("--json", type=Path, help="a file for the table")
    return parser.parse_args()


def _machine() -> str:
    where = f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    return f"{where}, Python {platform.python_version()}, {'not ' if os.geteuid() else ''}root"


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


class CampaignOfAll:
    """Batches of all kinds, and what they reached together."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.number = 0
        self.reached: dict[str, Reached] = {}
        self.controls: dict[str, bool] = {}

    def make(self, asked: argparse.Namespace) -> None:
        """First every control, then batches, each kind in turn."""
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
        """A build that is broken on purpose must be caught."""
        _say(f"{name}: control {control}")
        reached = self._try(kind, kind.controls[control], control)
        if reached.skipped:
            _say(f"{control} was not tried: {reached.skipped}")
            return
        self.controls[f"{name}: {control}"] = bool(reached.lost)
        _say(f"{CAUGHT}: {reached.lost[0][:200]}" if reached.lost else f"{MISSED}: {control}")

    def batch(self, name: str, kind: Kind, size: int) -> None:
        """One batch, on a database of its own."""
        _say(f"{name}: {size} more")
        so_far = self.reached.setdefault(name, Reached())
        reached = self._try(kind, size, "")
        self.reached[name] = so_far + reached
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
            except FileNotFoundError as missing:
                return Reached(skipped=str(missing))
            except TimeoutError as stuck:
                return Reached(lost=[str(stuck)])
            except NotUp as error:
                if broken:  # that says nothing about the control
                    return Reached(skipped=str(error))
                return Reached(lost=[str(error)])

    @property
    def status(self) -> int:
        """The exit code."""
        lost = any(one.lost for one in self.reached.values())
        return 1 if lost or not all(self.controls.values()) else 0

    def table(self) -> str:
        """All of it as a table for a README."""
        lines = ["| fault | tried | acknowledged | settled by their key | lost or wrong | notes |"]
        lines.append("|---|--:|--:|--:|--:|---|")
        for name, one in self.reached.items():
            notes = (one.skipped and f"skipped: {one.skipped}") or "; ".join(one.notes)
            figures = f"{one.tried} | {one.acknowledged} | {one.settled_by_key} | {len(one.lost)}"
            lines.append(f"| {KINDS[name].title} | {figures} | {notes} |")
        lines += [
            f"| {name} | | | | {CAUGHT if caught else MISSED} | |"
            for name, caught in self.controls.items()
        ]
        return "\n".join(lines)

    def as_json(self) -> str:
        """The same for a program."""
        reached = {name: vars(one) for name, one in self.reached.items()}
        where = {"seed": self.seed, "machine": _machine()}
        return json.dumps(where | {"reached": reached, "controls": self.controls}, indent=1)


def _in_turn(kinds: dict[str, Kind], wanted: dict[str, int]) -> Iterator[tuple[str, int]]:
    """One batch of each kind after the other, until each has what is wanted."""
    left = dict(wanted)
    while any(left.values()):
        for name, kind in kinds.items():
            size = min(kind.size, left[name])
            if size:
                left[name] -= size
                yield name, size


if __name__ == "__main__":
    sys.exit(main())
