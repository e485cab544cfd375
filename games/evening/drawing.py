"""Who meets whom: the draw of a round. Pure; nothing here asks the database.

Two people of a round change places for as long as that helps, and now and then when it does not
(simulated annealing). All rounds that are left are drawn together, so that the first of them does
not spoil the last; the first is what is announced. The same seed gives the same draw.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")
# People by seat at each table; the numbers are those that the caller gives.
Table = tuple[int, ...]
Tables = tuple[Table, ...]

# What each of these costs: none is worth having for any number of the next.
TEAM, SMALL, AGAIN, FAR = 10_000_000, 20_000, 1_000, 10
STEPS = 200_000  # changes of place that are looked at from each heat
# Where it begins to cool down, the cost of a change that is taken about one time in three. Many
# people settle from the lower one; few, who must meet in just one way, from the higher.
HEATS = (0.4 * AGAIN, 1.2 * AGAIN)

SEEDS = 2**53  # a number that every program reads as it was written


def table_sizes(people: int, sizes: Sequence[int] = (4, 3, 5)) -> tuple[int, ...]:
    """Return how many sit at each table, the larger tables first; nothing if it cannot be done.

    Of `sizes` the first is the one to have as often as possible, and each further one is used only
    where it does not work out without: 9 people are three tables of three, 5 one of five.
    """
    for known in range(1, len(sizes) + 1):
        split = _split(people, sizes[:known])
        if split is not None:
            return tuple(sorted(split, reverse=True))
    return ()


def _split(people: int, sizes: Sequence[int]) -> tuple[int, ...] | None:
    if not sizes:
        return None if people else ()
    for count in range(people // sizes[0], -1, -1):
        rest = _split(people - count * sizes[0], sizes[1:])
        if rest is not None:
            return (sizes[0],) * count + rest
    return None


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """The tables of a round, and what could not be avoided.

    `again`: pairs who met before, and `mates`: pairs of one team who meet, each in ascending order;
    `small`: who sat at a table of three before and does so again. `plan`: the rounds after it, as
    they would be if nobody came or left.
    """

    tables: Tables
    again: tuple[tuple[int, int], ...] = ()
    mates: tuple[tuple[int, int], ...] = ()
    small: tuple[int, ...] = ()
    plan: tuple[Tables, ...] = ()


def draw_round(
    people: Sequence[int],
    past: Sequence[Tables] = (),
    *,
    seed: int,
    left: int = 1,
    plan: Sequence[Tables] = (),
    teams: Mapping[int, str] | None = None,
    ranking: Sequence[int] = (),
    sizes: Sequence[int] = (4, 3, 5),
) -> RoundDraw:
    """Draw the next round of `people`, with `left` rounds to come, it among them.

    `past`: the tables of the rounds so far, also with people who have left; `plan`: that of the
    last draw, followed where the same people are here. `teams`: the team of each who has one. With
    a `ranking`, the best first, those next to each other in it meet, as far as that costs no second
    meeting. `sizes` as for `table_sizes`; raises ValueError where it finds none.
    """
    at_tables = table_sizes(len(people), sizes)
    if not at_tables:
        raise ValueError(f"{len(people)} people cannot sit at tables of {sizes}")
    # Of all methods of a generator `random` is the one that stays the same between versions.
    chance = Random(seed).random  # noqa: S311 - a draw that can be repeated, not a secret
    if ranking:
        ranks = {person: rank for rank, person in enumerate(ranking)}
        order = sorted(people, key=lambda person: ranks.get(person, len(ranks)))
        search = _Search(order, at_tables, past, teams or {}, rounds=1, is_ranked=True)
    else:
        order = _shuffled(sorted(people), chance)
        search = _Search(order, at_tables, past, teams or {}, rounds=left, is_ranked=False)
        search.begin_with(plan)
    search.settle(chance)
    after = search.tables_by_round()
    # In any order they cost the same: what must be is put off, since people come and leave.
    first = min(after, key=lambda tables: _repeats(judge_round(tuple(tables), past, {})))
    after.remove(first)
    if not ranking:
        first = sorted(_shuffled(first, chance), key=len, reverse=True)
    draw = judge_round(tuple(_seated(first, past, chance)), past, teams or {})
    return replace(draw, plan=tuple(map(tuple, after)))


def _repeats(draw: RoundDraw) -> tuple[int, int]:
    return len(draw.small), len(draw.again)


def judge_round(tables: Tables, past: Sequence[Tables], teams: Mapping[int, str]) -> RoundDraw:
    """Return these tables, drawn or moved by hand, with what the draw would have avoided."""
    before = {pair for tables in past for pair in _pairs(tables)}
    pairs = sorted(_pairs(tables))
    sat_small = {person for tables in past for person in _at_small(tables)}
    return RoundDraw(
        tables,
        again=tuple(pair for pair in pairs if pair in before),
        mates=tuple(
            (one, other)
            for one, other in pairs
            if teams.get(one) and teams[one] == teams.get(other)
        ),
        small=tuple(sorted(sat_small.intersection(_at_small(tables)))),
    )


def _pairs(tables: Tables) -> set[tuple[int, int]]:
    return {pair for table in tables for pair in combinations(sorted(table), 2)}


def _at_small(tables: Tables) -> list[int]:
    """Return who sits at a table of three while others sit at a larger one."""
    if len({len(table) for table in tables}) == 1:
        return []
    return [person for table in tables if len(table) == 3 for person in table]


def _shuffled(things: Sequence[Thing], chance: Callable[[], float]) -> list[Thing]:
    return sorted(things, key=lambda _thing: chance())


def _seated(
    tables: Sequence[Table], past: Sequence[Tables], chance: Callable[[], float]
) -> Iterable[Table]:
    """Yield each table in an order of seats that is as new as can be to those who sit there."""
    sat = {
        (person, seat): True
        for tables in past
        for table in tables
        for seat, person in enumerate(table)
    }
    for table in tables:
        orders = _shuffled(list(permutations(table)), chance)
        yield min(
            orders, key=lambda order: sum((one, seat) in sat for seat, one in enumerate(order))
        )


class _Search:
    """The rounds that are left, each a list of people by place; people are indices from 0.

    A pair is `one * count + other`. `met` says how often a pair meets, in the past and in the plan,
    `price` what it costs on top of that, `small` how often somebody sits at a table of three.
    """

    def __init__(
        self,
        people: Sequence[int],
        sizes: Sequence[int],
        past: Sequence[Tables],
        teams: Mapping[int, str],
        *,
        rounds: int,
        is_ranked: bool,
    ) -> None:
        self.people, self.is_ranked = people, is_ranked
        count = self.count = len(people)
        self.table_of = [table for table, size in enumerate(sizes) for _ in range(size)]
        self.others = [
            [other for other in range(count) if table == self.table_of[other] and other != place]
            for place, table in enumerate(self.table_of)
        ]
        self.is_small = [len(set(sizes)) > 1 and sizes[table] == 3 for table in self.table_of]
        self.price = [
            TEAM * (one != other and bool(teams.get(one)) and teams.get(one) == teams.get(other))
            for one in people
            for other in people
        ]
        self.met, self.small = [0] * count**2, [0] * count
        self._remember(past)
        self.rounds: list[list[int]] = []
        self.least = self._least(rounds)
        self._put([list(range(count)) for _round in range(rounds)])

    def begin_with(self, plan: Sequence[Tables]) -> None:
        """Begin with these rounds if they seat the same people at as many tables."""
        index = {person: at for at, person in enumerate(self.people)}
        rounds = [
            [
                index.get(person, -1)
                for table in sorted(tables, key=len, reverse=True)
                for person in table
            ]
            for tables in plan
        ]
        if len(rounds) == len(self.rounds) and all(
            sorted(order) == list(range(self.count)) for order in rounds
        ):
            self._put(rounds)

    def _put(self, rounds: list[list[int]]) -> None:
        for sign, plan in ((-1, self.rounds), (1, rounds)):
            for order in plan:
                for place, person in enumerate(order):
                    self.small[person] += sign * self.is_small[place]
                    for other in self.others[place]:
                        self.met[person * self.count + order[other]] += sign
        self.rounds = rounds

    def _remember(self, past: Sequence[Tables]) -> None:
        index = {person: at for at, person in enumerate(self.people)}
        for tables in past:
            for person in index.keys() & set(_at_small(tables)):
                self.small[index[person]] += 1
            for one, other in _pairs(tables):
                if one in index and other in index:
                    self.met[index[one] * self.count + index[other]] += 1
                    self.met[index[other] * self.count + index[one]] += 1

    def settle(self, chance: Callable[[], float]) -> None:
        """Swap people until nothing can be improved, or all steps have been tried."""
        cost = best = self._cost()
        kept = [list(order) for order in self.rounds]
        rounds, count, table_of = len(self.rounds), self.count, self.table_of
        # By rank there is always something left to improve, and no draw takes a second.
        heats, steps = (HEATS[:1], STEPS // 2) if self.is_ranked else (HEATS, STEPS)
        for heat in heats:
            for step in range(steps):
                if best == self.least:
                    break
                order = self.rounds[int(chance() * rounds)]
                here, there = int(chance() * count), int(chance() * count)
                if table_of[here] == table_of[there] or not self._minds(order, here):
                    continue
                change = self._change(order, here, there)
                if change > 0 and chance() >= math.exp(-change / (heat * (1 - step / steps))):
                    continue
                self._swap(order, here, there)
                cost += change
                if cost < best:
                    best, kept = cost, [list(order) for order in self.rounds]
        self.rounds = kept

    def tables_by_round(self) -> list[list[Table]]:
        """Return who sits at which table, by rounds."""
        tables = range(self.table_of[-1] + 1)
        return [
            [
                tuple(
                    self.people[person]
                    for person, mine in zip(order, self.table_of, strict=True)
                    if mine == table
                )
                for table in tables
            ]
            for order in self.rounds
        ]

    def _cost(self) -> int:
        again = sum(count - 1 for count in self.met if count > 1) // 2
        small = sum(count - 1 for count in self.small if count > 1)
        mates = sum(
            self.price[order[place] * self.count + order[other]]
            for order in self.rounds
            for place, others in enumerate(self.others)
            for other in others
        )
        return AGAIN * again + SMALL * small + mates // 2

    def _least(self, rounds: int) -> int:
        """Return what no plan costs less than, with the past alone remembered.

        Only the pairs that have not met can meet at no cost, and each of them once.
        """
        again = rounds * sum(map(len, self.others)) - (self.met.count(0) - self.count)
        small = rounds * sum(self.is_small) - self.small.count(0)
        return self._cost() + AGAIN * (max(again, 0) // 2) + SMALL * max(small, 0)

    def _minds(self, order: list[int], place: int) -> bool:
        """Return whether somebody has a reason to sit elsewhere."""
        if self.is_ranked or (self.is_small[place] and self.small[order[place]] > 1):
            return True
        row = order[place] * self.count
        for other in self.others[place]:
            pair = row + order[other]
            if self.met[pair] > 1 or self.price[pair]:
                return True
        return False

    def _change(self, order: list[int], here: int, there: int) -> int:
        """Return what it costs, or saves, when the people of two places change places."""
        met, price = self.met, self.price
        one, two = order[here], order[there]
        row_one, row_two = one * self.count, two * self.count
        cost = 0
        for place in self.others[here]:
            left, joined = row_one + order[place], row_two + order[place]
            cost += price[joined] - price[left] + AGAIN * ((met[joined] > 0) - (met[left] > 1))
        for place in self.others[there]:
            left, joined = row_two + order[place], row_one + order[place]
            cost += price[joined] - price[left] + AGAIN * ((met[joined] > 0) - (met[left] > 1))
        if self.is_small[here] != self.is_small[there]:
            out, into = (one, two) if self.is_small[here] else (two, one)
            cost += SMALL * ((self.small[into] > 0) - (self.small[out] > 1))
        if self.is_ranked:
            a, b = self.table_of[here], self.table_of[there]
            home_one, home_two = self.table_of[one], self.table_of[two]
            before = abs(a - home_one) + abs(b - home_two)
            cost += FAR * (abs(b - home_one) + abs(a - home_two) - before)
        return cost

    def _swap(self, order: list[int], here: int, there: int) -> None:
        count, met = self.count, self.met
        one, two = order[here], order[there]
        for places, left, joined in ((self.others[here], one, two), (self.others[there], two, one)):
            for place in places:
                other = order[place]
                met[left * count + other] -= 1
                met[other * count + left] -= 1
                met[joined * count + other] += 1
                met[other * count + joined] += 1
        self.small[one] += self.is_small[there] - self.is_small[here]
        self.small[two] += self.is_small[here] - self.is_small[there]
        order[here], order[there] = two, one
