"""Sealed hands as facts, read from their seats in the order of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Case, F, Q, QuerySet, When
from django.utils import timezone

from games.models import Hand, HandSeat
from games.statistics.facts import HandFacts, SeatFacts

STRETCH = 5_000  # hands

# What is read of a seat's row: first what belongs to the hand, then what SeatFacts have, in their
# order. The moment stands in the row of the first seat only: on SQLite a time takes as long to read
# as everything else.
OF_THE_HAND = (
    *("hand_id", "moment", "hand__number"),
    *("hand__match_id", "contract", "hand__margin_halves"),
)
IN_ORDER = ("hand__played_at", "hand__match_id", "hand__number")
NAMED = {"player": "player_id", "score": "score_halves"}  # the columns with other names
OF_THE_SEAT = tuple(NAMED.get(name, name) for name in SeatFacts._fields)
COLUMNS = (*OF_THE_HAND, *OF_THE_SEAT)
SEAT_FROM = len(OF_THE_HAND)


def facts_of_hand(hand: Hand) -> HandFacts:
    """Return the facts of a sealed hand that statistics need. One statement."""
    (facts,) = facts_of_hands(hand.club_id, hand.variant, [hand.pk])
    return facts


def facts_of_hands(club: int, variant: str, hands: Sequence[int]) -> list[HandFacts]:
    """Return the facts of sealed hands, in the order of their keys. One statement."""
    seats = _with_moment(HandSeat.objects.filter(hand__in=hands)).order_by("hand_id", "seat")
    rows = seats.values_list(*COLUMNS)
    by_key = {facts.hand: facts for facts in _facts(club, variant, rows)}
    return [by_key[hand] for hand in hands]


def in_the_order_of_play(club: int, variant: str) -> Iterator[HandFacts]:
    """Yield the hands of a club in one game, in the order in which they were played.

    Two statements for each section: a single one for all could exceed the time limit.
    """
    hands = Hand.objects.sealed().filter(club=club, variant=variant).order_by("played_at")
    seats = _with_moment(HandSeat.objects.filter(hand__club=club, hand__state=Hand.State.SEALED))
    in_order = seats.filter(hand__variant=variant).order_by(*IN_ORDER, "seat")
    ends = hands.values_list("played_at", flat=True)
    while True:
        end = ends[STRETCH - 1 : STRETCH].first()
        section = in_order if end is None else in_order.filter(hand__played_at__lte=end)
        yield from _facts(club, variant, section.values_list(*COLUMNS))
        if end is None:
            return
        ends = ends.filter(played_at__gt=end)
        in_order = in_order.filter(hand__played_at__gt=end)


def come_late(variant: str, hands: Sequence[HandFacts]) -> bool:
    """Return whether somebody in these hands is in another that was played later. One statement.

    Hands of different people may change places: that changes nothing that follows from the order.
    """
    later = Q(pk=None)
    for hand in hands:
        same = Q(played_at=hand.moment)
        after = Q(played_at__gt=hand.moment) | same & Q(hand__match__gt=hand.match)
        after |= same & Q(hand__match=hand.match, hand__number__gt=hand.number)
        later |= after & Q(player__in=[seat.player for seat in hand.seats])
    others = HandSeat.objects.exclude(hand__in=[hand.hand for hand in hands])
    return others.filter(later, variant=variant).exists()


def _facts(club: int, variant: str, rows: Iterable[tuple[Any, ...]]) -> Iterator[HandFacts]:
    """Yield rows with `COLUMNS` as facts, hand by hand; they come in the order of the seats."""
    zone = timezone.get_current_timezone()
    for hand, group in groupby(rows, key=itemgetter(0)):
        together = list(group)
        _hand, played_at, number, match, contract, margin = together[0][:SEAT_FROM]
        seats = tuple([SeatFacts._make(row[SEAT_FROM:]) for row in together])
        day = played_at.astimezone(zone).date()
        yield HandFacts(hand, played_at, number, match, club, variant, day, contract, margin, seats)


def _with_moment(seats: QuerySet[HandSeat]) -> QuerySet[HandSeat, Any]:
    return seats.annotate(moment=Case(When(seat=0, then=F("played_at"))))
