"""The three methods that compare results of the same cards, each worked out by hand."""

from collections.abc import Hashable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.evening.duplicate.ranking import BoardResult, figures_of, ranking
from games.models import Evening

# Board 1 at four tables, board 2 at three: what north scored.
NORTH = {
    1: {"Anna": 100, "Boris": 60, "Chloé": 60, "David": -20},
    2: {"Anna": 10, "Boris": 40, "Chloé": -50},
}
RESULTS = [
    BoardResult(board, 0, who, score) for board, all in NORTH.items() for who, score in all.items()
]
# Match points: board 1 has a top of 6: 6, 2·1+1, 3, 0. Board 2 was played three times of four:
# 2, 4, 0 of 4 become (2·4 + 1)/3 = 3, (4·4 + 1)/3 = 17/3 and (0 + 1)/3 = 1/3 of 6.
# Mean: 50 on board 1, 0 on board 2. Places: 4, 2½, 2½, 1 and 2, 3, 1.
WORTH = {
    "match-points": [6, 3, 3, 0, 3, Fraction(17, 3), Fraction(1, 3)],
    "mean": [50, 10, 10, -70, 10, 40, -50],
    "places": [4, Fraction(5, 2), Fraction(5, 2), 1, 2, 3, 1],
}
PLACES = {
    "match-points": [
        (1, "Anna", 9),
        (2, "Boris", Fraction(26, 3)),
        (3, "Chloé", Fraction(10, 3)),
        (4, "David", 0),
    ],
    "mean": [(1, "Anna", 60), (2, "Boris", 50), (3, "Chloé", -40), (4, "David", -70)],
    "places": [
        (1, "Anna", 6),
        (2, "Boris", Fraction(11, 2)),
        (3, "Chloé", Fraction(7, 2)),
        (4, "David", 1),
    ],
}


@pytest.mark.parametrize("method", Evening.Method.values)
def test_each_method_as_worked_out_by_hand(method: str) -> None:
    assert [figure.worth for figure in figures_of(RESULTS, method)] == WORTH[method]
    assert [(one.place, one.who, one.total) for one in ranking(RESULTS, method)] == PLACES[method]


def test_match_points_rank_by_percent_of_what_could_be_had() -> None:
    first, second, *_rest = ranking(RESULTS, "match-points")
    assert first.percent == 75  # 9 of 12
    assert second.percent == Fraction(100 * 26, 36)


def test_a_team_has_what_its_members_have() -> None:
    teams: dict[Hashable, Hashable] = {"Anna": "A", "David": "A", "Boris": "B"}
    ranked = ranking(RESULTS, "places", teams)
    assert [(one.place, one.who, one.total) for one in ranked] == [
        (1, "A", 7),
        (2, "B", Fraction(11, 2)),
    ]


def test_another_direction_is_not_compared() -> None:
    results = [BoardResult(1, 0, "Anna", 10), BoardResult(1, 1, "Boris", -90)]
    assert [one.worth for one in figures_of(results, "mean")] == [0, 0]
    assert [one.place for one in ranking(results, "match-points")] == [1, 1]


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(0, 3), st.integers(-400, 400)), min_size=1)
)
def test_what_a_board_gives_in_all_depends_on_no_result(facts: list[tuple[int, int, int]]) -> None:
    results = [BoardResult(board, seat, at, score) for at, (board, seat, score) in enumerate(facts)]
    for method in Evening.Method.values:
        figures = figures_of(results, method)
        for board, seat in {(one.board, one.seat) for one in results}:
            here = [one for one in figures if one.result[:2] == (board, seat)]
            given = sum(one.worth for one in here)
            count = len(here)
            expected = {
                "match-points": count * here[0].top / 2,
                "mean": 0,
                "places": Fraction(count * (count + 1), 2),
            }
            assert given == expected[method]
