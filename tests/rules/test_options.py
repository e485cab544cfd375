"""Options: values chosen, and values edited (record format; fine points, Taroux)."""

import json

import pytest

from games.rules import RecordError, format_record, parse_record
from games.rules.game.options import Choice, Numbers, Option, Tiers
from tests.rules.six import six
from tests.rules.table import NAMES

THREE = Numbers(3, 1, "Three numbers.")
STEPS = Tiers()
CHOSEN = Option("colour", "Colour", "1", "", (Choice("red", "Red"), Choice("blue", "Blue")))
EDITED = Option("numbers", "Numbers", "1", "", (Choice((2, 4, 6), "Usual"),), form=THREE)

NOT_THREE: list[object] = [
    [2, 4], [2, 4, 6, 8], [], [0, 4, 6], [-1, 4, 6], [2, 4, 6.0], [2, 4, True], [2, 4, "6"],
    [2, 4, None], "2 4 6", 246, None, {"0": 2}, [[2], [4], [6]],
]  # fmt: skip
NOT_STEPS: list[object] = [
    [], [[]], [6, 20], [[6]], [[6, 20, 1]], [[6, 20], [6, 30]], [[8, 20], [6, 30]], [[0, 20]],
    [[6, -20]], [[6, 20.0]], [[True, 20]], [["6", 20]], "6: 20", None, {"6": 20},
]  # fmt: skip


# ---- chosen ------------------------------------------------------------------------------------


def test_a_choice_is_read_as_it_is_written_and_the_first_is_the_default() -> None:
    """A number is no truth value."""
    assert (CHOSEN.default, EDITED.default) == ("red", (2, 4, 6))

    assert CHOSEN.read("blue") == CHOSEN.parse("blue") == "blue"
    assert CHOSEN.text("blue") == "blue"
    for raw in ("Blue", "", None, 1, ["blue"]):
        with pytest.raises(ValueError, match="colour"):
            CHOSEN.read(raw)
    with pytest.raises(ValueError, match="colour"):
        CHOSEN.parse("green")

    points = Option("points", "Points", "1", "", (Choice(0, "None"), Choice(1, "One")))
    assert points.parse("1") == 1
    for truth in (False, True, 1.0, "1"):
        with pytest.raises(ValueError, match="points"):
            points.read(truth)


# ---- several numbers -----------------------------------------------------------------------------


def test_three_numbers_need_not_rise_and_nothing_else_is_three_numbers() -> None:
    assert EDITED.read([1, 1, 1]) == (1, 1, 1)
    assert EDITED.read([7, 2, 10**14]) == (7, 2, 10**14)

    for raw in NOT_THREE:
        with pytest.raises(ValueError, match="not such values"):
            EDITED.read(raw)


def test_numbers_are_typed_into_a_form_with_any_sign_between_them() -> None:
    assert EDITED.text((2, 4, 6)) == "2 4 6"
    for typed in ("1 4 6", "1, 4, 6", "1/4/6", "  1  4 6 ", "1,4,6"):
        assert EDITED.parse(typed) == (1, 4, 6)
    for typed in ["", "1 4", "1 4 x", "1 4 -6", "1 4 6.0", "1 4 ²", "1 4 ٦"]:
        with pytest.raises(ValueError, match=r"\S"):
            EDITED.parse(typed)
    assert EDITED.parse("1 2 " + "9" * 15)
    with pytest.raises(ValueError, match="whole number"):
        EDITED.parse("1 2 " + "9" * 16)


# ---- steps -------------------------------------------------------------------------------------


def test_steps_rise_in_number_and_their_points_are_free() -> None:
    assert STEPS.read([[6, 20]]) == ((6, 20),)
    assert STEPS.read([[1, 30], [2, 0], [21, 10]]) == ((1, 30), (2, 0), (21, 10))

    for raw in NOT_STEPS:
        with pytest.raises(ValueError, match="not such values"):
            STEPS.read(raw)


def test_steps_are_typed_into_a_form() -> None:
    assert STEPS.text(((6, 20), (8, 30))) == "6: 20, 8: 30"
    for typed in ("6: 20, 8: 30", "6:20,8:30", " 6 : 20 ,8: 30"):
        assert STEPS.parse(typed) == ((6, 20), (8, 30))
    for typed in ["", "6", "6: 20,", "6 20", "6: 20; 8: 30", "8: 20, 6: 30"]:
        with pytest.raises(ValueError, match=r"\S"):
            STEPS.parse(typed)


# ---- in a record -------------------------------------------------------------------------------


def test_an_edited_value_comes_through_a_record_unchanged_and_the_default_is_left_out() -> None:
    told = six(multipliers=[3, 5, 7], abundance=[[5, 15], [9, 45]])
    assert told.record.options["multipliers"] == (3, 5, 7)
    assert told.record.options["abundance"] == ((5, 15), (9, 45))
    line = format_record(told.record)
    assert json.loads(line)["options"] == {
        "abundance": [[5, 15], [9, 45]],
        "multipliers": [3, 5, 7],
    }
    assert format_record(parse_record(line)) == line

    told = six(multipliers=[2, 4, 6], abundance=[[6, 20], [8, 30], [10, 40]])
    assert json.loads(format_record(told.record))["options"] == {}

    with pytest.raises(RecordError) as caught:
        _ = six(multipliers=[2, 4]).record
    problem = caught.value.problem
    assert (problem.code, problem.action) == ("unknown-option", None)
    said = "This game has no option “multipliers” with the value [2, 4]."
    assert str(problem.at(None, NAMES)) == said
