"""The hands that a player's page is limited to, as a query for seats."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from games.models import HandSeat, Player
from games.models.running import seats_held
from games.models.statistics import ALL_TIME
from games.statistics.periods import YEAR, days_of, moments_of


@dataclass(frozen=True, slots=True)
class HandScope:
    """Which hands of a player count.

    They are those of a game (all games if blank), of a period as in `games.statistics.periods`,
    `narrowed` down by any other conditions on the seats.
    """

    variant: str = ""
    period: str = ALL_TIME
    narrowed: Q = field(default_factory=Q)

    @property
    def is_counted(self) -> bool:
        """Return whether the sums of this scope are stored, so that no hands have to be read."""
        return not self.narrowed and len(self.period) in (0, YEAR)

    def seats_of(self, player: Player) -> QuerySet[HandSeat]:
        """Return the seats of the player in these hands."""
        seats = HandSeat.objects.filter(self.narrowed, player=player).exclude(seats_held())
        if self.variant:
            seats = seats.filter(variant=self.variant)
        begin, over = moments_of(*days_of(self.period))
        if begin is not None:
            seats = seats.filter(played_at__gte=begin)
        if over is not None:
            seats = seats.filter(played_at__lt=over)
        return seats
