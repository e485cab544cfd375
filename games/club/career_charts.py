"""The charts of a player's page, and the same numbers for the tables next to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.club.career_lines import rating_of
from games.display.charts import Chart, line_chart
from games.display.numbers import score
from games.models import Player
from games.statistics.careers import CareerState
from games.statistics.club_records import hides_losses
from games.statistics.periods import MONTH, period_name
from games.statistics.player_totals import Point, Statistics
from games.statistics.rating import RATED_FROM, RATING
from games.statistics.scope import HandScope

# A chart of fewer hands would say more than there is to say.
ENOUGH = 10
MONTHS_ENOUGH = 3


def balance_chart(player: Player, scope: HandScope, mine: Statistics) -> Chart | None:
    """Return the balance as a line; None for fewer than ten hands."""
    if mine.whole.hands < ENOUGH or len(mine.balance) < 2:
        return None
    title = _("Balance of %(player)s") % {"player": player.name}
    series = [(player.name, [point.total / 2 for point in mine.balance])]
    notes = extreme_places(mine) if mine.step == "hand" else []
    if hides_losses(player.club):
        notes = notes[:1]
    return line_chart(title, series, day_names(mine.balance), game=scope.variant, notes=notes)


def extreme_places(mine: Statistics) -> list[tuple[int, str]]:
    """Return where the best hand and then the worst are on the line, and what they brought."""
    totals = [0, *(point.total for point in mine.balance)]
    changes = [after - before for before, after in pairwise(totals)]
    best, worst = max(changes), min(changes)
    return [
        (changes.index(change) + 1, score(change / 2))
        for change in (best, worst)
        if change and best > 0 > worst
    ]


def day_names(points: Sequence[Point]) -> list[str]:
    """Return the name of the day for its first hand and the last of all, "" for the others."""
    several = points[0].day.year != points[-1].day.year
    form = pgettext("form of a short month with its year", "M Y") if several else "MONTH_DAY_FORMAT"
    days = [date_format(point.day, form) for point in points]
    before = ["", *days]
    return [
        day if index == len(days) - 1 or day not in (before[index], days[-1]) else ""
        for index, day in enumerate(days)
    ]


def days_of_balance(mine: Statistics) -> list[Point]:
    """Return the numbers of the chart: for each day, newest first, the balance at its end."""
    return list({point.day: point for point in mine.balance}.values())[::-1]


def ratings_of(careers: Mapping[str, CareerState]) -> list[dict[str, Any]]:
    """Return the rating at the end of each month since it is shown, newest first."""
    return [
        {"period": period_name(period), "rating": rating_of(career, rated)}
        for period, career, rated in _months(careers)[::-1]
    ]


def rating_chart(player: Player, careers: Mapping[str, CareerState]) -> Chart | None:
    """Return the rating by month as a line, once it is shown; None for fewer than three."""
    months = _months(careers)
    if len(months) < MONTHS_ENOUGH:
        return None
    title = _("Rating of %(player)s, above or below %(beginner)s") % {
        "player": player.name,
        "beginner": f"{RATING:.0f}",
    }
    series = [(player.name, [career.rating - RATING for _period, career, _rated in months])]
    return line_chart(title, series, [period for period, _career, _rated in months])


def _months(careers: Mapping[str, CareerState]) -> list[tuple[str, CareerState, int]]:
    """Return the months since the rating is shown, each with the rated hands so far."""
    months = [(period, career) for period, career in careers.items() if len(period) == MONTH]
    sums = accumulate(career.rated for _period, career in months)
    counted = zip(months, sums, strict=True)
    return [(*month, rated) for month, rated in counted if rated >= RATED_FROM]
