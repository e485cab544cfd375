"""Writing the statistics: adding hands, or counting all hands of a game again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Sum

from games.models import Club, Hand, HandSeat
from games.statistics import careers, club_records, tallies
from games.statistics.facts import HandFacts
from games.statistics.game_rows import StatisticsTable
from games.statistics.sealed_hands import come_late, in_the_order_of_play

Step = Callable[[], None]
TABLES = (club_records.TABLE, careers.TABLE, tallies.TABLE)


def add(club: int, variant: str, facts: Sequence[HandFacts]) -> None:
    """Add hands of a club in one game that have just been sealed to the statistics.

    A few of them take seven or eight statements; where their players have played since, all hands
    of the game are counted again.

    Runs inside the caller's transaction, while the row of the club is locked. The facts may have
    been read before the lock.
    """
    if not append(club, variant, facts):
        recount(club, variant)


def append(club: int, variant: str, facts: Sequence[HandFacts]) -> bool:
    """Add such hands as the last ones that their players have played; return whether they are.

    Where they are not, ratings, streaks and records are wrong until `recount`.
    """
    tallies.add(club, variant, facts)
    before = club_records.load(club, variant)
    order = _InOrder(careers.load(variant, facts), dict(before), _totals_before(facts))
    for _hand in order.through(iter(sorted(facts, key=attrgetter("turn"))), lambda: None):
        pass
    careers.TABLE.overwrite(club, variant, order.careers.states)
    broken = {key: best for key, best in order.records.items() if best != before.get(key)}
    club_records.TABLE.overwrite(club, variant, broken)
    return not come_late(variant, facts)


def _totals_before(hands: Sequence[HandFacts]) -> club_records.MatchTotals:
    """Return what the players of the matches of these hands had won there without them."""
    matches = {hand.match for hand in hands}
    rows = HandSeat.objects.filter(hand__match__in=matches).order_by()
    totals: club_records.MatchTotals = defaultdict(int)
    for match, player, total in rows.values_list("hand__match_id", "player_id").annotate(
        Sum("score_halves")
    ):
        totals[match, player] = total
    for hand in hands:
        for seat in hand.seats:
            totals[hand.match, seat.player] -= seat.score
    return totals


def rebuild(club: Club, step: Step = lambda: None) -> None:
    """Count all sealed hands of a club again, in the order of play.

    To be called when the result of a sealed hand has changed, or when hands were loaded in bulk.
    `step` is called after each hand. One transaction, during which no hand of the club can be
    sealed.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        games = _games_of(club.pk)
        for table in TABLES:
            rows = table.model._default_manager.filter(club=club)
            rows.exclude(variant__in=games).delete()
        for variant in sorted(games):
            recount(club.pk, variant, step)


def recount(club: int, variant: str, step: Step = lambda: None) -> None:
    """Count a club's hands of a game again; the caller's transaction has locked the club."""
    for table, rows in _counted(club, variant, step):
        table.replace(club, variant, rows)


def _counted(
    club: int, variant: str, step: Step
) -> Iterator[tuple[StatisticsTable, Mapping[Any, Any]]]:
    """Yield the rows that follow from the sealed hands of a club in one game, table by table."""
    order = _InOrder()
    hands = order.through(in_the_order_of_play(club, variant), step)
    yield tallies.TABLE, tallies.tallies_of(hands)
    yield careers.TABLE, order.careers.states
    yield club_records.TABLE, order.records


def _games_of(club: int) -> set[str]:
    """Return the games of which a club has sealed hands."""
    seats = HandSeat.objects.filter(club=club, hand__state=Hand.State.SEALED)
    return set(seats.order_by().values_list("variant", flat=True).distinct())


class Fault(NamedTuple):
    """How many rows of a table do not follow from the hands of a game."""

    variant: str
    table: str
    rows: int


def faults(club: int) -> Iterator[Fault]:
    """Yield what does not follow from the sealed hands; it takes as long as a rebuild."""
    games = _games_of(club)
    for table in TABLES:
        games.update(
            table.model._default_manager.filter(club=club).values_list("variant", flat=True)
        )
    for variant in sorted(games):
        for table, rows in _counted(club, variant, lambda: None):
            if wrong := table.faults(club, variant, rows):
                yield Fault(variant, table.model._meta.db_table, wrong)


@dataclass(slots=True)
class _InOrder:
    """The statistics that depend on the order of the hands, counted from some hand of a game on.

    At first it holds what was known before that hand: nothing before the first one.
    """

    careers: careers.Careers = field(default_factory=careers.Careers)
    records: club_records.Records = field(default_factory=dict)
    totals: club_records.MatchTotals = field(default_factory=lambda: defaultdict(int))

    def through(self, hands: Iterator[HandFacts], step: Step) -> Iterator[HandFacts]:
        """Yield the same hands; each is counted here before it is passed on."""
        for hand in hands:
            self.careers.count(hand)
            for seat in hand.seats:
                self.totals[hand.match, seat.player] += seat.score
            broken = club_records.broken(self.records, hand, self.careers, self.totals)
            self.records.update(broken)
            yield hand
            step()
