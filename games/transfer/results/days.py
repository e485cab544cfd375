"""The days of a table: in digits or words, in the order of their column, with or without year."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from django.utils import timezone

from games.models.days import is_possible
from games.models.folding import folded

YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
MONTHS = (
    ("jan", "fe", "mar", "av", "mai", "juin", "juil", "ao", "sep", "oct", "nov", "dec"),
    ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
    ("jan", "feb", "mar", "apr", "mai", "juni", "juli", "aug", "sep", "okt", "nov", "dez"),
)
IN_DIGITS = re.compile(r"(?<!\d)(\d{1,4})([./-])(\d{1,2})[./-](\d{1,4})(?!\d)")
IN_WORDS = re.compile(r"(?<!\d)(\d{1,2})(?:er|\.|st|nd|rd|th)?\s+([a-z]+)\.?,?\s+(\d{4}|\d\d)")
WORDS_FIRST = re.compile(r"([a-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
WITHOUT_YEAR = re.compile(
    r"(?:[a-z]+[.,]*\s+)?(\d{1,2})(?:[./](\d{1,2})\.?|(?:er|\.)?\s+([a-z]+)\.?)"
)
SERIAL = re.compile(r"([2-5]\d{4})(?:[.,]\d+)?")  # a day as a spreadsheet counts it
BEFORE_FIRST = date(1899, 12, 30)
DAY_FIRST, YEAR_FIRST = "dmy", "ymd"
ORDERS = (DAY_FIRST, "mdy", YEAR_FIRST)
SEASON_BEGINS = 8  # the month
Digits = tuple[str, ...]


class Days:
    """A reader of the days in a column; `texts` are its cells, `above` what stands above it.

    Their order is the one in which all are possible, have been, and follow each other. With years
    of two digits it may be open which part is the year: then no day is read.
    """

    def __init__(self, texts: Iterable[str] = (), above: Iterable[str] = ()) -> None:
        dates = [match.groups() for text in texts if (match := IN_DIGITS.search(folded(text)))]
        self.order = _order_of([digits for digits in dates if len(digits[0]) <= 2])
        self.years = sorted({int(year) for text in above for year in YEAR.findall(text)})

    def of(self, text: str) -> date | None:
        """Return the day that a cell of the column names; None for anything else."""
        plain = folded(text)
        if day := self.named_in(plain):
            return day
        if match := SERIAL.fullmatch(plain):
            return BEFORE_FIRST + timedelta(days=int(match[1]))
        if self.years and (match := WITHOUT_YEAR.fullmatch(plain)):
            first, last = self.years[0], self.years[-1]
            if last - first <= 1:
                month = int(match[2]) if match[2] else _month(match[3])
                year = first if month >= SEASON_BEGINS else last
                return _day(year, month, int(match[1]))
        return None

    def named_in(self, text: str) -> date | None:
        """Return the day that a text names with its year, with or without more; None for none."""
        plain = folded(text)
        if match := IN_DIGITS.search(plain):
            order = YEAR_FIRST if len(match[1]) > 2 else self.order
            if order or match[2] != "-" or len(match[4]) > 2:
                return _in_order(match.groups(), order or DAY_FIRST)
        elif match := IN_WORDS.search(plain):
            return _day(int(match[3]), _month(match[2]), int(match[1]))
        elif match := WORDS_FIRST.search(plain):
            return _day(int(match[3]), _month(match[1]), int(match[2]))
        return None


def day_of(text: str) -> date | None:
    """Return the day that a text names outside any column; None for none."""
    return Days([text]).named_in(text)


def _order_of(cells: Sequence[Digits]) -> str:
    """Return the order of day, month and year in these cells; "" where it is open."""
    today, ranked = timezone.localdate(), []
    for order in ORDERS:
        if order == YEAR_FIRST and any(digits[1] != "-" for digits in cells):
            continue  # nobody writes 24/03/12 for a day of 2024
        days = [day for digits in cells if (day := _in_order(digits, order)) and day <= today]
        runs = sorted(days) in (days, days[::-1])
        years = max(days).year - min(days).year if days else 0
        ranked.append((len(cells) - len(days), not runs, years, order))
    best = min(ranked, key=lambda one: one[:3])
    alike = [order for *rank, order in ranked if rank == list(best[:3])]
    return "" if cells and YEAR_FIRST in alike and len(alike) > 1 else best[3]


def _in_order(digits: Digits, order: str) -> date | None:
    first, _sign, second, third = digits
    parts = dict(zip(order, (first, second, third), strict=True))
    if order != YEAR_FIRST and len(first) > 2:
        return None
    return _day(int(parts["y"]), int(parts["m"]), int(parts["d"]))


def _day(year: int, month: int, day: int) -> date | None:
    """Return a day of the calendar; a year of two digits is one that has begun."""
    if year < 100:
        year += 1900 if year > timezone.localdate().year % 100 else 2000
    try:
        named = date(year, month, day)
    except ValueError:
        return None
    return named if is_possible(named) else None


def _month(word: str) -> int:
    """Return the number of a month by its name; 0 for none."""
    months = [at for names in MONTHS for at, name in enumerate(names, 1) if word.startswith(name)]
    return months[0] if months else 0
