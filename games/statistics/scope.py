"""What a player's page is narrowed down to, as seats."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from games.models import HandSeat, Player
from games.models.statistics import ALL_TIME
from games.statistics.periods import YEAR, days_of, moments_of


@dataclass(frozen=True, slots=True)
class Scope:
    """The hands of a player that count: of a game, blank for all; of a period, as in
    `games.statistics.periods`; and `narrowed` down by whatever else is asked of the seats."""

    variant: str = ""
    period: str = ALL_TIME
    narrowed: Q = field(default_factory=Q)

    @property
    def is_counted(self) -> bool:
        """Whether the sums of this scope are kept, so that no hand need be looked at."""
        return not self.narrowed and len(self.period) in (0, YEAR)

    def seats_of(self, player: Player) -> QuerySet[HandSeat]:
        """The seats of the player in these hands."""
        seats = HandSeat.objects.filter(self.narrowed, player=player)
        if self.variant:
            seats = seats.filter(variant=self.variant)
        begin, over = moments_of(*days_of(self.period))
        if begin is not None:
            seats = seats.filter(played_at__gte=begin)
        if over is not None:
            seats = seats.filter(played_at__lt=over)
        return seats
