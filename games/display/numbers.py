"""Scores and card points in writing: real minus signs, separators, halves as ½."""

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

Number = int | float | Decimal | Fraction
MINUS = "\N{MINUS SIGN}"
HALF = "½"


def points(value: Number | None) -> str:
    """Write a number of points: `1234` as *1,234*, `40.5` as *40½*, `-3` as *−3*.

    A whole or half number is written exactly, anything finer with one decimal; nothing
    (`None`) is an empty text.
    """
    if value is None:
        return ""
    exact = Fraction(value)
    sign = MINUS if exact < 0 else ""
    return sign + _size(abs(exact))


def score(value: Number | None) -> str:
    """Write a score with its sign: *+34*, *−102*, *0*; otherwise like `points`."""
    text = points(value)
    return f"+{text}" if value is not None and value > 0 else text


def half_points(value: int | None) -> str:
    """Write card points that are counted in halves: `84` as *42*, `81` as *40½*."""
    return "" if value is None else _written(get_language(), value)


@lru_cache(maxsize=1024)
def _written(language: str | None, halves: int) -> str:
    """Write a number, once: there are few, and the recording screen needs them every card."""
    return points(Fraction(halves, 2))


def sign(value: Number | None) -> str:
    """Name the sign of a score for a class attribute: *plus*, *minus* or *zero*."""
    if not value:
        return "zero"
    return "plus" if value > 0 else "minus"


def percent(value: int | None) -> str:
    """Write a share in per cent: *59 %*; "" without one."""
    return "" if value is None else _("%(percent)s %%") % {"percent": value}


def _size(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    if rest == 0:
        return number_format(int(whole), force_grouping=True)
    if rest == Fraction(1, 2):
        return (number_format(int(whole), force_grouping=True) if whole else "") + HALF
    return number_format(float(value), decimal_pos=1, force_grouping=True)
