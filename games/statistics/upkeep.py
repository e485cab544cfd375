"""Writing the statistics: one more hand, or all hands of a club anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, FilteredRelation, Model, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from games.models import Career, Club, ClubRecord, Hand, HandSeat, Tally
from games.statistics import careers, club_records, tallies
from games.statistics.facts import HandFacts, SeatFacts

BATCH = 2_000

SEAT_COLUMNS = ("player_id", "role", "score_halves", "won", "place", "irregular")
HAND_COLUMNS = ("hand_id", "hand__match_id", "club_id", "variant", "played_at", "contract",
                "hand__won", "hand__margin_halves")  # fmt: skip


def add(hand: Hand) -> None:
    """Take a hand that has just been sealed into the statistics: seven statements or eight.

    Runs inside the caller's transaction, after its columns were written and while the row of its
    club is locked, so that hands are counted in the order of the chain.
    """
    facts = facts_of_hand(hand)
    tallies.add(facts)
    courses = careers.load(facts)
    careers.go_on(courses, facts)
    careers.UPSERT.write(list(careers.rows_of(facts.club, facts.variant, courses)))
    records = club_records.load(facts)
    changed = club_records.go_on(records, facts, courses, _match_totals(facts))
    club_records.UPSERT.write(
        [
            club_records.row_of(facts.club, facts.variant, kind, records[kind])
            for kind in sorted(changed)
        ]
    )


def _match_totals(hand: HandFacts) -> club_records.MatchTotals:
    rows = HandSeat.objects.filter(hand__match=hand.match).order_by().values_list("player_id")
    return {(hand.match, player): total for player, total in rows.annotate(Sum("score_halves"))}


def facts_of_hand(hand: Hand) -> HandFacts:
    """What the statistics ask of a sealed hand. One statement."""
    return next(facts_of(HandSeat.objects.filter(hand=hand)))


def facts_of(seats: Any) -> Iterator[HandFacts]:
    """The hands of these seats, in the order in which they were sealed. One statement.

    `seats`: HandSeat rows, all those of each hand.
    """
    first = FilteredRelation("hand__revisions", condition=Q(hand__revisions__revision=1))
    rows = (
        seats.annotate(first=first)
        .order_by(F("first__number"), "hand_id", "seat")
        .values_list(*HAND_COLUMNS, *SEAT_COLUMNS)
        .iterator(chunk_size=BATCH)
    )
    width = len(HAND_COLUMNS)
    for _hand, group in groupby(rows, key=itemgetter(0)):
        together = list(group)
        hand, match, club, variant, when, contract, won, margin = together[0][:width]
        day = timezone.localdate(when)
        players = tuple(SeatFacts(*row[width:]) for row in together)
        yield HandFacts(hand, match, club, variant, when, day, contract, won, margin, players)


def rebuild(club: Club, step: Callable[[], None] = lambda: None) -> None:
    """Make all statistics of a club anew from its sealed hands, in the order of its chain.

    For whatever changes the result of a hand that was sealed before, and for hands that were loaded
    in bulk. `step` is called after each hand. One transaction, which holds the club's chain.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        for model in (ClubRecord, Career, Tally):
            model.objects.filter(club=club).delete()
        games = _seats_of(club.pk).order_by().values_list("variant", flat=True).distinct()
        for variant in sorted(games):
            _count(club.pk, variant, step)


def recount(hand: Hand) -> None:
    """Make the statistics of a club in one game anew: that of a hand whose result has changed.

    Runs inside the caller's transaction, while the row of the club is locked.
    """
    for model in (ClubRecord, Career, Tally):
        model.objects.filter(club=hand.club_id, variant=hand.variant).delete()
    _count(hand.club_id, hand.variant)


def _seats_of(club: int) -> QuerySet[HandSeat]:
    return HandSeat.objects.filter(club=club, hand__state=Hand.State.SEALED)


def _count(club: int, variant: str, step: Callable[[], None] = lambda: None) -> None:
    """Count all hands of a club in one game; nothing of it is counted yet."""
    _Book(club, variant).write(facts_of(_seats_of(club).filter(variant=variant)), step)


class _Book:
    """The statistics of a club in one game, from its first hand on."""

    def __init__(self, club: int, variant: str) -> None:
        self.club = club
        self.variant = variant
        self.courses: careers.Careers = {}
        self.records: club_records.Records = {}
        self.totals: club_records.MatchTotals = {}

    def write(self, hands: Iterable[HandFacts], step: Callable[[], None]) -> None:
        """Go through the hands in their order, and write what they come to."""
        counted = tallies.count(self._followed(hands, step))
        _bulk(
            Tally,
            (*tallies.WHERE, *tallies.COLUMNS),
            (
                tallies.row_of(self.club, self.variant, place, sums)
                for place, sums in counted.items()
            ),
        )
        _bulk(
            Career,
            (*careers.WHERE, *careers.COLUMNS),
            careers.rows_of(self.club, self.variant, self.courses),
        )
        _bulk(
            ClubRecord,
            club_records.COLUMNS,
            (
                club_records.row_of(self.club, self.variant, kind, best)
                for kind, best in self.records.items()
            ),
        )

    def _followed(
        self, hands: Iterable[HandFacts], step: Callable[[], None]
    ) -> Iterator[HandFacts]:
        """The hands, each after it was taken into careers and records."""
        for hand in hands:
            careers.go_on(self.courses, hand)
            for seat in hand.seats:
                place = (hand.match, seat.player)
                self.totals[place] = self.totals.get(place, 0) + seat.score
            club_records.go_on(self.records, hand, self.courses, self.totals)
            yield hand
            step()


def _bulk(model: Any, columns: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    made = (model(**dict(zip(columns, row, strict=True))) for row in rows)
    while batch := list(islice(made, BATCH)):
        model.objects.bulk_create(batch)


def fill_gaps(**signal: Any) -> None:
    """After a migration: make the statistics of clubs that have sealed hands and none yet.

    Not on the way back, nor where the migration went no further than to an older set of tables.
    """
    if any(backwards for _migration, backwards in signal.get("plan", ())):
        return
    if "apps" in signal and not _knows(signal["apps"], Tally, Career, ClubRecord):
        return
    counted = Tally.objects.filter(club=OuterRef("pk"))
    for club in Club.objects.filter(~Exists(counted), seals__gt=0):
        rebuild(club)


def _knows(state: Any, *models: type[Model]) -> bool:
    """Whether the tables of these models are there after a migration."""
    known = {(model._meta.app_label, model.__name__) for model in state.get_models()}
    return all((model._meta.app_label, model.__name__) in known for model in models)
