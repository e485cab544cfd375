"""Tallies: sums that do not depend on the order of the hands."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from django.db import connection

from games.models import Tally, TallyKind
from games.models.statistics import ALL_TIME
from games.statistics.facts import HandFacts, SeatFacts
from games.statistics.figures import FIGURES, Sums, of_seat, total
from games.statistics.game_rows import StatisticsTable
from games.statistics.periods import DAY, MONTH, YEAR, year_of


class TallyKey(NamedTuple):
    """Which sum of a club in a game: its row's columns; without a player, of the whole club."""

    player_id: int | None
    period: str
    kind: str
    key: str


Tallies = dict[TallyKey, Sums]
Details = tuple[tuple[str, str], ...]  # kind and key

TABLE = StatisticsTable(Tally, TallyKey._fields, tuple(FIGURES))

# The length of a period's name, and that of the period of which it is a part.
WIDER = {DAY: MONTH, MONTH: YEAR, YEAR: len(ALL_TIME)}
# Counted for the club as well as for players, but never by day.
OF_THE_CLUB = (TallyKind.WHOLE, TallyKind.PART, TallyKind.SEAT)


# How many hands are gathered before they are added up: adding up is quick for many at once, and
# what is gathered takes memory.
GATHERED = 20_000
WHOLE, WITH, AGAINST = str(TallyKind.WHOLE), str(TallyKind.WITH), str(TallyKind.AGAINST)
Gathered = dict[Any, list[Sums]]  # by the columns of a TallyKey


def tallies_of(hands: Iterable[HandFacts]) -> Tallies:
    """Return the sums over hands of one club and one game."""
    finest: dict[Any, Sums] = {}
    remaining, figures = iter(hands), _Figures()
    while True:
        brought: Gathered = defaultdict(list)
        for hand in islice(remaining, GATHERED):
            _bring(hand, brought, figures)
        if not brought:
            break
        for key, sums in brought.items():
            finest[key] = total([finest[key], *sums] if key in finest else sums)
    tallies = {TallyKey._make(key): sums for key, sums in finest.items()}
    return tallies | _of_wider_periods(tallies)


class _Figures(dict[tuple[Any, ...], Sums]):
    """The figures of seats by all but the player: ten years of hands have few different ones."""

    def __missing__(self, facts: tuple[Any, ...]) -> Sums:
        self[facts] = sums = of_seat(SeatFacts(0, *facts))
        return sums


def _bring(hand: HandFacts, brought: Gathered, figures: _Figures) -> None:
    """Add a hand to the sums of its day, in detail of its year; longer periods follow."""
    day, year = hand.day.isoformat(), year_of(hand.day)
    for seat, keys in zip(hand.seats, details(hand), strict=True):
        player, sums = seat.player, figures[seat[1:]]
        brought[player, day, WHOLE, ""].append(sums)
        for kind, key in keys:
            brought[player, year, kind, key].append(sums)


def _of_wider_periods(finest: Tallies) -> Tallies:
    """Return the sums of the periods that these are parts of, and those of the whole club."""
    wider: Tallies = {}
    parts = finest
    while parts:
        brought: Gathered = defaultdict(list)
        for key, sums in parts.items():
            if key.period != ALL_TIME:
                period = key.period[: WIDER[len(key.period)]]
                brought[key._replace(period=period)].append(sums)
        parts = {key: total(sums) for key, sums in brought.items()}
        wider |= parts
    return wider | _of_the_club(finest | wider)


def _of_the_club(tallies: Tallies) -> Tallies:
    """Return the sums of the whole club, made from those of its players."""
    brought: dict[TallyKey, list[Sums]] = defaultdict(list)
    for key, sums in tallies.items():
        if key.kind in OF_THE_CLUB and len(key.period) < DAY:
            brought[key._replace(player_id=None)].append(sums)
    return {key: total(sums) for key, sums in brought.items()}


@lru_cache(maxsize=1_024)
def _of_the_place(role: str, contract: str, players: int, place: int) -> Details:
    part = (str(TallyKind.PART), f"{role}/{contract}")
    # Where nobody knows who dealt, nobody knows whose place it was.
    return (part, (str(TallyKind.SEAT), f"{players}/{place}")) if place else (part,)


def of_the_seat(seat: SeatFacts, contract: str, players: int) -> Details:
    """Return what a seat counts for, kinds and keys: role and contract, place at the table."""
    return _of_the_place(seat.role, contract, players, seat.place)


def details(hand: HandFacts) -> list[Details]:
    """Return what each seat counts for, kinds and keys: as `of_the_seat`, and by companion."""
    players = len(hand.seats)
    companions = [(seat.side, str(seat.player)) for seat in hand.seats]
    return [
        of_the_seat(seat, hand.contract, players)
        if seat.won is None
        else (
            *of_the_seat(seat, hand.contract, players),
            *[
                (WITH if side and side == theirs else AGAINST, other)
                for theirs, other in companions
                if other is not own
            ],
        )
        for seat, (side, own) in zip(hand.seats, companions, strict=True)
    ]


def add(club: int, variant: str, hands: Sequence[HandFacts]) -> None:
    """Add hands to the tables, inside the caller's transaction. Two statements."""
    rows = tallies_of(hands)
    for unique, is_player in ((_OF_PLAYERS, True), (_OF_THE_CLUB, False)):
        some = [row for row in rows.items() if (row[0].player_id is not None) is is_player]
        if some:
            _add([(club, variant, *key, *sums) for key, sums in some], unique)


# `bulk_create(update_conflicts=True)` can only overwrite; these rows grow by what is inserted.
# PostgreSQL gets them as one JSON text: to read a statement with a place for each of their thousand
# values takes the driver longer than all the rest, while others of the club wait.
_TABLE = Tally._meta.db_table
_COLUMNS = ("club_id", "variant", *TallyKey._fields, *FIGURES)
_ROWS = {
    "postgresql": f"SELECT {', '.join(_COLUMNS)} FROM json_populate_recordset(NULL::{_TABLE}, %s)",  # noqa: S608
    "sqlite": f"VALUES ({', '.join(['%s'] * len(_COLUMNS))})",
}
_OF_PLAYERS = "(player_id, variant, period, kind, key)"
_OF_THE_CLUB = "(club_id, variant, period, kind, key) WHERE player_id IS NULL"
_GROWN = ", ".join(
    f"{name} = {figure.combined.sql.format(name=name)}" for name, figure in FIGURES.items()
)


def _add(rows: Sequence[tuple[Any, ...]], unique: str) -> None:
    statement = (
        f"INSERT INTO {_TABLE} AS kept ({', '.join(_COLUMNS)}) {_ROWS[connection.vendor]} "
        f"ON CONFLICT {unique} DO UPDATE SET {_GROWN}"
    )
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.executemany(statement, rows)
        else:
            named = [dict(zip(_COLUMNS, row, strict=True)) for row in rows]
            cursor.execute(statement, [json.dumps(named)])
