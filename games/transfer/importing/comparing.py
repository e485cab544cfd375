"""Lines that were judged, compared with what is in the club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Protocol

from games.models import Club, User
from games.transfer.importing.agreement_lines import Agreements
from games.transfer.importing.evening_lines import Evenings
from games.transfer.importing.hand_lines import Hands
from games.transfer.importing.ids import Ids
from games.transfer.importing.judging import Judged
from games.transfer.importing.lines import (
    ConfirmationLine,
    DisputeLine,
    EveningLine,
    Ground,
    Line,
    LineFault,
    MatchLine,
    PlayerLine,
    RemarkLine,
    Report,
    StudyLine,
    TotalsLine,
    Usual,
    Wrong,
)
from games.transfer.importing.match_lines import Matches
from games.transfer.importing.memory import Memory
from games.transfer.importing.people_lines import Players
from games.transfer.importing.remark_lines import Remarks, Studies
from games.transfer.importing.rows import Batch
from games.transfer.importing.total_lines import Totals


class TakesLines(Protocol):
    """What becomes of the lines of one kind."""

    def look_up(self, lines: Sequence[Any], batch: Batch) -> None:
        """Learn what is here of some lines that follow each other. A few statements."""

    def take(self, line: Any, batch: Batch) -> None:
        """Put what a line brings into the batch, if it is new. Raises Wrong."""


class Comparison:
    """What was here when this was made, compared with what judged lines bring.

    `now`: the moment that the rows bear, which is the one of the seals that are written with them.
    """

    def __init__(
        self, user: User, club: Club, usual: Usual, ids: Ids, memory: Memory, now: datetime
    ) -> None:
        self.ground = Ground(user, club, now, usual, ids, Report(), memory)
        players = Players(self.ground)
        matches = Matches(self.ground, players)
        hands = Hands(self.ground, players, matches)
        agreements = Agreements(self.ground, hands, players)
        self.takes: Mapping[type, TakesLines] = {
            PlayerLine: players,
            MatchLine: matches,
            Judged: hands,
            RemarkLine: Remarks(self.ground, hands),
            StudyLine: Studies(self.ground, hands),
            ConfirmationLine: agreements,
            DisputeLine: agreements,
            EveningLine: Evenings(self.ground, players, matches, hands),
            TotalsLine: Totals(self.ground, players),
        }

    @property
    def report(self) -> Report:
        """Return the report on the lines so far."""
        return self.ground.report

    def take(self, lines: Sequence[Judged | Line]) -> Batch:
        """Return the rows of what is new in some lines. A few statements for each kind of line."""
        batch = Batch()
        for kind, group in groupby(lines, key=type):
            self._take(kind, list(group), batch)
        return batch

    def _take(self, kind: type, group: list[Any], batch: Batch) -> None:
        """Take lines of one kind into the batch."""
        if kind is LineFault:
            for fault in group:
                self.report.blame(fault)
            return
        takes = self.takes[kind]
        takes.look_up(group, batch)
        for line in group:
            try:
                takes.take(line, batch)
            except Wrong as error:
                self.report.blame(error.fault)
