"""Whoever was erased from the site is erased from a backup that is put back, too.

The list of erasures is kept beside the backups, as ids: each backup adds what is new to it. After
a restore it is gone through before the site is started.
"""

from __future__ import annotations

import io
from pathlib import Path

from django.core.management import CommandError, call_command, get_commands

from games.operation.backups import CannotCopy
from games.operation.inventory import Inventory
from games.transfer.folder import store, sync_folder

LIST = "erasures.ndjson"
# The command that prints the list, and with --apply makes the erasures of a list again.
COMMAND = "erasures"
TABLE = "games_erasure"


def remember_erasures(folder: Path, inventory: Inventory) -> None:
    """Add to the list in `folder` who was erased from the site's database, which holds what the
    `inventory` says. A line once written stays."""
    if TABLE not in inventory["rows"] or COMMAND not in get_commands():
        return
    printed = io.StringIO()
    call_command(COMMAND, stdout=printed)
    lines = dict.fromkeys([*lines_in(folder), *printed.getvalue().splitlines()])
    if lines:
        store(folder / LIST, "".join(f"{line}\n" for line in lines).encode())
        sync_folder(folder)


def lines_in(folder: Path) -> list[str]:
    """The list beside the backups; empty before the first erasure."""
    path = folder / LIST
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


def erase_again(folder: Path) -> int:
    """Make the erasures of the list in `folder` again, in a database that was just restored; how
    many there are. Raises CannotCopy where that fails: then the site must not be started."""
    count = len(lines_in(folder))
    if not count:
        return 0
    again = f"manage.py {COMMAND} --apply {folder / LIST}"
    if COMMAND not in get_commands():
        raise CannotCopy(
            "Restored, but this version cannot erase again who was erased since the backup. "
            f"Install a newer one and run {again} before anybody uses the site."
        )
    try:
        call_command("migrate", verbosity=0, without_backup=True)
        call_command(COMMAND, apply=folder / LIST)
    except CommandError as error:
        raise CannotCopy(
            f"Restored, but not everybody who was erased is erased again: {error} Do not start the "
            f"site before {again} has succeeded."
        ) from None
    return count
