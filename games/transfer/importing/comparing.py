"""Lines that were judged, compared with what is in the club."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

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
    MatchLine,
    PlayerLine,
    RemarkLine,
    Report,
    StudyLine,
    TotalsLine,
    Usual,
)
from games.transfer.importing.match_lines import Matches
from games.transfer.importing.memory import Memory
from games.transfer.importing.people_lines import Players
from games.transfer.importing.remark_lines import Remarks, Studies
from games.transfer.importing.rows import Batch
from games.transfer.importing.total_lines import Totals


class Comparison:
    """What was here when this was made, compared with what judged lines bring.

    `now`: the moment that the rows bear, which is the one of the seals that are written with them.
    """

    def __init__(
        self, user: User, club: Club, usual: Usual, ids: Ids, memory: Memory, now: datetime
    ) -> None:
        self.ground = Ground(user, club, now, usual, ids, Report(), memory)
        self.players = Players(self.ground)
        self.matches = Matches(self.ground, self.players)
        self.hands = Hands(self.ground, self.players, self.matches)
        self.remarks = Remarks(self.ground, self.hands)
        self.agreements = Agreements(self.ground, self.players, self.hands)
        self.evenings = Evenings(self.ground, self.players, self.matches, self.hands)
        self.studies = Studies(self.ground, self.hands)
        self.totals = Totals(self.ground, self.players)

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
        if kind is Judged:
            self.hands.take(group, batch)
        elif kind is RemarkLine:
            self.remarks.take(group, batch)
        elif kind in (ConfirmationLine, DisputeLine):
            self.agreements.take(group, batch)
        elif kind is EveningLine:
            self.evenings.take(group, batch)
        elif kind is StudyLine:
            self.studies.take(group, batch)
        elif kind is TotalsLine:
            self.totals.take(group, batch)
        elif kind is PlayerLine:
            self.players.take(group, batch)
        elif kind is MatchLine:
            self.matches.take(group, batch)
        else:
            for fault in group:
                self.report.blame(fault)
