"""Who was on whose side in a sealed hand, as conditions on one seat of it.

There are two sides: those who declare and those who defend. Whoever plays alone has nobody on his
side and everybody else against him. Lists and statistics ask the same question by these.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.lookups import In

from games.models import HandSeat

DECLARERS = (HandSeat.Role.TAKER, HandSeat.Role.PARTNER)
SIDES = ([str(role) for role in DECLARERS], [str(HandSeat.Role.DEFENDER)])


def beside(player: Q) -> Q:
    """The seat has this player on its own side."""
    return Q(Exists(_others(player).filter(_on_one_side())))


def against(player: Q) -> Q:
    """The seat has this player on another side, in a hand that somebody won."""
    return Q(Exists(_others(player).filter(~_on_one_side(), won__isnull=False)))


def _others(player: Q) -> QuerySet[HandSeat]:
    """The other seats of the hand, where this player sits there."""
    others = HandSeat.objects.filter(player, hand=OuterRef("hand"))
    return others.exclude(seat=OuterRef("seat"))


def _on_one_side() -> Q:
    """Both seats declare, or both defend. Within one EXISTS, so that a database may look for the
    hands of both players at once instead of going through those of one."""
    return reduce(or_, (Q(In(OuterRef("role"), side), role__in=side) for side in SIDES))
