"""The seats of matches in the database: who sits where, and who sits at another table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from games.display.phrases import listed
from games.models import Club, Match, MatchSeat, Player
from games.people.presence import presences
from games.rules import LAST_HAND, SeatingPlan, SeatRange


def seating_plan(match: Match) -> SeatingPlan[Player]:
    """Return who sits where in a match. One statement."""
    return plan_of(match.seats.select_related("player").order_by("seat", "since"))


def plan_of(rows: Iterable[MatchSeat]) -> SeatingPlan[Player]:
    """Return the plan of the rows of a match, whose players have been read before."""
    ranges = (SeatRange(row.seat, row.since, row.until, row.player) for row in rows)
    return SeatingPlan(tuple(ranges))


def first_merged(people: Iterable[Player]) -> Player | None:
    """Return one of these people who was merged since they were read. One statement."""
    merged = Player.every.exclude(merged_into=None)
    return merged.filter(pk__in=[player.pk for player in people]).first()


def seat_rows(match: Match, plan: SeatingPlan[Player]) -> list[MatchSeat]:
    """Return the rows of a plan, not saved yet."""
    return [MatchSeat(match=match, **row._asdict()) for row in plan.rows]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """People who sit at another open match of the day."""

    match: Match
    players: tuple[Player, ...]

    @property
    def names(self) -> str:
        """Return their names in a row: "Anna and Dario"."""
        return listed([player.name for player in self.players])


def here_on(club: Club, day: date) -> dict[int, bool]:
    """Return the ids of those ticked as here on that day, and of those who sit, or sat, at a match.

    For each, whether the match is still open and they sit there for good. Those who have left since
    are not among them. Two statements.
    """
    seats = MatchSeat.objects.filter(match__club=club, match__played_on=day)
    ticked = presences(club, day)
    here = dict.fromkeys(ticked, False)
    for player, closed_at, until in seats.values_list("player", "match__closed_at", "until"):
        plays = closed_at is None and until == LAST_HAND
        here[player] = plays or here.get(player, False)
    left = {player for player, presence in ticked.items() if presence.left_at}
    return {player: plays for player, plays in here.items() if plays or player not in left}


def here_first(club: Club, players: Iterable[Player], day: date) -> list[Player]:
    """Return these players of a club, those who are here on that day first.

    Those who are here and free, then those who play now, then the others; each group in the order
    in which it came.
    """
    here = here_on(club, day)
    order = {False: 0, True: 1, None: 2}
    return sorted(players, key=lambda player: order[here.get(player.pk)])


def sitting_elsewhere(
    club: Club, people: Sequence[Player], day: date, besides: Match | None = None
) -> list[Elsewhere]:
    """Return who of these sits for good at another open match of that day. One statement."""
    seats = MatchSeat.objects.filter(
        match__club=club,
        match__closed_at=None,
        match__played_on=day,
        player__in=people,
        until=LAST_HAND,
    )
    if besides is not None:
        seats = seats.exclude(match=besides)
    rows = seats.select_related("player", "match").order_by("match", "player__sort_key")
    by_match = groupby(rows, key=lambda row: row.match)
    return [Elsewhere(match, tuple(row.player for row in group)) for match, group in by_match]
