"""Who was on whose side in a sealed hand, as conditions on one of its seats.

There are two sides, declarers and defenders. Somebody who plays alone has nobody on their side and
everybody else against them. Lists and statistics use the same conditions.

The other player's seat is asked for in the same hand at the same time: a seat's time is that of its
hand. So one index of seats (`seat_latest`) holds all that is compared, and for a page the database
stops at the fiftieth hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.lookups import In

from games.models import HandSeat

DECLARERS = (HandSeat.Role.TAKER, HandSeat.Role.PARTNER)
DECLARING = [str(role) for role in DECLARERS]
DEFENDING, ALONE = [str(HandSeat.Role.DEFENDER)], [str(HandSeat.Role.ALONE)]
TOGETHER = ((DECLARING, DECLARING), (DEFENDING, DEFENDING))
OPPOSED = ((DECLARING, DEFENDING), (DEFENDING, DECLARING), (ALONE, ALONE))


def hands_of(player: Q) -> QuerySet[HandSeat, Any]:
    """Return the primary keys of a player's sealed hands; `player` is a condition on the seats."""
    return HandSeat.objects.filter(player).order_by().values("hand")


def together(player: Q) -> Q:
    """Return a condition: the seat has this player on its own side."""
    return _where(TOGETHER, player)


def against(player: Q) -> Q:
    """Return a condition: the seat has this player on another side, in a hand that somebody won."""
    return _where(OPPOSED, player & Q(won__isnull=False))


def _where(roles: Iterable[tuple[list[str], list[str]]], player: Q) -> Q:
    """Return a condition: the seat has one of `roles`, the player one that goes with it."""
    fits = (Q(In(OuterRef("role"), mine), role__in=theirs) for mine, theirs in roles)
    there = HandSeat.objects.filter(player, hand=OuterRef("hand"), played_at=OuterRef("played_at"))
    return Q(Exists(there.filter(reduce(or_, fits)).exclude(player=OuterRef("player"))))
