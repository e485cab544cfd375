"""The seasons of a club: so many months each, counted from one month of the year; and those that
have a name and days of their own, as a tournament or a season that ends with the summer party."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple

from games.models import Club
from games.statistics.periods import days_of, period_of

# How long seasons can be, in months: so that one begins in the same month every year.
LENGTHS = (12, 6, 3)


class Named(NamedTuple):
    """A stretch of days that the club has named; `period` as in `games.statistics.periods`."""

    name: str
    period: str


@dataclass(frozen=True, slots=True)
class Seasons:
    """A season of `months` months begins in `month`, 1 to 12; usually it is the year."""

    month: int = 1
    months: int = 12
    named: tuple[Named, ...] = ()

    @property
    def are_years(self) -> bool:
        """Whether a season is a year as the calendar has it."""
        return (self.month, self.months) == (1, 12)

    def holding(self, day: date) -> str:
        """The season of a day, as a period."""
        first = 12 * day.year + day.month - 1 - (day.month - self.month) % self.months
        return period_of(_first_day(first), _first_day(first + self.months) - timedelta(days=1))

    def of(self, months: Iterable[str]) -> list[str]:
        """The seasons of these months, newest first. `months`: as periods."""
        firsts = (first for first, _last in map(days_of, months) if first)
        return sorted({self.holding(first) for first in firsts}, reverse=True)

    def now(self, today: date) -> str | None:
        """The season with a name that goes on today, as a period; of several the first."""
        for one in self.named:
            first, last = days_of(one.period)
            if first and last and first <= today <= last:
                return one.period
        return None

    def name_of(self, period: str) -> str:
        """What the club calls a period; "" where it has no name for it."""
        return next((one.name for one in self.named if one.period == period), "")

    def as_json(self) -> dict[str, Any]:
        """As the club keeps it, beside how it ranks."""
        return {"season": [self.month, self.months], "named": [list(one) for one in self.named]}


def _first_day(months: int) -> date:
    """The first day of a month that is counted from the year 0 on."""
    return date(months // 12, months % 12 + 1, 1)


def seasons_of(club: Club) -> Seasons:
    """The seasons of this club; years where it has not said."""
    kept = club.league
    month, months = kept.get("season", (1, 12))
    return Seasons(month, months, tuple(Named(*one) for one in kept.get("named", ())))
