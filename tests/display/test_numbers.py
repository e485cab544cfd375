"""Scores and points are written as a club writes them."""

from decimal import Decimal
from fractions import Fraction

from django.utils import translation

from games.display.numbers import half_points, points, score, sign


def test_a_score_carries_its_sign_and_points_only_below_nothing() -> None:
    for value, text in (
        (34, "+34"),
        (-102, "−102"),
        (0, "0"),
        (1846, "+1,846"),
        (-12000, "−12,000"),
        (Fraction(81, 2), "+40½"),
        (Fraction(-1, 2), "−½"),
        (-40.5, "−40½"),
        (Decimal("2.25"), "+2.2"),
        (None, ""),
    ):
        assert score(value) == text
    for value, text in ((42, "42"), (40.5, "40½"), (-9, "−9"), (1000, "1,000")):
        assert points(value) == text
    for value, name in ((5, "plus"), (-5, "minus"), (0, "zero"), (None, "zero")):
        assert sign(value) == name


def test_card_points_are_counted_in_halves() -> None:
    for halves, text in ((84, "42"), (81, "40½"), (1, "½"), (0, "0"), (182, "91"), (None, "")):
        assert half_points(halves) == text


def test_thousands_are_separated_as_the_reader_s_language_does() -> None:
    with translation.override("fr"):
        assert score(-1846) in ("−1\N{NO-BREAK SPACE}846", "−1\N{NARROW NO-BREAK SPACE}846")
