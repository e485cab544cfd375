"""Names for ranges of days, as addresses and the tables of statistics have them.

`2026` is a year, `2026-11` a month, `2026-11-20` a day, and "" all time. Any other range is named
by its first and its last day: `2025-09-01..2026-06-30`.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models.days import FIRST_DAY, LAST_DAY
from games.models.statistics import ALL_TIME

# How long the name of a period is.
YEAR, MONTH, DAY = len("2026"), len("2026-11"), len("2026-11-20")
_NAMED = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)
_TO = ".."
_A_DAY = timedelta(days=1)


class NotAPeriod(ValueError):
    """This is not the name of a period."""


def year_of(day: date) -> str:
    """Return the year as a period: "2026"."""
    return f"{day.year:04}"


def month_of(day: date) -> str:
    """Return the month as a period: "2026-11"."""
    return f"{day.year:04}-{day.month:02}"


def days_of(period: str) -> tuple[date | None, date | None]:
    """Return the first and the last day of a period; None for all time. Raises NotAPeriod."""
    if not period:
        return None, None
    first, dots, last = period.partition(_TO)
    try:
        begin, end = _bounds(first)[0], _bounds(last if dots else first)[1]
    except ValueError:
        raise NotAPeriod(period) from None
    by_days = len(period) == 2 * DAY + len(_TO)
    if not FIRST_DAY <= begin <= end <= LAST_DAY or by_days != bool(dots):
        raise NotAPeriod(period)
    return begin, end


def is_asked_for(period: str) -> bool:
    """Return whether a stored period can be asked for: a form accepts both its days."""
    return not period or f"{FIRST_DAY.year}" <= period[:YEAR] <= f"{LAST_DAY.year}"


def last_day(period: str) -> date:
    """Return the last day of a stored year or month, or the day itself."""
    return _bounds(period)[1]


def _bounds(period: str) -> tuple[date, date]:
    named = _NAMED.fullmatch(period)
    if named is None:
        raise ValueError(period)
    year, month, day = (int(part) if part else 0 for part in named.groups())
    first = date(year, month or 1, day or 1)
    if day:
        return first, first
    if month:
        return first, first.replace(day=monthrange(year, month)[1])
    return first, date(year, 12, 31)


def period_of(first: date, last: date) -> str:
    """Return the shortest name for the days from `first` to `last`."""
    for period in (year_of(first), month_of(first)):
        if days_of(period) == (first, last):
            return period
    return first.isoformat() if first == last else f"{first.isoformat()}{_TO}{last.isoformat()}"


def parts_of(period: str) -> list[str]:
    """Return the years, months and days that make up a period, in order and as few as possible."""
    first, last = days_of(period)
    if first is None or last is None:
        return [ALL_TIME]
    parts: list[str] = []
    while first <= last:
        for one in (year_of(first), month_of(first), first.isoformat()):
            begin, end = _bounds(one)
            if begin == first and end <= last:
                break
        parts.append(one)
        first = end + _A_DAY
    return parts


def first_moment(day: date) -> datetime:
    """Return when a day begins, in the time zone of the site."""
    return timezone.make_aware(datetime.combine(day, time.min))


def moments_of(first: date | None, last: date | None) -> tuple[datetime | None, datetime | None]:
    """Return when a range of days begins and when it is over; None for an end that is open."""
    begin = None if first is None else first_moment(first)
    over = None if last is None or last > LAST_DAY else first_moment(last + _A_DAY)
    return begin, over


def period_name(period: str) -> str:
    """Return a period in words: "2026", "November 2026", "1 May 2026 to 30 June 2026", "all time".

    Twelve months that do not begin in January are "2025/26".
    """
    first, last = days_of(period)
    if first is None or last is None:
        return _("all time")
    if _TO not in period:
        form = {MONTH: "YEAR_MONTH_FORMAT", DAY: "DATE_FORMAT"}.get(len(period))
        return date_format(first, form) if form else period
    whole_months = first.day == 1 and (last + _A_DAY).day == 1
    if whole_months and (last.year, last.month + 1) == (first.year + 1, first.month):
        return f"{first.year}/{last.year % 100:02}"
    form = "YEAR_MONTH_FORMAT" if whole_months else "DATE_FORMAT"
    ends = {"first": date_format(first, form), "last": date_format(last, form)}
    return _("%(first)s to %(last)s") % ends
