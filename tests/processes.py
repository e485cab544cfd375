"""Processes as the kernel knows them (Linux): who has started whom, what they have used."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")  # of the kernel's clock in a second


def cpu(processes: Iterable[int]) -> float:
    """Milliseconds of CPU that these processes and their children, living and dead, have taken."""
    return sum(map(_ticks, family(processes))) * 1000 / TICKS


def memory(processes: Iterable[int]) -> float:
    """MiB that these processes and their children have now, pages that they share counted once."""
    return sum(map(_kib, family(processes))) / 1024


def family(processes: Iterable[int]) -> list[int]:
    """These processes and their living children."""
    found = []
    for process in processes:
        found += [process, *family(children_of(process))]
    return found


def children_of(process: int) -> list[int]:
    """The living children of a process; of one that has ended, none."""
    return [int(child) for child in _text(process, f"task/{process}/children").split()]


def is_running(process: int) -> bool:
    """Whether a process is there and has not ended, also where nobody has waited for it yet."""
    return _text(process, "stat").rpartition(")")[2].split()[:1] not in ([], ["Z"])


def send_signal(process: int, kind: signal.Signals) -> None:
    """Send a signal to a process of ours, which may have ended by itself."""
    with suppress(ProcessLookupError):
        os.kill(process, kind)


def _ticks(process: int) -> int:
    """User and system time of a process and of the children that it has waited for."""
    fields = _text(process, "stat").rpartition(")")[2].split()
    return sum(map(int, fields[11:15]))


def _kib(process: int) -> int:
    lines = _text(process, "smaps_rollup").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _text(process: int | str, name: str) -> str:
    """What the kernel says of a process; nothing of one that has ended."""
    try:
        return Path(f"/proc/{process}/{name}").read_text()
    except OSError:
        return ""
