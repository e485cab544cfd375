"""What copying a database means, on SQLite or PostgreSQL: out to a file, and in again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from games.operation.inventory import Inventory

Report = Callable[[int, int], None]  # how much is done, of how much (0: nobody knows)


class Copies(Protocol):
    """What each of the two databases can do. Everything raises CannotCopy."""

    ending: str  # of the files
    unit: str  # in which progress is counted

    @property
    def size(self) -> int:
        """Return the bytes of a copy; 0 if unknown before it is made."""

    def write(self, target: Path, report: Report) -> Inventory:
        """Copy one state of the database into a new file, while the site goes on; what is in it."""

    def try_out(self, source: Path, folder: Path) -> AbstractContextManager[str]:
        """Open a throwaway database with what is in `source`, for its DATABASE_URL."""

    def prepare(self, source: Path, folder: Path) -> AbstractContextManager[str]:
        """Open a database in the same way that may replace the site's."""

    def check_stopped(self) -> None:
        """Raise CannotCopy while somebody else, such as the site, has the database open."""

    def put_in_place(self, *, keep_former: bool) -> str:
        """Replace the site's whole database by the prepared one, all or nothing.

        Returns what became of the former one, which is kept under another name where that is asked
        for and possible.
        """
