"""Writing the statistics: one more hand, or all hands of a club anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Sum

from games.models import Career, Club, ClubRecord, Hand, HandSeat, Milestone, Tally
from games.models.statistics import ALL_TIME
from games.statistics import (
    career_changes,
    careers,
    club_records,
    milestones,
    record_changes,
    tallies,
    tally_changes,
)
from games.statistics.facts import HandFacts
from games.statistics.hand_sums import BATCH, facts_behind, facts_of_hand, seats_of
from games.statistics.rating import Rating


def add(hand: Hand) -> None:
    """Take a hand that has just been sealed into the statistics: seven statements or eight, two
    more where milestones are due.

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
    milestones.set_here(facts.club, facts.number)


def _match_totals(hand: HandFacts) -> club_records.MatchTotals:
    rows = HandSeat.objects.filter(hand__match=hand.match).order_by().values_list("player_id")
    return {(hand.match, player): total for player, total in rows.annotate(Sum("score_halves"))}


def rebuild(club: Club, step: Callable[[], None] = lambda: None) -> None:
    """Make all statistics of a club anew from its sealed hands, in the order of its chain.

    For whatever changes the result of a hand that was sealed before, and for hands that were loaded
    in bulk. `step` is called after each hand. One transaction, which holds the club's chain.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        for model in (ClubRecord, Career, Milestone, Tally):
            model.objects.filter(club=club).delete()
        games = seats_of(club.pk).order_by().values_list("variant", flat=True).distinct()
        for variant in sorted(games):
            _count(club.pk, variant, step)


def put_right(before: HandFacts, after: HandFacts) -> None:
    """Count a sealed hand as it is now instead of as it was.

    Runs inside the caller's transaction, after its columns were written and while the row of the
    club is locked. It costs what depends on the hand: the statements of its own sums, the hands of
    its players where somebody won who had lost, and then the rating of all hands since.
    """
    tally_changes.put_right(before, after)
    streaks = career_changes.put_right(before, after)
    record_changes.put_right(after, streaks)


def _count(club: int, variant: str, step: Callable[[], None] = lambda: None) -> None:
    """Count all hands of a club in one game; nothing of it is counted yet."""
    _Book(club, variant).write(facts_behind(0, club, variant), step)


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
        way, number = milestones.Way(), 0
        for hand in hands:
            number = hand.number
            way.come_to(number, self._ratings)
            careers.go_on(self.courses, hand)
            for seat in hand.seats:
                place = (hand.match, seat.player)
                self.totals[place] = self.totals.get(place, 0) + seat.score
            club_records.go_on(self.records, hand, self.courses, self.totals)
            yield hand
            step()
        way.come_to(number + 1, self._ratings)
        milestones.replace(self.club, self.variant, way.noted, behind=0)

    def _ratings(self) -> milestones.Ratings:
        """The ratings of all players as they are now."""
        return {
            player: Rating(course.rating, course.deviation)
            for (player, period), course in self.courses.items()
            if period == ALL_TIME
        }


def _bulk(model: Any, columns: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    made = (model(**dict(zip(columns, row, strict=True))) for row in rows)
    while batch := list(islice(made, BATCH)):
        model.objects.bulk_create(batch)
