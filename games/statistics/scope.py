"""What a player's page is narrowed down to, as seats."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from games.models import HandSeat, Player
from games.models.narrowing import Narrowing
from games.models.statistics import ALL_TIME
from games.statistics.periods import YEAR, days_of, moments_of
from games.statistics.sides import against, beside


@dataclass(frozen=True, slots=True)
class Scope(Narrowing):
    """The hands of a player that count; what is empty narrows nothing down.

    `partner` was on the same side, `opponent` on another; `event` is a part of the match's title;
    `period` as in `games.statistics.periods`; `since` and `until` the first and the last day.
    """

    variant: str = ""
    role: str = ""
    contract: str = ""
    partner: Player | None = None
    opponent: Player | None = None
    event: str = ""
    period: str = ALL_TIME
    since: date | None = None
    until: date | None = None

    @property
    def is_counted(self) -> bool:
        """Whether the sums of this scope are kept, so that no hand need be looked at."""
        return set(self.narrow) <= {"variant", "period"} and len(self.period) in (0, YEAR)

    def seats_of(self, player: Player) -> QuerySet[HandSeat]:
        """The seats of the player in these hands."""
        exact = {name: self.narrow[name] for name in EXACT if name in self.narrow}
        seats = HandSeat.objects.filter(player=player, **exact)
        if self.event:
            seats = seats.filter(hand__match__title__icontains=self.event)
        if self.partner is not None:
            seats = seats.filter(beside(Q(player=self.partner)))
        if self.opponent is not None:
            seats = seats.filter(against(Q(player=self.opponent)))
        begin, over = moments_of(*self.bounds)
        if begin is not None:
            seats = seats.filter(played_at__gte=begin)
        if over is not None:
            seats = seats.filter(played_at__lt=over)
        return seats

    @property
    def bounds(self) -> tuple[date | None, date | None]:
        """The first and the last day that are both in the period and between the two days."""
        first, last = days_of(self.period)
        return (
            max(filter(None, (first, self.since)), default=None),
            min(filter(None, (last, self.until)), default=None),
        )


EXACT = ("variant", "role", "contract")
