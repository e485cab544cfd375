"""Sealed hands as facts, read from their seats in the order of the club's chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Case, F, FilteredRelation, Q, QuerySet, When
from django.utils import timezone

from games.models import Club, Hand, HandSeat
from games.statistics.facts import HandFacts, SeatFacts

STRETCH = 5_000  # seals

# What is read of a seat's row: first what belongs to the hand, then what SeatFacts have, in their
# order. The moment stands in the row of the first seat only: on SQLite a time takes as long to read
# as everything else.
OF_THE_HAND = ("hand_id", "moment", "hand__match_id", "contract", "hand__margin_halves")
OF_THE_SEAT = {
    "player": "player_id",
    "role": "role",
    "score": "score_halves",
    "won": "won",
    "place": "place",
    "irregular": "irregular",
    "feats": "feats",
    "shown": "shown",
}
COLUMNS = (*OF_THE_HAND, *(OF_THE_SEAT[name] for name in SeatFacts._fields))
SEAT_FROM = len(OF_THE_HAND)


def facts_of_hand(hand: Hand) -> HandFacts:
    """Return the facts of a sealed hand that statistics need. One statement."""
    (facts,) = facts_of_hands(hand.club_id, hand.variant, [hand.pk])
    return facts


def facts_of_hands(club: int, variant: str, hands: Sequence[int]) -> list[HandFacts]:
    """Return those of several sealed hands of a club in one game. One statement.

    They are in the order of the keys given.
    """
    seats = _with_moment(HandSeat.objects.filter(hand__in=hands)).order_by("hand_id", "seat")
    rows = seats.values_list(*COLUMNS)
    found = {facts.hand: facts for facts in _facts(club, variant, rows)}
    return [found[hand] for hand in hands]


def in_the_order_of_the_chain(club: int, variant: str) -> Iterator[HandFacts]:
    """Yield the hands of a club in one game, in the order in which they were sealed.

    One statement for each section of the chain: a single one for all could exceed the time limit.
    """
    first = FilteredRelation("hand__revisions", condition=Q(hand__revisions__revision=1))
    seats = _with_moment(seats_of(club).filter(variant=variant)).annotate(first=first)
    in_order = seats.order_by("first__number", "hand_id", "seat")
    last = Club.objects.values_list("seals", flat=True).get(pk=club)
    for begin in range(0, last, STRETCH):
        # The club again, so that the database uses the index that begins with it.
        place = {"first__club": club, "first__number__gt": begin}
        section = in_order.filter(**place, first__number__lte=begin + STRETCH)
        yield from _facts(club, variant, section.values_list(*COLUMNS))


def _facts(club: int, variant: str, rows: Iterable[tuple[Any, ...]]) -> Iterator[HandFacts]:
    """Yield rows with `COLUMNS` as facts, hand by hand; they come in the order of the seats."""
    zone = timezone.get_current_timezone()
    for hand, group in groupby(rows, key=itemgetter(0)):
        together = list(group)
        _hand, played_at, match, contract, margin = together[0][:SEAT_FROM]
        seats = tuple([SeatFacts._make(row[SEAT_FROM:]) for row in together])
        day = played_at.astimezone(zone).date()
        yield HandFacts(hand, match, club, variant, day, contract, margin, seats)


def _with_moment(seats: QuerySet[HandSeat]) -> QuerySet[HandSeat, Any]:
    return seats.annotate(moment=Case(When(seat=0, then=F("played_at"))))


def seats_of(club: int) -> QuerySet[HandSeat]:
    """Return the seats of all sealed hands of a club."""
    return HandSeat.objects.filter(club=club, hand__state=Hand.State.SEALED)
