"""What a spreadsheet is given holds no formula, and loses nothing."""

import csv
from io import StringIO

from games.display.spreadsheets import cell, csv_lines


def test_a_text_that_looks_like_a_formula_is_text_and_all_else_stays_as_it_is() -> None:
    formulas = ("=HYPERLINK(1)", "@SUM(A1)", "-1+1", "+1", "\tx", "\rx", "\nx", "＝1+1", "  =1+1")
    for text in formulas:
        assert cell(text) == f"'{text}"
    for value in ("Anna", "", 0, -102, 1.5, "a=b", "O'Neill"):
        assert cell(value) == value
    assert [cell(value) for value in (None, True, False)] == ["", "true", "false"]


def test_what_is_written_is_read_back() -> None:
    rows = [['Anna "la reine"', -3, "two\nlines"], ["Chloé, d'Aix", 4.5, None]]
    text = b"".join(csv_lines(["name", "score", "note"], rows)).decode()
    assert list(csv.reader(StringIO(text, newline=""))) == [
        ["name", "score", "note"],
        ['Anna "la reine"', "-3", "two\nlines"],
        ["Chloé, d'Aix", "4.5", ""],
    ]
