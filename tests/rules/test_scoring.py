"""What every score sheet is made of: half points as numbers, lines in words, what lies in a
pile."""

from games.rules import Line, scoring
from tests.rules.published import published, tricks
from tests.rules.written import said


def test_half_points_are_whole_where_they_are_whole() -> None:
    assert [scoring.number(halves) for halves in (0, 1, 2, 81, -1, -4)] == [
        0,
        0.5,
        1,
        40.5,
        -0.5,
        -2,
    ]
    assert isinstance(scoring.number(82), int)


def test_a_line_is_printed_in_words() -> None:
    line = Line("{player}'s tricks", "{numbers}", 7, "1.11.1", {"player": 1, "numbers": "2, 3"})
    assert line.as_json(["Anna", "Boris"]) == {
        "label": "Boris's tricks",
        "points": 7,
        "how": "2, 3",
        "rule": "1.11.1",
    }


def test_a_line_that_needs_no_explanation_has_none() -> None:
    assert "how" not in Line("Contract", "", 25, "1.11.4").as_json([])


def test_what_a_side_has_won_and_claims() -> None:
    # TM17 trick 1, to Chloe: ½ + 3½ + 4½ + ½.
    state = published().plays(tricks(1, 1)).plays("H8").state
    assert scoring.trick_halves(state, (0, 2, 3)) == 18
    assert scoring.trick_halves(state, (1,)) == 0
    assert scoring.tricks_of(state, (2,)) == [1]
    assert said(scoring.won_cards(state, (2,), state.variant.pack.cards)) == "H1 H3 HQ HK"
    # H8 lies on the table; all but that, the four of trick 1 and the six laid away are in hands.
    assert scoring.claimed(state, state.discard or 0).bit_count() == 78 - 4 - 6
    assert scoring.fool_play(state) is None


def test_where_the_fool_was_played() -> None:
    # TM17, trick 4: Anna's, the sixteenth card of the hand.
    assert scoring.fool_play(published().plays(tricks(1, 4)).state) == 15


def test_the_points_so_far_are_told_as_the_play_goes_on() -> None:
    told = published().plays(tricks(1, 4))
    standing = told.state.variant.standing(told.state)
    assert standing is not None
    # Chloe's trick 1 counts 9, and Anna's fool of trick 4 is hers for 4 points.
    assert standing.others == 2 * (9 + 4)
    points = told.state.variant.pack.points
    won = 0
    for trick in told.state.tricks[1:]:
        won += trick.points
    assert standing.takers == won + points(told.state.discard or 0) - 8
    assert standing.needed == 56  # no bout so far
    assert standing.bouts == ((77, 1),)


def test_at_the_end_the_points_so_far_are_those_of_the_score() -> None:
    told = published().plays(tricks(1, 18))
    standing = told.state.variant.standing(told.state)
    assert standing is not None
    assert (standing.takers / 2, standing.others / 2) == told.outcome.card_points == (42, 49)
    assert standing.needed == told.pays("Needed")
