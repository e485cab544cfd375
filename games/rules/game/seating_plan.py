"""Who sits where in a match, hand by hand; what of it changes when somebody sits elsewhere for a while.

Results belong to people, chairs to the match: the score sheet has a column for everybody who sat there in hand 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar

Person = TypeVar("Person")

LAST_HAND = 32_767  # the highest number that a hand can have: until then is for good


class SeatRange(NamedTuple, Generic[Person]):
    """Who sits on a chair of a match (`seat`, from 0 in turn order), from hand `since` to hand `until`.

    `player` is whatever represents a person where the plan is used, as long as the same person is always equal.
    """

    seat: int
    since: int
    until: int
    player: Person


@dataclass(frozen=True)
class SeatingPlan(Generic[Person]):
    """The seats of a match, by chair and hand: ranges in the order of the chairs that cover every hand."""

    rows: tuple[SeatRange[Person], ...]

    def at(self, number: int) -> tuple[Person, ...]:
        """Return who sits at the table in a hand, by chair."""
        return tuple(row.player for row in self.rows if row.since <= number <= row.until)

    @cached_property
    def first(self) -> tuple[Person, ...]:
        """Who sits there in hand 1: each has a column of the score sheet."""
        return self.at(1)

    @property
    def changes(self) -> bool:
        """Return whether anybody sits elsewhere in one hand than in another."""
        return len(self.rows) > len(self.first)

    def columns(self, number: int) -> tuple[int, ...]:
        """Return the column of the score sheet that each chair counts in for a hand, by chair.

        Results belong to people, so anyone who has a column keeps it on another chair. Anybody else is a substitute,
        for the person whose chair they sit on or for somebody who is away.
        """
        people, first = self.at(number), self.first
        columns = {chair: first.index(one) for chair, one in enumerate(people) if one in first}
        free = [column for column in range(len(people)) if column not in columns.values()]
        others = [chair for chair in range(len(people)) if chair not in columns]
        for chair in sorted(others, key=lambda chair: chair not in free):
            columns[chair] = chair if chair in free else free[0]
            free.remove(columns[chair])
        return tuple(columns[chair] for chair in range(len(people)))

    def with_people(self, people: Sequence[Person], since: int, until: int) -> SeatingPlan[Person]:
        """Return the same plan with these people at the chairs from one hand to another."""
        rows: list[SeatRange[Person]] = []
        for chair, player in enumerate(people):
            mine = [row for row in self.rows if row.seat == chair]
            before = [row._replace(until=min(row.until, since - 1)) for row in mine]
            after = [row._replace(since=max(row.since, until + 1)) for row in mine]
            ranges = [*before, SeatRange(chair, since, until, player), *after]
            rows += _joined([row for row in ranges if row.since <= row.until])
        return SeatingPlan(tuple(rows))


def _joined(ranges: Sequence[SeatRange[Person]]) -> Iterator[SeatRange[Person]]:
    """Join the ranges of a chair where those of the same person follow each other."""
    for _player, some in groupby(ranges, key=lambda row: row.player):
        together = list(some)
        yield together[0]._replace(until=together[-1].until)
