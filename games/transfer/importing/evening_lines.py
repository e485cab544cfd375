"""Evenings: one that is here is left alone, a new one comes with all that belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.evening.duplicate.boards import deal_from
from games.evening.evenings import checked_evening
from games.models import (
    Board,
    Evening,
    EveningPoints,
    EveningRound,
    Match,
    Presence,
)
from games.transfer.importing.hand_lines import Hands
from games.transfer.importing.lines import MOMENTS, EveningLine, Ground, LineSpot, wrong
from games.transfer.importing.match_lines import Matches
from games.transfer.importing.people_lines import Players
from games.transfer.importing.rows import Batch, ImportedEvening


class Evenings:
    """The evenings that an import brings. Their points are given by the person who imports."""

    def __init__(self, ground: Ground, players: Players, matches: Matches, hands: Hands) -> None:
        self.ground = ground
        self.players = players
        self.matches = matches
        self.hands = hands

    def look_up(self, lines: Sequence[EveningLine], batch: Batch) -> None:
        """Learn which of these evenings are here, and their matches. A few statements."""
        mine = Evening.objects.filter(club=self.ground.club)
        self.known = self.ground.ids.known(mine, [line.id for line in lines])
        self.matches.learn(
            one["match"] for line in lines for drawn in line.drawn for one in drawn["matches"]
        )

    def take(self, line: EveningLine, batch: Batch) -> None:
        """Put an evening into the batch if it is new. Raises Wrong."""
        came, tally = self.ground.memory.brought, self.ground.report.evenings
        if line.id in came or line.id in self.known:
            tally.known += 1
            return
        batch.evenings.append(self._new(line))
        came[line.id] = True
        tally.new += 1

    def _new(self, line: EveningLine) -> ImportedEvening:
        """Return what a line brings. Raises Wrong."""
        user, club, spot = self.ground.user, self.ground.club, line.spot
        try:
            evening = checked_evening(user=user, club=club, **line.columns)
        except ValidationError as error:
            raise wrong(spot, "evening-invalid", " ".join(error.messages)) from None
        evening.public_id = self.ground.ids.new(line.id)
        evening.plan = [self._tables(spot, tables) for tables in line.plan]
        made = ImportedEvening(evening, [], [], [], [], [])
        for facts in line.here:
            player, other = self.players.one(spot, facts["player"]), facts["instead_of"]
            if player.erased_at is None:
                replaced = self.players.one(spot, other) if other else None
                people = {"player": player, "instead_of": replaced}
                made.here.append(Presence(day=evening.played_on, **{**facts, **people}))
        for facts in line.drawn:
            columns = {name: facts[name] for name in ("number", "seed", *MOMENTS)}
            tables = self._tables(spot, facts["tables"])
            drawn = EveningRound(evening=evening, tables=tables, **columns)
            made.rounds.append(drawn)
            for one in facts["points"]:
                given = {**one, "by": user, "player": self.players.one(spot, one["player"])}
                made.points.append(EveningPoints(round=drawn, **given))
            for one in facts["matches"]:
                match = self._match(spot, one["match"])
                match.round, match.first_board = drawn, one["first_board"]
                match.changed_at = self.ground.now
                made.matches.append(match)
        for one in line.boards:
            seed, hands = one["seed"], one["hands"]
            deal = {} if seed is None else deal_from(evening.variant, seed)
            board = Board(evening=evening, number=one["number"], seed=seed, deal=deal)
            made.boards.append((board, [here for key in hands for here in self.hands.ids_of(key)]))
        return made

    def _tables(self, spot: LineSpot, tables: Iterable[Iterable[str]]) -> list[list[str]]:
        return [[self.players.one(spot, one).public_id for one in table] for table in tables]

    def _match(self, spot: LineSpot, key: str) -> Match:
        sitting = self.matches.by_id.get(key)
        if sitting is None or sitting.match.round_id is not None:
            sentence = _("The evening names a match that is not there, or is of another evening.")
            raise wrong(spot, "match-conflict", sentence)
        return sitting.match
