"""What a player's page is narrowed down to, as seats; periods as days."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import HandSeat, Player
from games.models.statistics import ALL_TIME
from games.statistics.facts import DECLARERS

DECLARING = [str(role) for role in DECLARERS]


@dataclass(frozen=True, slots=True)
class Scope:
    """The hands of a player that count; what is empty narrows nothing down.

    `partner` was on the same side, `opponent` on another; `event` is a part of the match's title;
    `period` a year or a month, `2026` or `2026-11`; `since` and `until` the first and the last day.
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
    def narrow(self) -> dict[str, Any]:
        """What does narrow the hands down, by name."""
        pairs = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in pairs.items() if value}

    @property
    def is_counted(self) -> bool:
        """Whether the sums of this scope are kept, so that no hand need be looked at."""
        return set(self.narrow) <= {"variant", "period"} and len(self.period) in (0, 4)

    def seats_of(self, player: Player) -> QuerySet[HandSeat]:
        """The seats of the player in these hands."""
        exact = {name: self.narrow[name] for name in EXACT if name in self.narrow}
        seats = HandSeat.objects.filter(player=player, **exact)
        if self.event:
            seats = seats.filter(hand__match__title__icontains=self.event)
        if self.partner is not None:
            seats = seats.filter(_beside(self.partner))
        if self.opponent is not None:
            there = Exists(_seats_of(self.opponent))
            seats = seats.filter(there, won__isnull=False).exclude(_beside(self.opponent))
        for since, until in (days_of(self.period), (self.since, self.until)):
            seats = _within(seats, since, until)
        return seats


EXACT = ("variant", "role", "contract")


def _seats_of(player: Player) -> QuerySet[HandSeat]:
    return HandSeat.objects.filter(hand=OuterRef("hand"), player=player)


def _beside(player: Player) -> Q:
    """Seats on the same side as this player: both declare, or both defend. Whoever plays alone has
    nobody on his side."""
    found = Q()
    for side in (DECLARING, [HandSeat.Role.DEFENDER]):
        found |= Q(Exists(_seats_of(player).filter(role__in=side)), role__in=side)
    return found


def days_of(period: str) -> tuple[date | None, date | None]:
    """The first and the last day of a year or a month; None and None for all time.

    Raises ValueError for anything else.
    """
    if not period:
        return None, None
    if len(period) == len("2026"):
        year = int(period)
        return date(year, 1, 1), date(year, 12, 31)
    first = date.fromisoformat(f"{period}-01")
    return first, first.replace(day=monthrange(first.year, first.month)[1])


def _within(seats: QuerySet[HandSeat], since: date | None, until: date | None) -> Any:
    if since is not None:
        seats = seats.filter(played_at__gte=_midnight(since))
    if until is not None and until < date.max:
        seats = seats.filter(played_at__lt=_midnight(until + timedelta(days=1)))
    return seats


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, timezone.get_current_timezone())
