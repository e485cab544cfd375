"""How a match went, hand by hand. Scores are half points, as stored.

A column of the score sheet belongs to the person who sat there in hand 1. People keep their column
on another chair; a substitute counts in the column of the person they replace, which so keeps its
total, and has a total of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.matches.match_so_far import MatchHand, MatchPlayer, MatchSoFar
from games.rules import SeatingPlan


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A hand of a match by column: the scores, the totals after it (half points), who sat there.

    Also on which seat of the record. The player who sits the hand out (`hand.sits_out`) has none of
    these scores, and no seat.
    """

    hand: MatchHand
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    people: tuple[MatchPlayer, ...]
    seats: tuple[int | None, ...]

    @property
    def by_seat(self) -> list[tuple[str, int]]:
        """Return who played, with their score, by seat of the record."""
        playing = sorted((seat, at) for at, seat in enumerate(self.seats) if seat is not None)
        return [(self.people[at].name, self.scores[at]) for _seat, at in playing]


class PersonTotal(NamedTuple):
    """What somebody has brought a column, in half points."""

    player: MatchPlayer
    total: int


@dataclass(frozen=True, slots=True)
class Standings:
    """The score sheet of a match: its columns, hands in order, the totals so far.

    `players` had the columns first, `people` has everybody who sat there; `seats` is the plan of
    the match.
    """

    players: tuple[MatchPlayer, ...]
    rows: tuple[ScoredHand, ...]
    totals: tuple[int, ...]
    people: tuple[tuple[PersonTotal, ...], ...]
    seats: SeatingPlan[MatchPlayer]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the heads of the columns: "Boris", or where replaced "Boris / Emma"."""
        return tuple(" / ".join(one.player.name for one in people) for people in self.people)

    @property
    def shared(self) -> tuple[tuple[PersonTotal, ...], ...]:
        """Return who has what of each column that more than one person had."""
        return tuple(people if len(people) > 1 else () for people in self.people)

    @property
    def any_shared(self) -> bool:
        """Return whether anybody was replaced."""
        return any(self.shared)


def match_standings(match: MatchSoFar) -> Standings:
    """Return the running scores of a match, from its sealed hands."""
    plan, totals = match.seats, (0,) * len(match.seats.first)
    rows: list[ScoredHand] = []
    brought: Counter[tuple[int, MatchPlayer]] = Counter()
    for hand in match.sealed:
        row = _row(plan, hand, totals)
        rows.append(row)
        totals = row.totals
        for column, player in enumerate(row.people):
            brought[column, player] += row.scores[column]
    return Standings(plan.first, tuple(rows), totals, _people(plan, brought), plan)


def _row(plan: SeatingPlan[MatchPlayer], hand: MatchHand, totals: tuple[int, ...]) -> ScoredHand:
    people, columns = plan.at(hand.number), plan.columns(hand.number)
    chairs = sorted(range(len(columns)), key=columns.__getitem__)
    playing = [chair for chair in range(len(chairs)) if chair != hand.sits_out]
    seats = tuple(playing.index(chair) if chair in playing else None for chair in chairs)
    mine = tuple(0 if seat is None else hand.scores[seat] for seat in seats)
    after = tuple(map(sum, zip(totals, mine, strict=True)))
    return ScoredHand(hand, mine, after, tuple(people[chair] for chair in chairs), seats)


def _people(
    plan: SeatingPlan[MatchPlayer], brought: Mapping[tuple[int, MatchPlayer], int]
) -> tuple[tuple[PersonTotal, ...], ...]:
    """Return who sat in each column, in the order of their hands, with what they scored for it."""
    columns: list[dict[MatchPlayer, None]] = [{} for _ in plan.first]
    for since in sorted({row.since for row in plan.rows}):
        for player, column in zip(plan.at(since), plan.columns(since), strict=True):
            columns[column][player] = None
    return tuple(
        tuple(PersonTotal(player, brought[at, player]) for player in column)
        for at, column in enumerate(columns)
    )
