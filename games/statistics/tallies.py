"""Tallies: sums that do not depend on the order of the hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db import connection

from games.models import Tally, TallyKind
from games.models.statistics import ALL_TIME
from games.statistics.facts import HandFacts, SeatFacts
from games.statistics.figures import FIGURES, Sums, of_seat, total
from games.statistics.game_rows import StatisticsTable
from games.statistics.periods import DAY, MONTH, YEAR, year_of


class TallyKey(NamedTuple):
    """Which sum of a club in a game: the columns that name its row. `player` is None for the sums
    of the whole club."""

    player_id: int | None
    period: str
    kind: str
    key: str


Tallies = dict[TallyKey, Sums]

TABLE = StatisticsTable(Tally, TallyKey._fields, tuple(FIGURES))

# The length of a period's name, and that of the period of which it is a part.
WIDER = {DAY: MONTH, MONTH: YEAR, YEAR: len(ALL_TIME)}
# Counted for the club as well as for players, but never by day.
OF_THE_CLUB = (TallyKind.WHOLE, TallyKind.PART, TallyKind.SEAT)


def tallies_of(hands: Iterable[HandFacts]) -> Tallies:
    """The sums over hands of one club and one game."""
    brought: dict[TallyKey, list[Sums]] = defaultdict(list)
    for hand in hands:
        _bring(hand, brought)
    tallies: Tallies = {}
    while brought:
        totals = {key: total(sums) for key, sums in brought.items()}
        tallies |= totals
        brought = defaultdict(list)
        for key, sums in totals.items():
            if key.period != ALL_TIME:
                wider = key.period[: WIDER[len(key.period)]]
                brought[key._replace(period=wider)].append(sums)
    return tallies | _of_the_club(tallies)


def _bring(hand: HandFacts, brought: dict[TallyKey, list[Sums]]) -> None:
    """Add a hand to the sums of its day, and in detail to those of its year. The sums of longer
    periods are made from these."""
    day, year = hand.day.isoformat(), year_of(hand.day)
    for seat in hand.seats:
        player, sums = seat.player, of_seat(seat)
        brought[TallyKey(player, day, TallyKind.WHOLE, "")].append(sums)
        for kind, key in details(hand, seat):
            brought[TallyKey(player, year, kind, key)].append(sums)


def _of_the_club(tallies: Tallies) -> Tallies:
    """The sums of the whole club, made from those of its players."""
    brought: dict[TallyKey, list[Sums]] = defaultdict(list)
    for key, sums in tallies.items():
        if key.kind in OF_THE_CLUB and len(key.period) < DAY:
            brought[key._replace(player_id=None)].append(sums)
    return {key: total(sums) for key, sums in brought.items()}


def of_the_seat(seat: SeatFacts, contract: str, players: int) -> list[tuple[str, str]]:
    """What is counted for a seat by role and contract, and by its place at a table of that size:
    kind and key of the sums."""
    return [
        (TallyKind.PART, f"{seat.role}/{contract}"),
        (TallyKind.SEAT, f"{players}/{seat.place}"),
    ]


def details(hand: HandFacts, seat: SeatFacts) -> list[tuple[str, str]]:
    """What is counted for a seat by role and contract, by its place, and by companion: kind and key
    of the sums."""
    keys = of_the_seat(seat, hand.contract, len(hand.seats))
    if seat.won is None:
        return keys
    side = seat.side
    for other in hand.seats:
        if other is not seat:
            together = side and side == other.side
            keys.append((TallyKind.WITH if together else TallyKind.AGAINST, str(other.player)))
    return keys


def add(hand: HandFacts) -> None:
    """Add one more hand to the tables. Two statements, inside the caller's transaction."""
    rows = tallies_of([hand]).items()
    _add(hand, [row for row in rows if row[0].player_id is not None], _OF_PLAYERS)
    _add(hand, [row for row in rows if row[0].player_id is None], _OF_THE_CLUB)


# `bulk_create(update_conflicts=True)` can only overwrite; these rows grow by what is inserted.
_COLUMNS = ("club_id", "variant", *TallyKey._fields, *FIGURES)
_OF_PLAYERS = "(player_id, variant, period, kind, key)"
_OF_THE_CLUB = "(club_id, variant, period, kind, key) WHERE player_id IS NULL"
_GROWN = ", ".join(
    f"{name} = {figure.combined.sql.format(name=name)}" for name, figure in FIGURES.items()
)


def _add(hand: HandFacts, tallies: list[tuple[TallyKey, Sums]], unique: str) -> None:
    row = f"({', '.join(['%s'] * len(_COLUMNS))})"
    statement = (
        f"INSERT INTO {Tally._meta.db_table} AS kept ({', '.join(_COLUMNS)}) "  # noqa: S608
        f"VALUES {', '.join([row] * len(tallies))} ON CONFLICT {unique} DO UPDATE SET {_GROWN}"
    )
    values = [value for key, sums in tallies for value in (hand.club, hand.variant, *key, *sums)]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
