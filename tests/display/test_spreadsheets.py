"""What a spreadsheet is given holds no formula, and loses nothing."""

import csv
from io import StringIO

import pytest

from games.display.spreadsheets import cell, csv_lines


@pytest.mark.parametrize(
    "text",
    ["=HYPERLINK(1)", "@SUM(A1)", "-1+1", "+1", "\tx", "\rx", "\nx", "＝1+1", "  =1+1"],
)
def test_a_text_that_looks_like_a_formula_is_text(text: str) -> None:
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize("value", ["Anna", "", 0, -102, 1.5, "a=b", "O'Neill"])
def test_everything_else_stays_as_it_is(value: object) -> None:
    assert cell(value) == value


def test_nothing_and_truth_have_their_words() -> None:
    assert [cell(value) for value in (None, True, False)] == ["", "true", "false"]


def test_what_is_written_is_read_back() -> None:
    rows = [['Anna "la reine"', -3, "two\nlines"], ["Chloé, d'Aix", 4.5, None]]
    text = b"".join(csv_lines(["name", "score", "note"], rows)).decode()
    assert list(csv.reader(StringIO(text, newline=""))) == [
        ["name", "score", "note"],
        ['Anna "la reine"', "-3", "two\nlines"],
        ["Chloé, d'Aix", "4.5", ""],
    ]
