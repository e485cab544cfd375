"""Tallies: sums that do not depend on the order of the hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.models import HandSeat, Tally
from games.statistics.facts import HandFacts, SeatFacts, detailed_periods, standing_periods
from games.statistics.upsert import Upsert

Kind = Tally.Kind


class Place(NamedTuple):
    """Where a sum stands: the columns of its row. `player` is None for the sums of the club."""

    player: int | None
    period: str
    kind: str
    key: str


@dataclass(slots=True)
class Sums:
    """Sums over hands, one seat each; scores in half points."""

    hands: int = 0
    decided: int = 0
    won: int = 0
    taken: int = 0
    made: int = 0
    irregular: int = 0
    score_halves: int = 0
    best_halves: int = 0
    worst_halves: int = 0

    def add(self, seat: SeatFacts) -> None:
        """Count one more hand, from this seat."""
        won, score, taken = seat.won is True, seat.score, seat.role == HandSeat.Role.TAKER
        if not self.hands:
            self.best_halves = self.worst_halves = score
        elif score > self.best_halves:
            self.best_halves = score
        elif score < self.worst_halves:
            self.worst_halves = score
        self.hands += 1
        self.decided += seat.won is not None
        self.won += won
        self.taken += taken
        self.made += taken and won
        self.irregular += seat.irregular
        self.score_halves += score

    def take_in(self, other: Sums) -> None:
        """Add the sums over other hands."""
        if not other.hands:
            return
        best, worst = (
            (max(self.best_halves, other.best_halves), min(self.worst_halves, other.worst_halves))
            if self.hands
            else (other.best_halves, other.worst_halves)
        )
        added = zip(self.values(), other.values(), strict=True)
        for column, value in zip(COLUMNS, (mine + more for mine, more in added), strict=True):
            setattr(self, column, value)
        self.best_halves, self.worst_halves = best, worst

    def take_out(self, other: Sums) -> None:
        """Take away the sums over some of these hands; best and worst stay as they are."""
        for column in COUNTERS:
            setattr(self, column, getattr(self, column) - getattr(other, column))

    def values(self) -> tuple[int, ...]:
        """The columns, in the order of COLUMNS."""
        return (
            self.hands,
            self.decided,
            self.won,
            self.taken,
            self.made,
            self.irregular,
            self.score_halves,
            self.best_halves,
            self.worst_halves,
        )


COLUMNS = tuple(Sums.__slots__)
COUNTERS = COLUMNS[:-2]  # best and worst are no sums
Counted = dict[Place, Sums]


def places_of(hand: HandFacts) -> Iterator[tuple[Place, SeatFacts]]:
    """Every sum that a hand counts for, with the seat whose result goes there."""
    standing, detailed = standing_periods(hand.day), detailed_periods(hand.day)
    for seat in hand.seats:
        keys = list(details(hand, seat))
        for period in standing:
            yield Place(seat.player, period, Kind.WHOLE, ""), seat
        for period in standing[:-1]:
            yield Place(None, period, Kind.WHOLE, ""), seat
        for period in detailed:
            for kind, key in keys:
                yield Place(seat.player, period, kind, key), seat
            for kind, key in keys[:2]:  # role and place, not the companions
                yield Place(None, period, kind, key), seat


def of_the_seat(seat: SeatFacts, contract: str, players: int) -> Iterator[tuple[str, str]]:
    """What a seat did by role and contract, and by its place among so many players."""
    yield Kind.PART, f"{seat.role}/{contract}"
    yield Kind.SEAT, f"{players}/{seat.place}"


def details(hand: HandFacts, seat: SeatFacts) -> Iterator[tuple[str, str]]:
    """What a seat did by role and contract, by its place, by companion."""
    yield from of_the_seat(seat, hand.contract, len(hand.seats))
    if not hand.is_played_for():
        return
    side = seat.side
    for other in hand.seats:
        if other is not seat:
            together = side and side == other.side
            yield Kind.WITH if together else Kind.AGAINST, str(other.player)


def count(hands: Iterable[HandFacts]) -> Counted:
    """The sums over hands of one club and one game."""
    found: Counted = defaultdict(Sums)
    for hand in hands:
        for place, seat in places_of(hand):
            found[place].add(seat)
    return found


def row_of(club: int, variant: str, place: Place, sums: Sums) -> tuple[object, ...]:
    """A row of the table, in the order of WHERE and COLUMNS."""
    return (club, variant, *place, *sums.values())


WHERE = ("club_id", "variant", "player_id", "period", "kind", "key")
_GROWS = {
    **dict.fromkeys(COLUMNS, "{old} + {new}"),
    "best_halves": "CASE WHEN {new} > {old} THEN {new} ELSE {old} END",
    "worst_halves": "CASE WHEN {new} < {old} THEN {new} ELSE {old} END",
}


def _upserts(changes: Mapping[str, str]) -> tuple[Upsert, Upsert]:
    """The statements for rows of players and of the club."""
    of_players = ("player_id", "variant", "period", "kind", "key")
    of_the_club = ("club_id", "variant", "period", "kind", "key")
    columns, no_player = (*WHERE, *COLUMNS), "player_id IS NULL"
    return (
        Upsert(Tally, columns, of_players, changes, fixed=WHERE),
        Upsert(Tally, columns, of_the_club, changes, where=no_player, fixed=WHERE),
    )


ADDED, REPLACED = _upserts(_GROWS), _upserts({})


def add(hand: HandFacts) -> None:
    """Count one more hand in the tables. Two statements, inside the caller's transaction."""
    write(hand.club, hand.variant, count([hand]), ADDED)


def write(club: int, variant: str, counted: Counted, upserts: tuple[Upsert, Upsert]) -> None:
    """Write sums: `ADDED` to those that are there, or `REPLACED` by these. Two statements."""
    rows = [
        (place.player, row_of(club, variant, place, sums))
        for place, sums in sorted(counted.items(), key=lambda item: str(item[0]))
    ]
    of_players, of_the_club = upserts
    of_players.write([row for player, row in rows if player is not None])
    of_the_club.write([row for player, row in rows if player is None])
