"""Totals brought forward: a table of them that is here is left alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from games.models import BroughtForward
from games.transfer.importing.lines import Ground, TotalsLine
from games.transfer.importing.people_lines import Players
from games.transfer.importing.rows import Batch


class Totals:
    """The tables of totals that an import brings.

    One is here that has the game, the days and the title, or whose title was erased here, but whose
    players have all these points.
    """

    def __init__(self, ground: Ground, players: Players) -> None:
        self.ground = ground
        self.players = players

    def look_up(self, lines: Sequence[TotalsLine], batch: Batch) -> None:
        """Learn which tables of totals are here. A few statements."""
        self.here: dict[object, dict[str, set[tuple[str, int]]]] = {}
        rows = BroughtForward.objects.filter(club=self.ground.club).select_related("player")
        for row in [*rows, *batch.totals]:
            place = row.variant, row.first_day, row.last_day
            tables = self.here.setdefault(place, defaultdict(set))
            tables[row.title].add((row.player.public_id, row.halves))
        self.players.learn(key for line in lines for key, _halves in line.points)

    def take(self, line: TotalsLine, batch: Batch) -> None:
        """Put a table of totals into the batch if it is new. Raises Wrong."""
        points = [(self.players.one(line.spot, key), halves) for key, halves in line.points]
        title, variant, first, last = line.columns.values()
        tables = self.here.setdefault((variant, first, last), defaultdict(set))
        same = {(player.public_id, halves) for player, halves in points}
        if title in tables or same in tables.values():
            self.ground.report.totals.known += 1
            return
        tables[title] = same
        self.ground.report.totals.new += 1
        facts = {"club": self.ground.club, "by": self.ground.user, **line.columns}
        batch.totals += [
            BroughtForward(player=player, halves=halves, **facts) for player, halves in points
        ]
