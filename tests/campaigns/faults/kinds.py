"""All kinds of faults by name, with how many of each are tried in minutes and in a night."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.campaigns.cluster import failovers
from tests.campaigns.faults import breaking, clock, commands, damage, power
from tests.campaigns.faults.campaign import Reached, Setting, on_postgres, on_sqlite

on_small_disk = partial(on_sqlite, disk=breaking.small_disk)
on_small_server = partial(on_postgres, disk=breaking.small_disk, **power.SMALL)


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
SYNCS_NOTHING, MISTAKES, BELIEVES = (
    {"syncs-nothing": 1}, {"mistakes-outages": 1}, {"believes-the-clock": 2},
)  # fmt: skip

KINDS = {
    "kills": Kind("SIGKILL of the site, SQLite",
        on_sqlite, breaking.kill_site, 12, 500, 50, BROKEN_ENTRIES),
    "kills-postgres": Kind("SIGKILL of the site, PostgreSQL",
        on_postgres, breaking.kill_site, 6, 200, 50),
    "kills-of-postgres": Kind("SIGKILL of PostgreSQL: backend, all of it, with the site",
        on_postgres, breaking.kill_database, 3, 50, 10),
    "stops": Kind("SIGTERM of the site, SQLite", on_sqlite, breaking.end_site, 1, 50, 10),
    "commands": Kind("SIGKILL of rebuild and backup, SQLite",
        on_sqlite, commands.kill_commands, 4, 60, 20),
    "imports": Kind("SIGKILL of import_records, SQLite",
        on_sqlite, commands.kill_imports, 3, 60, 10),
    "clock": Kind("jumps of the site's clock, SQLite",
        clock.on_sqlite, clock.jump, clock.NUMBER, 20 * clock.NUMBER, 2 * clock.NUMBER, BELIEVES),
    "damage": Kind("bytes of the SQLite file overwritten while it is served",
        None, damage.damage, 3, 60, 12, {"mistakes-outages": 3}),
    "power-cuts": Kind("power cut, image of the disk, SQLite",
        partial(on_sqlite, disk=power.disk), power.cut, 3, 100, 25, SYNCS_NOTHING),
    "power-cuts-postgres": Kind("power cut, image of the disk, PostgreSQL",
        power.on_lazy_server, power.cut, 2, 100, 25, SYNCS_NOTHING),
    "full-disk": Kind("disk full, SQLite on a small disk",
        on_small_disk, breaking.fill_disk, 1, 20, 5, MISTAKES),
    "full-disk-postgres": Kind("disk full, PostgreSQL on a small disk",
        on_small_server, breaking.fill_disk, 1, 20, 5),
    "quota": Kind("no file may grow (RLIMIT_FSIZE), SQLite",
        on_sqlite, breaking.limit_file, 1, 20, 5),
    "stopped": Kind("PostgreSQL stopped", on_postgres, breaking.stop_database, 1, 50, 10),
    "hung": Kind("PostgreSQL hung (SIGSTOP)", on_postgres, breaking.hang_database, 1, 20, 5),
    "locked": Kind("SQLite file locked", on_sqlite, breaking.lock_file, 1, 20, 5),
    "failovers": Kind("the leader of a cluster ended",
        failovers.on_cluster, failovers.fail_over, 3, 20, 20, {failovers.WAITS_FOR_NOBODY: 1}),
}  # fmt: skip
