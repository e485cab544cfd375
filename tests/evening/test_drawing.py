"""Who meets whom: everybody has a seat, and nobody meets twice while that can be."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.evening.drawing import RoundDraw, Tables, draw_round, judge_round, table_sizes

ROUNDS = 5


def evening_of(people: int, *, seed: int = 1, rounds: int = ROUNDS) -> list[RoundDraw]:
    """All rounds of an evening to which everybody comes and at which everybody stays."""
    drawn: list[RoundDraw] = []
    for number in range(rounds):
        past = [draw.tables for draw in drawn]
        plan = drawn[-1].plan if drawn else ()
        left = rounds - number
        drawn.append(draw_round(range(people), past, seed=seed + number, left=left, plan=plan))
    return drawn


def test_tables_of_four_and_of_three_or_five_for_the_rest() -> None:
    sizes: dict[int, tuple[int, ...]] = {
        2: (),
        3: (3,),
        4: (4,),
        5: (5,),
        6: (3, 3),
        7: (4, 3),
        9: (3, 3, 3),
        17: (4, 4, 3, 3, 3),
        27: (4, 4, 4, 4, 4, 4, 3),
    }
    assert {people: table_sizes(people) for people in sizes} == sizes
    # Tables of five where they are wanted, and of three where they cannot do it.
    assert table_sizes(17, (4, 5, 3)) == (5, 4, 4, 4)
    assert table_sizes(7, (4, 5, 3)) == (4, 3)


@settings(max_examples=8, deadline=None)
@given(people=st.integers(3, 120), seed=st.integers(0, 2**53))
def test_everybody_has_one_seat(people: int, seed: int) -> None:
    tables = draw_round(range(people), seed=seed).tables
    assert sorted(one for table in tables for one in table) == list(range(people))
    assert tuple(map(len, tables)) == table_sizes(people)


@pytest.mark.every_case
@pytest.mark.parametrize("people", [16, 27, 70, 120])
def test_nobody_meets_twice_in_five_rounds(people: int) -> None:
    rounds = evening_of(people)
    assert [draw.again for draw in rounds] == [()] * ROUNDS
    assert [draw.small for draw in rounds] == [()] * ROUNDS
    met = Counter(
        pair for draw in rounds for table in draw.tables for pair in combinations(sorted(table), 2)
    )
    assert max(met.values()) == 1  # counted here once more


# Here counting says that none must. A constraint solver finds no evening of either with one, and
# has not decided whether 13 people can do with two.
MORE = {13: 3, 14: 2}


@pytest.mark.parametrize("people", range(6, 17))
def test_where_people_must_meet_again_no_more_do_than_have_to(people: int) -> None:
    # The meetings in all, and the pairs, which are fewer.
    meetings = ROUNDS * sum(size * (size - 1) // 2 for size in table_sizes(people))
    unavoidable = max(meetings - people * (people - 1) // 2, MORE.get(people, 0))
    assert sum(len(draw.again) for draw in evening_of(people)) == unavoidable


def splits(people: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Tables]:
    """All ways to sit down at tables of these sizes; seats do not matter."""
    if not sizes:
        yield ()
        return
    first = people[0]
    for size in dict.fromkeys(sizes):
        rest_of_sizes = list(sizes)
        rest_of_sizes.remove(size)
        for others in combinations(people[1:], size - 1):
            table = (first, *others)
            rest = tuple(one for one in people if one not in table)
            for more in splits(rest, tuple(rest_of_sizes)):
                yield (table, *more)


@pytest.mark.parametrize("people", [7, 9, 10, 12])
def test_no_other_round_would_have_had_fewer_second_meetings(people: int) -> None:
    past: list[Tables] = []
    for number in range(3):
        drawn = draw_round(range(people), past, seed=number)
        every = splits(tuple(range(people)), table_sizes(people))
        best = min(
            (len(judged.small), len(judged.again))
            for judged in (judge_round(tables, past, {}) for tables in every)
        )
        assert (len(drawn.small), len(drawn.again)) == best
        past.append(drawn.tables)


def test_the_same_seed_gives_the_same_draw_years_later() -> None:
    assert draw_round(range(7), seed=20261127).tables == ((2, 0, 1, 4), (5, 6, 3))


def test_somebody_late_sits_down_and_meets_nobody_twice() -> None:
    first, second = evening_of(20, rounds=2)
    past = [first.tables, second.tables]
    third = draw_round(range(22), past, seed=3, left=3, plan=second.plan)
    assert not third.again
    assert {20, 21} <= {one for table in third.tables for one in table}
    without = draw_round([one for one in range(22) if one != 4], [*past, third.tables], seed=4)
    assert not without.again


def test_a_second_meeting_that_must_be_is_put_off() -> None:
    first = draw_round(range(14), seed=0, left=5)
    assert draw_round(range(1, 14), [first.tables], seed=0, left=4).again == ()


def test_members_of_a_team_never_meet() -> None:
    teams = {person: "AB"[person % 2] for person in range(4)}
    past: list[Tables] = []
    for seed in range(ROUNDS):
        drawn = draw_round(range(16), past, seed=seed, teams=teams)
        assert not drawn.mates
        past.append(drawn.tables)


def test_by_rank_neighbours_meet_unless_they_have_met() -> None:
    ranking = list(range(24))
    first = draw_round(ranking, seed=1, ranking=ranking)
    assert {frozenset(table) for table in first.tables} == {
        frozenset(range(start, start + 4)) for start in range(0, 24, 4)
    }
    second = draw_round(ranking, [first.tables], seed=2, ranking=ranking)
    assert not second.again
    assert sum(second.tables[0]) < sum(second.tables[-1])


def test_seats_change_from_round_to_round() -> None:
    rounds = evening_of(16)
    sat = [
        {one: seat for table in draw.tables for seat, one in enumerate(table)} for draw in rounds
    ]
    again = sum(before[one] == after[one] for before, after in pairwise(sat) for one in range(16))
    assert again <= 8  # of 64; one in four by chance


def test_too_few_people_are_refused() -> None:
    with pytest.raises(ValueError, match="2 people cannot sit"):
        draw_round([1, 2], seed=1)
