"""Stretches of days have one name each, and are made of the periods for which sums are kept."""

import re
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.statistics.periods import NotAPeriod, days_of, parts_of, period_name, period_of
from games.statistics.seasons import Seasons

DAYS = st.dates(date(2015, 1, 1), date(2032, 12, 31))


@given(DAYS, DAYS)
def test_a_stretch_is_made_of_its_parts_without_gap_or_overlap(one: date, other: date) -> None:
    first, last = sorted((one, other))
    period = period_of(first, last)
    assert days_of(period) == (first, last)
    parts = parts_of(period)
    assert len(parts) <= 30 + 11 + 17 + 11 + 30
    day = first
    for part in parts:
        begin, end = days_of(part)
        assert (begin, ".." in part) == (day, False)
        assert end is not None
        day = end + timedelta(days=1)
    assert day == last + timedelta(days=1)


def test_periods_have_names_in_words() -> None:
    names = {
        "": "all time",
        "2026": "2026",
        "2026-11": "November 2026",
        "2026-11-20": "20 November 2026",
        "2025-09-01..2026-08-31": "2025/26",
        "2026-01-01..2026-06-30": "January 2026 to June 2026",
        "2025-09-12..2026-06-20": "12 September 2025 to 20 June 2026",
    }
    assert {period: period_name(period) for period in names} == names


def test_what_is_no_period_is_refused() -> None:
    for period in (
        "yesterday 2026-13 2026-02-30 0000 1899 3000 20261120 2026.. ..2026 2026-01..2026-06 "
        "2026-02-01..2026-01-01 2026-01-01..2026-02-01..2026-03-01"
    ).split():
        with pytest.raises(NotAPeriod, match=re.escape(period)):
            days_of(period)


@given(DAYS, st.integers(1, 12), st.sampled_from([12, 6, 3]))
def test_every_day_is_in_one_season_of_its_length(day: date, month: int, months: int) -> None:
    seasons = Seasons(month, months)
    first, last = days_of(seasons.holding(day))
    assert first is not None
    assert last is not None
    assert first <= day <= last
    assert (first.day, (first.month - month) % months) == (1, 0)
    following = last + timedelta(days=1)
    assert 12 * (following.year - first.year) + following.month - first.month == months
    assert days_of(seasons.holding(following))[0] == following
