"""Who was on whose side in a sealed hand, as conditions on one of its seats.

There are two sides, declarers and defenders. Somebody who plays alone has nobody on their side and
everybody else against them. Lists and statistics use the same conditions.

The other player's hands are written as a set that does not depend on the seat, so that the database
reads them once. With a condition that is checked for each seat, ten years of two players took four
times as long.
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
    """The primary keys of a player's sealed hands; `player` is a condition on the seats."""
    return HandSeat.objects.filter(player).order_by().values("hand")


def beside(player: Q) -> Q:
    """The seat has this player on its own side."""
    return _where(TOGETHER, hands_of(player)) & ~player


def against(player: Q) -> Q:
    """The seat has this player on another side, in a hand that somebody won."""
    there = hands_of(player).filter(won__isnull=False)
    return _where(OPPOSED, there) & ~player


def _where(roles: Iterable[tuple[list[str], list[str]]], there: QuerySet[HandSeat, Any]) -> Q:
    """The seat has one of `roles`, and the player of these hands has a role that belongs to it."""
    return reduce(
        or_, (Q(role__in=mine, hand__in=there.filter(role__in=theirs)) for mine, theirs in roles)
    )
