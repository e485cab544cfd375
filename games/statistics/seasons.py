"""The seasons of a club.

Regular ones last a number of months, counted from a month of the year. Others have a name and days
of their own, such as a tournament or a season that ends with the summer party.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple

from games.models import Club
from games.statistics.periods import days_of, period_name, period_of

# The possible lengths of a season, in months: one begins in the same month every year.
LENGTHS = (12, 6, 3)


class Named(NamedTuple):
    """A range of days that the club has named; `period` as in `games.statistics.periods`."""

    name: str
    period: str


@dataclass(frozen=True, slots=True)
class Seasons:
    """A season of `months` months begins in `month`, 1 to 12; the default is the calendar year."""

    month: int = 1
    months: int = 12
    named: tuple[Named, ...] = ()

    @property
    def are_years(self) -> bool:
        """Return whether a season is a calendar year."""
        return (self.month, self.months) == (1, 12)

    def holding(self, day: date) -> str:
        """Return the season that contains a day, as a period."""
        first = 12 * day.year + day.month - 1 - (day.month - self.month) % self.months
        return period_of(_first_day(first), _first_day(first + self.months) - timedelta(days=1))

    def of(self, months: Iterable[str]) -> list[str]:
        """Return the seasons that contain these months, newest first. `months` are periods."""
        firsts = (first for first, _last in map(days_of, months) if first)
        return sorted({self.holding(first) for first in firsts}, reverse=True)

    def now(self, today: date) -> str | None:
        """Return the current named season as a period; the first if there are several."""
        for one in self.named:
            first, last = days_of(one.period)
            if first and last and first <= today <= last:
                return one.period
        return None

    def name_of(self, period: str) -> str:
        """Return the club's name for a period; "" if it has none."""
        return next((one.name for one in self.named if one.period == period), "")

    def in_words(self, period: str) -> str:
        """Return a period by the club's name for it, or by its days."""
        return self.name_of(period) or period_name(period)

    def as_json(self) -> dict[str, Any]:
        """Return the seasons as they are stored with the club, next to its ranking."""
        return {"season": [self.month, self.months], "named": [list(one) for one in self.named]}


def _first_day(months: int) -> date:
    """Return the first day of a month; `months` are counted from the year 0."""
    return date(months // 12, months % 12 + 1, 1)


def seasons_of(club: Club) -> Seasons:
    """Return the seasons of this club; calendar years if it has set none."""
    month, months = club.league.get("season", (1, 12))
    return Seasons(month, months, tuple(Named(*one) for one in club.league.get("named", ())))
