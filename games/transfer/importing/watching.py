"""What an import tells whoever runs it, and what they tell an import that goes on."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.transfer.importing.lines import Report


class Watcher:
    """Told how far an import is. This one does not care."""

    def judged(self) -> None:
        """One more line was judged."""

    def compared(self, lines: int) -> None:
        """So many more lines were compared with what is here, without any lock."""

    def begins_to_write(self, lines: int) -> None:
        """No line is at fault, and so many will be written now."""

    def in_piece(self, lines: int, report: Report) -> None:
        """So many lines are here once the transaction that is open now is committed, with what
        came of all of them. Whatever is raised rolls this piece back and ends the import."""

    def wrote(self, hands: int) -> None:
        """A piece with so many hands was committed."""


@dataclass(frozen=True, slots=True)
class Begun:
    """How many lines an earlier attempt has written, and what came of them."""

    lines: int
    report: Report = field(default_factory=Report)
