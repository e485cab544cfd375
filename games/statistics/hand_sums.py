"""Sealed hands as facts, read from the seats in the order of the club's chain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet
from django.utils import timezone

from games.models import Club, Hand, HandSeat
from games.statistics.facts import HandFacts, SeatFacts

BATCH = 2_000  # rows
STRETCH = 2_000  # seals

SEAT_COLUMNS = ("player_id", "role", "score_halves", "won", "place", "irregular")
HAND_COLUMNS = ("hand_id", "hand__match_id", "club_id", "variant", "first__number", "played_at",
                "contract", "hand__won", "hand__margin_halves")  # fmt: skip


def facts_of_hand(hand: Hand) -> HandFacts:
    """What the statistics ask of a sealed hand. One statement."""
    return next(facts_of(HandSeat.objects.filter(hand=hand)))


def facts_behind(number: int, club: int, variant: str) -> Iterator[HandFacts]:
    """The hands of a club in one game that were sealed behind a place of its chain, in their order.

    A statement for each stretch of the chain: one for all would take longer than one may.
    """
    seats = in_order(seats_of(club).filter(variant=variant))
    last = Club.objects.values_list("seals", flat=True).get(pk=club)
    for begin in range(number, last, STRETCH):
        # The club once more: an index has the places of one chain together.
        place = {"first__club": club, "first__number__gt": begin}
        yield from _facts(seats.filter(**place, first__number__lte=begin + STRETCH))


def facts_of(seats: Any) -> Iterator[HandFacts]:
    """The hands of these seats, in the order in which they were sealed. One statement.

    `seats`: HandSeat rows, all those of each hand.
    """
    return _facts(in_order(seats))


def _facts(ordered: Any) -> Iterator[HandFacts]:
    rows = ordered.values_list(*HAND_COLUMNS, *SEAT_COLUMNS).iterator(chunk_size=BATCH)
    width = len(HAND_COLUMNS)
    for _hand, group in groupby(rows, key=itemgetter(0)):
        together = list(group)
        hand, match, club, variant, number, when, contract, won, margin = together[0][:width]
        day = timezone.localdate(when)
        players = tuple(SeatFacts(*row[width:]) for row in together)
        yield HandFacts(
            hand, match, club, variant, number, when, day, contract, won, margin, players
        )


def in_order(seats: Any) -> Any:
    """Seats in the order in which their hands were sealed first, with the place of that in the
    chain as `first__number`."""
    first = FilteredRelation("hand__revisions", condition=Q(hand__revisions__revision=1))
    return seats.annotate(first=first).order_by(F("first__number"), "hand_id", "seat")


def seats_of(club: int) -> QuerySet[HandSeat]:
    """The seats of all sealed hands of a club."""
    return HandSeat.objects.filter(club=club, hand__state=Hand.State.SEALED)
