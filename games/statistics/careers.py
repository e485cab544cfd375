"""Careers: rating and streaks, which depend on the order in which hands were played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """Rating and streaks up to some hand, named as in Career; a lost streak is negative."""

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
            self.streak = streak = self.streak + 1 if self.streak > 0 else 1
            if streak > self.longest_won:
                self.longest_won = streak
        else:
            self.streak = streak = self.streak - 1 if self.streak < 0 else -1
            if -streak > self.longest_lost:
                self.longest_lost = -streak


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
        periods, states = career_periods(hand.day), self.states
        for seat, rating in zip(hand.seats, rated(hand, before), strict=True):
            player, won = seat.player, seat.won
            self.ratings[player] = rating
            for period in periods:
                state = states.get((player, period))
                if state is None:
                    state = states[player, period] = CareerState()
                state.rating, state.deviation = rating
                state.count(won=won)


def kept_careers(
    careers: QuerySet[Career], *by: str
) -> Iterator[tuple[tuple[Any, ...], CareerState]]:
    """Yield the stored careers, each with some columns of its row. One statement."""
    for row in careers.values_list(*by, *STATE):
        yield row[: len(by)], CareerState(*row[len(by) :])


def load(variant: str, hands: Sequence[HandFacts]) -> Careers:
    """Return the stored careers that hands of one game continue. One statement."""
    rows = Career.objects.filter(
        player__in={seat.player for hand in hands for seat in hand.seats},
        variant=variant,
        period__in={period for hand in hands for period in career_periods(hand.day)},
    )
    careers = Careers()
    for (player, period), state in kept_careers(rows, *KEY):
        careers.states[player, period] = state
        if period == ALL_TIME:
            careers.ratings[player] = Rating(state.rating, state.deviation)
    return careers
