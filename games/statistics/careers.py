"""Careers: rating and streaks, which depend on the order in which hands were sealed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from games.models import Career
from games.models.statistics import ALL_TIME
from games.statistics.facts import HandFacts, career_periods
from games.statistics.game_rows import StatisticsTable
from games.statistics.rating import DEVIATION, RATING, Rating, rated


@dataclass(slots=True)
class CareerState:
    """Rating and streaks of a player up to some hand; a streak of lost hands is negative. The names
    are those of the columns of Career."""

    rating: float = RATING
    deviation: float = DEVIATION
    rated: int = 0
    streak: int = 0
    longest_won: int = 0
    longest_lost: int = 0

    def count(self, *, won: bool | None) -> None:
        """Count one more hand: won, lost, or neither (None)."""
        if won is None:
            return
        self.rated += 1
        if won:
            self.streak = max(self.streak, 0) + 1
            self.longest_won = max(self.longest_won, self.streak)
        else:
            self.streak = min(self.streak, 0) - 1
            self.longest_lost = max(self.longest_lost, -self.streak)


STATE = tuple(CareerState.__slots__)


KEY = ("player_id", "period")
CareerKey = tuple[int, str]
TABLE = StatisticsTable(Career, KEY, STATE, unique_fields=("player", "variant", "period"))


@dataclass(slots=True)
class Careers:
    """The careers of a club's players in one game, and the ratings they bring to the next hand."""

    states: dict[CareerKey, CareerState] = field(default_factory=dict)
    ratings: dict[int, Rating] = field(default_factory=dict)

    def count(self, hand: HandFacts) -> None:
        """Count one more hand for its players."""
        before = [self.ratings.get(seat.player) or Rating() for seat in hand.seats]
        periods = career_periods(hand.day)
        for seat, rating in zip(hand.seats, rated(hand, before), strict=True):
            self.ratings[seat.player] = rating
            for period in periods:
                key = (seat.player, period)
                state = self.states.get(key)
                if state is None:
                    state = self.states[key] = CareerState()
                state.rating, state.deviation = rating.mu, rating.sigma
                state.count(won=seat.won)


def kept_careers(
    careers: QuerySet[Career], *by: str
) -> Iterator[tuple[tuple[Any, ...], CareerState]]:
    """The stored careers, each with some columns of its row. One statement."""
    for row in careers.values_list(*by, *STATE):
        yield row[: len(by)], CareerState(*row[len(by) :])


def load(hand: HandFacts) -> Careers:
    """The stored careers that a hand continues. One statement."""
    rows = Career.objects.filter(
        player__in=[seat.player for seat in hand.seats],
        variant=hand.variant,
        period__in=career_periods(hand.day),
    )
    careers = Careers()
    for (player, period), state in kept_careers(rows, *KEY):
        careers.states[player, period] = state
        if period == ALL_TIME:
            careers.ratings[player] = Rating(state.rating, state.deviation)
    return careers
