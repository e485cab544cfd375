"""What an import reports to its caller."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class ImportedRows(NamedTuple):
    """What an import has brought: the seals after number `first`, up to `last`, and ids."""

    seals: Sequence[tuple[int, int]] = ()
    players: Sequence[str] = ()
    matches: Sequence[str] = ()
    evenings: Sequence[str] = ()
    totals: Sequence[int] = ()
    studies: Sequence[str] = ()

    def with_more(self, more: ImportedRows) -> ImportedRows:
        """Return the same, and what a further piece has brought."""
        both: Any = ([*mine, *new] for mine, new in zip(self, more, strict=True))
        return ImportedRows(*both)


class Watcher:
    """Follow the progress of an import. This one does nothing."""

    def judged(self, lines: int) -> None:
        """Take note that this many more lines were judged and compared."""

    def begins_to_write(self, lines: int) -> None:
        """Take note that no line is at fault, and that this many will be written now."""

    def in_piece(self, lines: int, brought: ImportedRows) -> None:
        """Note how many lines are here once the open transaction is committed, and what was new.

        An exception rolls this piece back and ends the import.
        """

    def wrote(self, hands: int) -> None:
        """Take note that a piece with this many hands was committed."""
