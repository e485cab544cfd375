"""What an import reports to its caller."""

from __future__ import annotations


class Watcher:
    """Follow the progress of an import. This one does nothing."""

    def judged(self, lines: int) -> None:
        """Take note that this many more lines were judged and compared."""

    def begins_to_write(self, lines: int) -> None:
        """Take note that no line is at fault, and that this many will be written now."""

    def in_piece(self, lines: int) -> None:
        """Note how many lines are here once the open transaction is committed.

        An exception rolls this piece back and ends the import.
        """

    def wrote(self, hands: int) -> None:
        """Take note that a piece with this many hands was committed."""
