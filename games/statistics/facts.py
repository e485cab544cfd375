"""The facts (half points) of a sealed hand that statistics need, and the periods it belongs to."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from games.models.statistics import ALL_TIME
from games.statistics.periods import month_of, year_of
from games.statistics.sides import DECLARING, DEFENDING

# Seats with the same value win and lose together; a seat that is not named has no partner.
SIDES = dict.fromkeys(DECLARING, DECLARING[0]) | dict.fromkeys(DEFENDING, DEFENDING[0])


class SeatFacts(NamedTuple):
    """The result of one seat.

    `place` counts from 1, the seat after the dealer; the dealer has the last one. `irregular`: this
    seat did something irregular. `feats`: a bit for each feat that its side was paid for; `shown`:
    the most cards that it showed at once.
    """

    player: int
    role: str
    score: int
    won: bool | None
    place: int
    irregular: bool
    feats: int | None = 0
    shown: int = 0

    @property
    def side(self) -> str:
        """Return what seats that win and lose together share; "" if nobody has a partner."""
        return SIDES.get(self.role, "")


Turn = tuple[datetime, int, int]  # moment, match, number in it


class HandFacts(NamedTuple):
    """A sealed hand. `margin`: half points above (or below) what the taker needed.

    `moment` and `number` (in its match) say when it was played; hands that were typed in after
    their day all have its last moment.
    """

    hand: int
    moment: datetime
    number: int
    match: int
    club: int
    variant: str
    day: date
    contract: str
    margin: int | None
    seats: tuple[SeatFacts, ...]

    @property
    def turn(self) -> Turn:
        """Return its place in the order of play."""
        return self.moment, self.match, self.number

    def is_played_for(self) -> bool:
        """Return whether somebody could win the hand: it was neither thrown in nor annulled."""
        return any(seat.won is not None for seat in self.seats)


@lru_cache(maxsize=1_024)
def career_periods(day: date) -> tuple[str, ...]:
    """Return the periods for which rating and streaks are kept."""
    return (ALL_TIME, year_of(day), month_of(day))
