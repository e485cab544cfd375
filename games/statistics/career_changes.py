"""Careers after an amendment: only what follows from the hand is gone through again.

Streaks are those of the players of the hand. A rating reaches further: whoever plays with them
later is rated against another one, so all hands from the amended one on are rated anew.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from games.models import Career
from games.statistics import milestones
from games.statistics.careers import COLUMNS, UPSERT, Careers, Course, rows_of
from games.statistics.facts import HandFacts, career_periods
from games.statistics.hand_sums import facts_behind
from games.statistics.rating import Rating, are_rated_alike, rated
from games.statistics.streaks import Peak, streaks_of

TOGETHER = 500  # rows of one statement

Ratings = dict[tuple[int, str], Rating]  # by player and period


def put_right(before: HandFacts, after: HandFacts) -> dict[str, Peak] | None:
    """Write the careers anew that an amended hand changes. Its seats are written already.

    Returns the longest streaks of its players by kind of record; None where nobody won or lost
    otherwise.
    """
    courses: Careers = {}
    peaks = None
    if [seat.won for seat in before.seats] != [seat.won for seat in after.seats]:
        players = [seat.player for seat in after.seats]
        courses, peaks = streaks_of(after.club, after.variant, players, career_periods(after.day))
    _write(after, courses, {} if are_rated_alike(before, after) else _rate_on(after))
    return peaks


def _rate_on(hand: HandFacts) -> Ratings:
    """Rate a hand and all after it, and set the milestones among them anew; the last rating of each
    player in each period."""
    behind, ratings = milestones.last_before(hand.club, hand.variant, hand.number)
    way = milestones.Way(behind)
    found: Ratings = {}
    number = behind
    for one in facts_behind(behind, hand.club, hand.variant):
        number = one.number
        way.come_to(number, ratings.copy)
        before = [ratings.get(seat.player, Rating()) for seat in one.seats]
        periods = career_periods(one.day)
        for seat, rating in zip(one.seats, rated(one, before), strict=True):
            ratings[seat.player] = rating
            for period in periods:
                found[seat.player, period] = rating
    way.come_to(number + 1, ratings.copy)
    milestones.replace(hand.club, hand.variant, way.noted, behind=behind)
    return found


def _write(hand: HandFacts, courses: Careers, ratings: Ratings) -> None:
    """Write the careers that are others now."""
    keys = courses.keys() | ratings.keys()
    kept = _load(hand, {period for _player, period in keys})
    fresh: Careers = {}
    for key in keys:
        mine = kept[key]
        rating = ratings.get(key, Rating(mine.rating, mine.deviation))
        course = courses.get(key, mine)
        course = replace(course, rating=rating.value, deviation=rating.deviation)
        if course != mine:
            fresh[key] = course
    waiting = iter(rows_of(hand.club, hand.variant, fresh))
    while together := list(islice(waiting, TOGETHER)):
        UPSERT.write(together)


def _load(hand: HandFacts, periods: set[str]) -> Careers:
    """The careers of all players in these periods. One statement."""
    rows = Career.objects.filter(club=hand.club, variant=hand.variant, period__in=periods)
    found = rows.values_list("player_id", "period", *COLUMNS)
    return {(player, period): Course(*values) for player, period, *values in found}
