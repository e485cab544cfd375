"""Best and worst results anew, where the hand that made one of them was amended.

They are read from finer sums: those of the club from its players', of a year from its months'. Only
the finest are read from the seats themselves: a player's day, and his year by role, place and
companion.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Length

from games.models import HandSeat, Tally
from games.models.statistics import ALL_TIME
from games.statistics.facts import HandFacts
from games.statistics.hand_sums import seats_of
from games.statistics.periods import DAY, MONTH, YEAR, days_of, moments_of
from games.statistics.sides import against, beside
from games.statistics.tallies import Place

Kind = Tally.Kind
# The length of a period's name, and that of the next finer ones, for which sums are kept as well.
_FINER = {len(ALL_TIME): YEAR, YEAR: MONTH, MONTH: DAY}


def find_anew(hand: HandFacts, places: Iterable[Place]) -> None:
    """Write best and worst anew at places that a hand counts for: a statement to read and one to
    write for each."""
    for place in sorted(places, key=lambda place: (place.player is None, -len(place.period))):
        rows: QuerySet[Any]
        if place.player is None or _is_kept_finer(place):
            rows, best, worst = _finer(hand, place), Max("best_halves"), Min("worst_halves")
        else:
            rows, best, worst = _seats(hand, place), Max("score_halves"), Min("score_halves")
        found = rows.aggregate(best_halves=best, worst_halves=worst)
        here = {"club": hand.club, "variant": hand.variant, **place._asdict()}
        Tally.objects.filter(**here).update(**found)


def _is_kept_finer(place: Place) -> bool:
    """Whether there are sums of the same player for the parts of the period."""
    return len(place.period) < (DAY if place.kind == Kind.WHOLE else YEAR)


def _finer(hand: HandFacts, place: Place) -> QuerySet[Tally]:
    """The sums of which these are made: those of the players, or of the parts of the period."""
    rows = Tally.objects.filter(
        club=hand.club, variant=hand.variant, kind=place.kind, key=place.key
    )
    if place.player is None:
        return rows.filter(player__isnull=False, period=place.period)
    mine = rows.filter(player=place.player, period__startswith=place.period)
    return mine.alias(size=Length("period")).filter(size=_FINER[len(place.period)])


def _seats(hand: HandFacts, place: Place) -> QuerySet[HandSeat]:
    """The seats that count for a sum of a player."""
    begin, over = moments_of(*days_of(place.period))
    seats = seats_of(hand.club).filter(variant=hand.variant, player=place.player)
    seats = seats.filter(played_at__gte=begin, played_at__lt=over)
    if place.kind == Kind.PART:
        role, _slash, contract = place.key.partition("/")
        return seats.filter(role=role, contract=contract)
    if place.kind == Kind.SEAT:
        players, _slash, number = place.key.partition("/")
        there = HandSeat.objects.filter(hand=OuterRef("hand")).order_by().values("hand")
        seats = seats.alias(players=Subquery(there.annotate(n=Count("seat")).values("n")))
        return seats.filter(players=players, place=number)
    if place.kind in (Kind.WITH, Kind.AGAINST):
        other = Q(player=place.key)
        side = beside(other) if place.kind == Kind.WITH else against(other)
        return seats.filter(side, won__isnull=False)
    return seats
