"""Which backups of a folder stay when a new one is made, and which ones go."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from games.operation.backups import NAMED, WRITTEN, Backup, backups_in, manifest_path
from games.operation.inventory import is_link

AHEAD = timedelta(hours=1)  # clocks differ a little


@dataclass(frozen=True, slots=True)
class Keep:
    """How many backups stay: the newest of that many days, weeks and months that have one."""

    days: int
    weeks: int
    months: int


def kept(backups: list[Backup], keep: Keep) -> list[Backup]:
    """Return those of `backups`, the newest first, that stay; the newest always does."""
    staying = {backup.file for backup in backups[:1]}
    for count, period in ((keep.days, "%Y-%m-%d"), (keep.weeks, "%G-%V"), (keep.months, "%Y-%m")):
        newest: dict[str, Path] = {}
        for backup in backups:
            newest.setdefault(backup.moment.astimezone(UTC).strftime(period), backup.file)
        staying.update(list(newest.values())[:count])
    return [backup for backup in backups if backup.file in staying]


def rotate(folder: Path, keep: Keep, made: Backup, needed: Collection[Backup]) -> list[Path]:
    """Remove what need not stay in a folder next to the backup just `made`, and return it.

    That is older backups that are not `needed`, and what a kill has left of others: a copy without
    a manifest cannot be restored, and has everybody's names in it.

    Of the backups only those that were tried as that one was: a quick one never replaces a better
    one.
    """
    backups = backups_in(folder)
    alike = [one for one in backups if kind_of(one) == kind_of(made)]
    staying = {backup.file for backup in (*kept(alike, keep), *needed, made)}
    going = [backup.file for backup in alike if backup.file not in staying]
    for file in going:
        file.unlink()
        manifest_path(file).unlink()
    whole = {path for one in backups_in(folder) for path in (one.file, manifest_path(one.file))}
    halves = [one for one in folder.iterdir() if NAMED.fullmatch(one.name) and one not in whole]
    for file in halves:
        file.unlink()
    return [*going, *halves]


def kind_of(backup: Backup) -> tuple[str, bool]:
    """Return what backups that replace each other share: database, and whether they were tried."""
    manifest = backup.manifest
    return manifest.database, manifest.checked == WRITTEN


def not_contained(made: Backup) -> list[Backup]:
    """Return the backups of a folder with something that the one just `made` lacks.

    That is a club, or sealed hands that are not in the chain of that club. All are of the same kind
    of database.
    """
    return [
        one
        for one in backups_in(made.folder)
        if one.file != made.file
        and one.manifest.database == made.manifest.database
        and (made.lacks(one) or not _is_in_chains(one))
    ]


def _is_in_chains(backup: Backup) -> bool:
    """Return whether each head of a backup is a link of its chain in the site's database."""
    chains = backup.manifest.inventory.get("chains", {})
    return all(
        is_link(club, chain["seals"], chain["head"])
        for club, chain in chains.items()
        if chain["seals"]
    )


def ahead_of(backup: Backup, now: datetime) -> bool:
    """Return whether a backup claims to be from the future."""
    return backup.moment - now > AHEAD
