"""What statistics ask of a sealed hand, and the periods it belongs to. Scores are half points."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from games.models import HandSeat
from games.models.statistics import ALL_TIME
from games.statistics.periods import month_of, year_of
from games.statistics.sides import DECLARERS


class SeatFacts(NamedTuple):
    """What the hand brought one seat. `place` counts from 1, the seat after the dealer; the dealer
    has the last one. `irregular`: this seat did something that the table let stand."""

    player: int
    role: str
    score: int
    won: bool | None
    place: int
    irregular: bool

    @property
    def side(self) -> str:
        """Seats of one side win and lose together; "" where nobody has a partner."""
        if self.role in DECLARERS:
            return HandSeat.Role.TAKER
        return self.role if self.role == HandSeat.Role.DEFENDER else ""


class HandFacts(NamedTuple):
    """A sealed hand. `number`: of its first seal, in the chain of the club. `margin`: half points
    over (under) what the taker needed."""

    hand: int
    match: int
    club: int
    variant: str
    number: int
    when: datetime
    day: date
    contract: str
    won: bool | None
    margin: int | None
    seats: tuple[SeatFacts, ...]

    def is_played_for(self) -> bool:
        """Whether somebody could win it: not thrown in, not annulled."""
        return any(seat.won is not None for seat in self.seats)


def standing_periods(day: date) -> tuple[str, ...]:
    """The periods for which league tables and balances are kept."""
    return (ALL_TIME, year_of(day), month_of(day), day.isoformat())


def detailed_periods(day: date) -> tuple[str, ...]:
    """The periods for which roles, seats and companions are counted."""
    return (ALL_TIME, year_of(day))


def career_periods(day: date) -> tuple[str, ...]:
    """The periods for which rating and streaks are kept."""
    return (ALL_TIME, year_of(day), month_of(day))
