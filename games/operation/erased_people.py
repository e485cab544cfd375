"""People erased from the site are erased from a restored backup, too.

The list of erasures is kept with the backups, as ids: each backup adds what is new to it. A
restore goes through it in the copy that is to take the place of the database, before it does.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path

from django.core.management import call_command

from games.models import Player
from games.models.querysets import in_pieces
from games.operation.backups import UNFINISHED, CannotCopy
from games.operation.inventory import Inventory
from games.operation.proving import manage
from games.transfer.folder import store, sync_folder

LIST = "erasures.ndjson"
# The command that prints the list, and with --apply makes the erasures of a list again.
COMMAND = "erasures"
TABLE = "games_erasure"


def erased_now(inventory: Inventory) -> list[str]:
    """Return the lines of those who were erased from the database that `inventory` is of."""
    if TABLE not in inventory["rows"]:
        return []
    printed = io.StringIO()
    call_command(COMMAND, stdout=printed)
    return printed.getvalue().splitlines()


def lines_in(folder: Path) -> list[str]:
    """Return the list next to the backups; empty before the first erasure."""
    path = folder / LIST
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


def remember_erasures(folder: Path, lines: Iterable[str]) -> None:
    """Add to the list in `folder` what is new. A line once written stays."""
    before = lines_in(folder)
    every = list(dict.fromkeys([*before, *lines]))
    if every != before:
        store(folder / LIST, "".join(f"{line}\n" for line in every).encode())
        sync_folder(folder)


def erase_again(url: str, lines: Iterable[str], room: Path) -> None:
    """Make erasures again in the database at `url`, which has the tables of today.

    `room` is for temporary files. Raises CannotCopy.
    """
    path = room / f"{UNFINISHED}{LIST}"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    try:
        if manage(url, COMMAND, "--apply", str(path), "--skip-checks").returncode:
            raise CannotCopy(
                "Somebody who was erased cannot be erased again from the copy; the lines above say "
                "why."
            )
    finally:
        path.unlink()


def there_again(folder: Path) -> str:
    """Return a sentence about erased people who have a name in the site's database again.

    Erased by the list in `folder`. Returns "" where there are none. Raises OSError.
    """
    erased = {(line["club"], line["player"]) for line in map(json.loads, lines_in(folder))}
    named = Player.every.filter(erased_at=None).values_list("club__public_id", "public_id")
    ids = sorted(player for _club, player in erased if player)
    again = {
        one for some in in_pieces(ids) for one in named.filter(public_id__in=some) if one in erased
    }
    if not again:
        return ""
    return (
        f"{len(again)} of those who were erased are there again. Erase them: "
        f"manage.py {COMMAND} --apply {folder / LIST}"
    )
