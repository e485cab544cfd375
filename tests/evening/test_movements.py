"""Movements of duplicate: nobody meets anybody twice, and nobody sees a board twice."""

from collections import Counter, defaultdict
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.evening.duplicate.movements import Movement, joined, movement_of, sections_of


def check(movement: Movement) -> None:
    """Everybody sits once a round, in the same direction, meets nobody and no board twice."""
    people = range(4 * len(movement[0]))
    met: Counter[tuple[int, int]] = Counter()
    seen: dict[int, list[int]] = defaultdict(list)
    ways: dict[int, set[int]] = defaultdict(set)
    for places in movement:
        assert sorted(one for place in places for one in place.people) == list(people)
        for place in places:
            met.update(combinations(sorted(place.people), 2))
            for way, one in enumerate(place.people):
                seen[one].append(place.boards)
                ways[one].add(way)
    assert max(met.values()) == 1
    assert all(len(set(boards)) == len(movement) for boards in seen.values())
    assert all(len(way) == 1 for way in ways.values())


def test_five_rounds_for_five_to_seventeen_tables() -> None:
    for tables in range(5, 18):
        movement = movement_of(tables, 5)
        assert movement
        check(movement)
        for places in movement:  # a set lies on one table at a time: one copy is enough
            assert sorted(place.boards for place in places) == list(range(tables))


def test_four_tables_play_four_rounds_with_the_same_boards_at_once() -> None:
    movement = movement_of(4, 4)
    assert movement
    check(movement)
    assert [{place.boards for place in places} for places in movement] == [{0}, {1}, {2}, {3}]


def test_none_is_given_that_was_not_proved() -> None:
    for tables, rounds in ((2, 2), (3, 2), (3, 5), (4, 5), (5, 6), (8, 6)):
        assert movement_of(tables, rounds) is None


@given(tables=st.integers(1, 60), rounds=st.integers(1, 12))
def test_whatever_is_given_keeps_its_promise(tables: int, rounds: int) -> None:
    movement = movement_of(tables, rounds)
    if movement:
        check(movement)
    elif tables >= 4 * rounds:
        pytest.fail("with four times as many tables as rounds a constant step works")


@given(tables=st.integers(4, 60), rounds=st.integers(1, 7))
def test_sections_play_the_same_sets_and_keep_the_promise_together(
    tables: int, rounds: int
) -> None:
    sections = sections_of(tables, rounds)
    if not sections:
        return
    assert sum(len(section[0]) for section in sections) == tables
    whole = joined(sections)
    check(whole)
    assert len(whole[0]) == tables


def test_ten_tables_are_two_sections_that_play_the_same_twenty_boards() -> None:
    whole = joined(sections_of(10, 5))
    assert {place.boards for places in whole for place in places} == set(range(5))
    assert Counter(place.boards for places in whole for place in places) == dict.fromkeys(
        range(5), 10
    )
