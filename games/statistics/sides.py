"""Who was on whose side in a sealed hand, as conditions on one seat of it.

There are two sides: those who declare and those who defend. Whoever plays alone has nobody on his
side and everybody else against him. Lists and statistics ask the same question by these.

The other player's hands are named as a set that asks nothing of the seat: databases read it once.
Asked of each seat in turn, ten years of two players took four times as long.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from games.models import HandSeat

DECLARERS = (HandSeat.Role.TAKER, HandSeat.Role.PARTNER)
DECLARING = [str(role) for role in DECLARERS]
DEFENDING, ALONE = [str(HandSeat.Role.DEFENDER)], [str(HandSeat.Role.ALONE)]
TOGETHER = ((DECLARING, DECLARING), (DEFENDING, DEFENDING))
OPPOSED = ((DECLARING, DEFENDING), (DEFENDING, DECLARING), (ALONE, ALONE))


def hands_of(player: Q) -> QuerySet[HandSeat, Any]:
    """The keys of the sealed hands of a player, named by a condition on his seats."""
    return HandSeat.objects.filter(player).order_by().values("hand")


def beside(player: Q) -> Q:
    """The seat has this player on its own side."""
    return _where(TOGETHER, hands_of(player)) & ~player


def against(player: Q) -> Q:
    """The seat has this player on another side, in a hand that somebody won."""
    there = hands_of(player).filter(won__isnull=False)
    return _where(OPPOSED, there) & ~player


def _where(roles: Iterable[tuple[list[str], list[str]]], there: QuerySet[HandSeat, Any]) -> Q:
    """The seat has one of some roles, the player of these hands one of those that belong to it."""
    return reduce(
        or_, (Q(role__in=mine, hand__in=there.filter(role__in=his)) for mine, his in roles)
    )
