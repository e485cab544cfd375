"""Lines that were judged, compared with what is in the club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from games.transfer.importing.agreement_lines import Agreements
from games.transfer.importing.evening_lines import Evenings
from games.transfer.importing.hand_lines import Hands
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
    StudyLine,
    TotalsLine,
    Wrong,
)
from games.transfer.importing.match_lines import Matches
from games.transfer.importing.people_lines import Players
from games.transfer.importing.remark_lines import Remarks, Studies
from games.transfer.importing.rows import Batch
from games.transfer.importing.total_lines import Totals


class Comparison:
    """What was here when this was made, compared with what judged lines bring."""

    def __init__(self, ground: Ground) -> None:
        self.report = ground.report
        players = Players(ground)
        matches = Matches(ground, players)
        hands = Hands(ground, players, matches)
        agreements = Agreements(ground, hands, players)
        # Each learns by a few statements what is here of lines that follow each other (`look_up`),
        # then puts what is new of a line into the batch (`take`).
        self.takes: Mapping[type, Any] = {
            PlayerLine: players,
            MatchLine: matches,
            Judged: hands,
            RemarkLine: Remarks(ground, hands),
            StudyLine: Studies(ground, hands),
            ConfirmationLine: agreements,
            DisputeLine: agreements,
            EveningLine: Evenings(ground, players, matches, hands),
            TotalsLine: Totals(ground, players),
        }

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
