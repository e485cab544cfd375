"""All kinds of faults by name, with how many of each are tried in minutes and in a night."""

from tests.campaigns.faults import (
    clock,
    cut_commands,
    cut_imports,
    cut_line,
    damage,
    kills,
    power,
    racing,
    shortages,
    tampering,
)
from tests.campaigns.faults.kinds import Kind

KINDS = {
    "kills": Kind(
        "SIGKILL of the site, SQLite",
        kills.kill_site_on_sqlite,
        few=12,
        goal=500,
        size=50,
        controls={
            "acknowledges-early": 6,
            "forgets-entries": 2,
            "writes-anyway": 2,
            "breaks-the-chain": 6,
        },
    ),
    "kills-postgres": Kind(
        "SIGKILL of the site, PostgreSQL", kills.kill_site_on_postgres, few=6, goal=200, size=50
    ),
    "kills-of-postgres": Kind(
        "SIGKILL of PostgreSQL: backend, all of it, with the site",
        kills.kill_database,
        few=3,
        goal=50,
        size=10,
    ),
    "stops": Kind("SIGTERM of the site, SQLite", kills.end_site, few=1, goal=50, size=10),
    "commands": Kind(
        "SIGKILL of rebuild and backup, SQLite",
        cut_commands.kill_commands,
        few=4,
        goal=60,
        size=20,
    ),
    "imports": Kind(
        "SIGKILL of import_records, SQLite", cut_imports.kill_imports, few=3, goal=60, size=10
    ),
    "clock": Kind(
        "jumps of the site's clock, SQLite",
        clock.jump,
        few=len(clock.JUMPS),
        goal=20 * len(clock.JUMPS),
        size=2 * len(clock.JUMPS),
        controls={"believes-the-clock": 2},
    ),
    "damage": Kind(
        "bytes of the SQLite file overwritten while it is served",
        damage.damage,
        few=3,
        goal=60,
        size=12,
        controls={"mistakes-outages": 3},
    ),
    "line": Kind(
        "a tablet's line cut for ten minutes of entries", cut_line.cut_line, few=1, goal=3, size=3
    ),
    "power-cuts": Kind(
        "power cut, image of the disk, SQLite",
        power.cut_sqlite,
        few=3,
        goal=100,
        size=25,
        controls={"syncs-nothing": 1},
    ),
    "power-cuts-postgres": Kind(
        "power cut, image of the disk, PostgreSQL",
        power.cut_postgres,
        few=2,
        goal=100,
        size=25,
        controls={"syncs-nothing": 1},
    ),
    "full-disk": Kind(
        "disk full, SQLite on a small disk",
        shortages.fill_disk_of_file,
        few=1,
        goal=20,
        size=5,
        controls={"mistakes-outages": 1},
    ),
    "full-disk-postgres": Kind(
        "disk full, PostgreSQL on a small disk",
        shortages.fill_disk_of_server,
        few=1,
        goal=20,
        size=5,
    ),
    "quota": Kind(
        "no file may grow (RLIMIT_FSIZE), SQLite", shortages.limit_file, few=1, goal=20, size=5
    ),
    "stopped": Kind("PostgreSQL stopped", shortages.stop_database, few=1, goal=50, size=10),
    "hung": Kind("PostgreSQL hung (SIGSTOP)", shortages.hang_database, few=1, goal=20, size=5),
    "locked": Kind("SQLite file locked", shortages.lock_file, few=1, goal=20, size=5),
    "races": Kind(
        "pairs of entries for one number, SQLite",
        racing.race_on_sqlite,
        few=40,
        goal=1_000,
        size=200,
        controls={"writes-anyway": 1},
    ),
    "races-postgres": Kind(
        "pairs of entries for one number, PostgreSQL",
        racing.race_on_postgres,
        few=40,
        goal=1_000,
        size=200,
    ),
    "tampering": Kind(
        "rows changed by SQL, SQLite", tampering.tamper_on_sqlite, few=240, goal=1_000, size=1_000
    ),
    "tampering-postgres": Kind(
        "rows changed by SQL, PostgreSQL",
        tampering.tamper_on_postgres,
        few=240,
        goal=1_000,
        size=1_000,
    ),
}
