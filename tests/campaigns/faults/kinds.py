"""All kinds of faults by name, with how many of each are tried in minutes and in a night."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.campaigns.faults import (
    clock,
    commands,
    cut_line,
    damage,
    kills,
    outages,
    power,
    racing,
    tampering,
)
from tests.campaigns.faults.campaign import Reached, Setting, on_postgres, on_sqlite

on_small_server = partial(on_postgres, disk=outages.small_disk, **power.SMALL)


@dataclass(frozen=True)
class Kind:
    """One kind of fault. `do` meets some, in a campaign that runs at a place, or where there is
    no `place` in a setting. `few`: how many in a run of minutes; `goal`: how many in a night;
    `size`: how many in one batch, which has a database of its own; `controls`: builds that it must
    catch, each with how many are tried for that."""

    title: str
    place: Callable[[Setting], Any] | None
    do: Callable[[Any, int], Reached]
    few: int
    goal: int
    size: int
    controls: Mapping[str, int] = field(default_factory=dict)

    def batch(self, setting: Setting, amount: int) -> Reached:
        """Meet that many. Raises NotTried, TimeoutError and NotUp."""
        if self.place is None:
            return self.do(setting, amount)
        with self.place(setting) as running:
            return self.do(running, amount)


BROKEN_ENTRIES = {"acknowledges-early": 6, "forgets-entries": 2, "writes-anyway": 2}
BROKEN_ENTRIES |= {"breaks-the-chain": 6}
ROWS = "rows changed by SQL"
PAIRS = "pairs of entries for one number"
SYNCS_NOTHING, WRITES_ANYWAY = {"syncs-nothing": 1}, {"writes-anyway": 1}
MISTAKES, BELIEVES = {"mistakes-outages": 1}, {"believes-the-clock": 2}
JUMPS = len(clock.JUMPS)

KINDS = {
    "kills": Kind("SIGKILL of the site, SQLite",
        on_sqlite, kills.kill_site, 12, 500, 50, BROKEN_ENTRIES),
    "kills-postgres": Kind("SIGKILL of the site, PostgreSQL",
        on_postgres, kills.kill_site, 6, 200, 50),
    "kills-of-postgres": Kind("SIGKILL of PostgreSQL: backend, all of it, with the site",
        on_postgres, kills.kill_database, 3, 50, 10),
    "stops": Kind("SIGTERM of the site, SQLite", on_sqlite, kills.end_site, 1, 50, 10),
    "commands": Kind("SIGKILL of rebuild and backup, SQLite",
        on_sqlite, commands.kill_commands, 4, 60, 20),
    "imports": Kind("SIGKILL of import_records, SQLite",
        on_sqlite, commands.kill_imports, 3, 60, 10),
    "clock": Kind("jumps of the site's clock, SQLite",
        clock.on_sqlite, clock.jump, JUMPS, 20 * JUMPS, 2 * JUMPS, BELIEVES),
    "damage": Kind("bytes of the SQLite file overwritten while it is served",
        None, damage.damage, 3, 60, 12, {"mistakes-outages": 3}),
    "line": Kind("a tablet's line cut for ten minutes of entries",
        None, cut_line.cut_line, 1, 3, 3),
    "power-cuts": Kind("power cut, image of the disk, SQLite",
        partial(on_sqlite, disk=power.disk), power.cut, 3, 100, 25, SYNCS_NOTHING),
    "power-cuts-postgres": Kind("power cut, image of the disk, PostgreSQL",
        power.on_lazy_server, power.cut, 2, 100, 25, SYNCS_NOTHING),
    "full-disk": Kind("disk full, SQLite on a small disk",
        partial(on_sqlite, disk=outages.small_disk), outages.fill_disk, 1, 20, 5, MISTAKES),
    "full-disk-postgres": Kind("disk full, PostgreSQL on a small disk",
        on_small_server, outages.fill_disk, 1, 20, 5),
    "quota": Kind("no file may grow (RLIMIT_FSIZE), SQLite",
        on_sqlite, outages.limit_file, 1, 20, 5),
    "stopped": Kind("PostgreSQL stopped", on_postgres, outages.stop_database, 1, 50, 10),
    "hung": Kind("PostgreSQL hung (SIGSTOP)", on_postgres, outages.hang_database, 1, 20, 5),
    "locked": Kind("SQLite file locked", on_sqlite, outages.lock_file, 1, 20, 5),
    "races": Kind(f"{PAIRS}, SQLite", on_sqlite, racing.race, 40, 1_000, 200, WRITES_ANYWAY),
    "races-postgres": Kind(f"{PAIRS}, PostgreSQL", on_postgres, racing.race, 40, 1_000, 200),
    "tampering": Kind(f"{ROWS}, SQLite", None, tampering.on_sqlite, 240, 1_000, 1_000),
    "tampering-postgres": Kind(f"{ROWS}, PostgreSQL",
        None, tampering.on_postgres, 240, 1_000, 1_000),
}  # fmt: skip
