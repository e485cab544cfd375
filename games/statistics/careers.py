"""Careers: rating and streaks, which depend on the order in which hands were sealed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Career
from games.models.statistics import ALL_TIME
from games.statistics.facts import HandFacts, SeatFacts, career_periods
from games.statistics.rating import Rating, rated
from games.statistics.upsert import Upsert


@dataclass(slots=True)
class Course:
    """Rating and streaks of a player up to some hand; a streak of lost hands is negative."""

    rating: float = Rating().value
    deviation: float = Rating().deviation
    rated: int = 0
    streak: int = 0
    longest_won: int = 0
    longest_lost: int = 0

    def go_on(self, seat: SeatFacts, rating: Rating, *, counts: bool) -> None:
        """After one more hand with this result for the player; `counts`: it was rated."""
        self.rating, self.deviation = rating
        self.rated += counts
        if seat.won is None:
            return
        if seat.won:
            self.streak = max(self.streak, 0) + 1
            self.longest_won = max(self.longest_won, self.streak)
        else:
            self.streak = min(self.streak, 0) - 1
            self.longest_lost = max(self.longest_lost, -self.streak)

    def values(self) -> tuple[float, ...]:
        """The columns, in the order of COLUMNS."""
        return (
            self.rating,
            self.deviation,
            self.rated,
            self.streak,
            self.longest_won,
            self.longest_lost,
        )


COLUMNS = tuple(Course.__slots__)
Careers = dict[tuple[int, str], Course]  # by player and period


def go_on(careers: Careers, hand: HandFacts) -> None:
    """Take one more hand into the careers of its players."""
    courses = [careers.setdefault((seat.player, ALL_TIME), Course()) for seat in hand.seats]
    ratings = rated(hand, [Rating(course.rating, course.deviation) for course in courses])
    counts = hand.is_played_for()
    for seat, rating in zip(hand.seats, ratings, strict=True):
        for period in career_periods(hand.day):
            course = careers.setdefault((seat.player, period), Course())
            course.go_on(seat, rating, counts=counts)


def load(hand: HandFacts) -> Careers:
    """The careers that a hand goes on with. One statement."""
    rows = Career.objects.filter(
        player__in=[seat.player for seat in hand.seats],
        variant=hand.variant,
        period__in=career_periods(hand.day),
    )
    found = rows.values_list("player_id", "period", *COLUMNS)
    return {(player, period): Course(*values) for player, period, *values in found}


def rows_of(club: int, variant: str, careers: Careers) -> Iterable[tuple[object, ...]]:
    """The rows of the table, in the order of WHERE and COLUMNS."""
    for (player, period), course in sorted(careers.items()):
        yield (club, player, variant, period, *course.values())


WHERE = ("club_id", "player_id", "variant", "period")
UPSERT = Upsert(Career, (*WHERE, *COLUMNS), ("player_id", "variant", "period"), {}, fixed=WHERE)
