"""The streaks of some players, gone through again hand by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from games.models import ClubRecord
from games.models.statistics import ALL_TIME
from games.statistics.careers import Careers, Course
from games.statistics.facts import SeatFacts
from games.statistics.hand_sums import BATCH, in_order, seats_of
from games.statistics.periods import days_of, moments_of
from games.statistics.rating import Rating

Kind = ClubRecord.Kind
PEAK_COLUMNS = ("first__number", "seat", "player_id", "hand_id")


class Peak(NamedTuple):
    """How much a player came to, half points or hands, and with which hand; `number` and `seat`
    say which of two was first."""

    value: int
    number: int
    seat: int
    player: int
    hand: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """The least is the record: the most, of equals the first."""
        return -abs(self.value), self.number, self.seat


def streaks_of(
    club: int, variant: str, players: Collection[int], periods: Iterable[str]
) -> tuple[Careers, dict[str, Peak]]:
    """The courses of players in some periods, without ratings; and by kind of record the longest
    streak of all time that one of them had. A statement for each period."""
    careers: Careers = {}
    peaks: dict[str, Peak] = {}
    for period in periods:
        for course, where in _followed(club, variant, players, period, careers):
            kind = Kind.WON_IN_A_ROW if course.streak > 0 else Kind.LOST_IN_A_ROW
            if period == ALL_TIME and (kind not in peaks or abs(course.streak) > peaks[kind].value):
                peaks[kind] = Peak(abs(course.streak), *where)
    return careers, peaks


def _followed(
    club: int, variant: str, players: Collection[int], period: str, careers: Careers
) -> Iterator[tuple[Course, list[int]]]:
    """Go through the hands of a period in their order and bring the courses of its players into
    `careers`; after each that was won or lost the course, and where that was."""
    begin, over = moments_of(*days_of(period))
    seats = seats_of(club).filter(variant=variant, player__in=players)
    if begin is not None:
        seats = seats.filter(played_at__gte=begin, played_at__lt=over)
    rows = in_order(seats).values_list("won", *PEAK_COLUMNS)
    for won, number, seat, player, hand in rows.iterator(chunk_size=BATCH):
        course = careers.setdefault((player, period), Course())
        facts = SeatFacts(player, "", 0, won, 0, irregular=False)
        course.go_on(facts, Rating(), counts=won is not None)
        if won is not None:
            yield course, [number, seat, player, hand]
