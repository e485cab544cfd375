"""Sealed hands as facts, read from their seats in the order of the club's chain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Case, F, FilteredRelation, Q, QuerySet, When
from django.utils import timezone

from games.models import Club, Hand, HandSeat
from games.statistics.facts import HandFacts, SeatFacts

BATCH = 2_000  # rows
STRETCH = 2_000  # seals

# Which columns of a seat's row say what.
OF_THE_HAND = {
    "hand": "hand_id",
    "match": "hand__match_id",
    "club": "club_id",
    "variant": "variant",
    "contract": "contract",
    "margin": "hand__margin_halves",
}
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
COLUMNS = (*OF_THE_HAND.values(), *(OF_THE_SEAT[name] for name in SeatFacts._fields))
SEAT_FROM = 1 + len(OF_THE_HAND)


def facts_of_hand(hand: Hand) -> HandFacts:
    """The facts of a sealed hand that statistics need. One statement."""
    return next(facts_of(HandSeat.objects.filter(hand=hand)))


def in_the_order_of_the_chain(club: int, variant: str) -> Iterator[HandFacts]:
    """The hands of a club in one game, in the order in which they were sealed.

    One statement for each section of the chain: a single one for all could run into the time limit.
    """
    seats = _in_order(seats_of(club).filter(variant=variant))
    last = Club.objects.values_list("seals", flat=True).get(pk=club)
    for begin in range(0, last, STRETCH):
        # The club again, so that the database uses the index that begins with it.
        place = {"first__club": club, "first__number__gt": begin}
        yield from _facts(seats.filter(**place, first__number__lte=begin + STRETCH))


def facts_of(seats: Any) -> Iterator[HandFacts]:
    """The hands of these seats, in the order in which they were sealed. One statement.

    `seats`: rows of HandSeat, with all the seats of each hand.
    """
    return _facts(_in_order(seats))


def _facts(ordered: Any) -> Iterator[HandFacts]:
    # The time of the first seat only: on SQLite it takes as long to read as everything else.
    ordered = ordered.annotate(moment=Case(When(seat=0, then=F("played_at"))))
    rows = ordered.values_list("moment", *COLUMNS).iterator(chunk_size=BATCH)
    zone = timezone.get_current_timezone()
    for _hand, group in groupby(rows, key=itemgetter(1)):
        together = list(group)
        played_at, *of_the_hand = together[0][:SEAT_FROM]
        seats = tuple([SeatFacts._make(row[SEAT_FROM:]) for row in together])
        facts = dict(zip(OF_THE_HAND, of_the_hand, strict=True))
        yield HandFacts(day=timezone.localdate(played_at, zone), seats=seats, **facts)


def _in_order(seats: Any) -> Any:
    """Seats in the order in which their hands were first sealed. `first__number` is the number of
    that seal in the chain."""
    first = FilteredRelation("hand__revisions", condition=Q(hand__revisions__revision=1))
    return seats.annotate(first=first).order_by(F("first__number"), "hand_id", "seat")


def seats_of(club: int) -> QuerySet[HandSeat]:
    """The seats of all sealed hands of a club."""
    return HandSeat.objects.filter(club=club, hand__state=Hand.State.SEALED)
