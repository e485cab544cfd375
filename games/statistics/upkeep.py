"""Writing the statistics: adding one hand, or counting all hands of a game again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Sum

from games.models import Club, Hand, HandSeat
from games.statistics import careers, club_records, tallies
from games.statistics.facts import HandFacts
from games.statistics.game_rows import StatisticsTable
from games.statistics.sealed_hands import facts_of_hand, in_the_order_of_the_chain, seats_of

Step = Callable[[], None]
TABLES = (club_records.TABLE, careers.TABLE, tallies.TABLE)


def add(hand: Hand) -> None:
    """Add a hand that has just been sealed to the statistics: seven or eight statements.

    Runs inside the caller's transaction, after the columns of the hand have been written and while
    the row of its club is locked, so that hands are counted in the order of the chain.
    """
    facts = facts_of_hand(hand)
    tallies.add(facts)
    going_on = careers.load(facts)
    going_on.count(facts)
    careers.TABLE.overwrite(facts.club, facts.variant, going_on.states)
    records = club_records.load(facts)
    broken = club_records.broken(records, facts, going_on, _match_totals(facts))
    club_records.TABLE.overwrite(facts.club, facts.variant, broken)


def _match_totals(hand: HandFacts) -> club_records.MatchTotals:
    rows = HandSeat.objects.filter(hand__match=hand.match).order_by().values_list("player_id")
    return {(hand.match, player): total for player, total in rows.annotate(Sum("score_halves"))}


def rebuild(club: Club, step: Step = lambda: None) -> None:
    """Count all sealed hands of a club again, in the order of its chain.

    To be called when the result of a sealed hand has changed, or when hands were loaded in bulk.
    `step` is called after each hand. One transaction, during which no hand of the club can be
    sealed.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        games = set(seats_of(club.pk).order_by().values_list("variant", flat=True).distinct())
        for table in TABLES:
            rows = table.model._default_manager.filter(club=club)
            rows.exclude(variant__in=games).delete()
        for variant in sorted(games):
            recount(club.pk, variant, step)


def recount(club: int, variant: str, step: Step = lambda: None) -> None:
    """Count all sealed hands of a club in one game again, and write what differs.

    Runs inside the caller's transaction, while the row of the club is locked. It takes about 0.13
    ms for each hand: see README.md.
    """
    for table, rows in _counted(club, variant, step):
        table.replace(club, variant, rows)


def _counted(
    club: int, variant: str, step: Step
) -> Iterator[tuple[StatisticsTable, Mapping[Any, Any]]]:
    """The rows that follow from the sealed hands of a club in one game, table by table."""
    order = _InOrder()
    hands = order.through(in_the_order_of_the_chain(club, variant), step)
    yield tallies.TABLE, tallies.tallies_of(hands)
    yield careers.TABLE, order.careers.states
    yield club_records.TABLE, order.records


class Fault(NamedTuple):
    """That so many rows of a table do not follow from the hands of a game."""

    variant: str
    table: str
    rows: int


def faults(club: int) -> Iterator[Fault]:
    """What of the statistics of a club does not follow from its sealed hands; nothing is written.
    Takes as long as a rebuild of them."""
    games: set[str] = set(seats_of(club).order_by().values_list("variant", flat=True).distinct())
    for table in TABLES:
        games.update(
            table.model._default_manager.filter(club=club).values_list("variant", flat=True)
        )
    for variant in sorted(games):
        for table, rows in _counted(club, variant, lambda: None):
            if wrong := table.faults(club, variant, rows):
                yield Fault(variant, table.model._meta.db_table, wrong)


class _InOrder:
    """The statistics that depend on the order of the hands, counted from the first hand of a game
    on."""

    def __init__(self) -> None:
        self.careers = careers.Careers()
        self.records: club_records.Records = {}
        self._totals: club_records.MatchTotals = defaultdict(int)

    def through(self, hands: Iterator[HandFacts], step: Step) -> Iterator[HandFacts]:
        """The same hands; each is counted here before it is passed on."""
        for hand in hands:
            self.careers.count(hand)
            for seat in hand.seats:
                self._totals[hand.match, seat.player] += seat.score
            broken = club_records.broken(self.records, hand, self.careers, self._totals)
            self.records.update(broken)
            yield hand
            step()
