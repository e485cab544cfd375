"""Movements of duplicate: who plays which boards with whom, so that nobody does either twice.

Players keep their direction. Those of a direction, and the sets of boards, are a group; in each
round a group moves on by a number of tables. No two players meet twice, and nobody sees a set
twice, if for any two groups the difference of their shifts is another in each round. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

DIRECTIONS = 4
# Shifts by round of north, east, south, west and the boards, where no constant step works for
# five rounds. They were found by search; the tests prove them.
IRREGULAR = {
    6: ("00000", "01234", "02413", "04152", "05321"),
    8: ("00000", "01234", "02157", "03521", "04716"),
    9: ("00000", "01234", "02157", "03521", "04715"),
    12: ("00000", "03a25", "028a9", "074b1", "0ab73"),
    16: ("00000", "03ad2", "08b74", "0c85f", "04d8e"),
}
# Four tables play the same boards at once in each of four rounds. People move by addition in the
# field of four elements, whose sum is `^`: direction times round.
PRODUCTS = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


class BoardsTable(NamedTuple):
    """A table in a round: the number of its player by direction, and of its set of boards."""

    people: tuple[int, int, int, int]
    boards: int


Movement = tuple[tuple[BoardsTable, ...], ...]  # by round, then by table


def movement_of(tables: int, rounds: int) -> Movement | None:
    """Return the movement for that many tables and rounds, or None where none was proved.

    North has the numbers from 0, east those from `tables`, and so on. Sets count from 0. More
    rounds than four at four tables, or any at three, make people meet again.
    """
    if tables == DIRECTIONS and rounds <= DIRECTIONS:
        return tuple(
            tuple(
                BoardsTable(_people(4, [table ^ PRODUCTS[way][round] for way in range(4)]), round)
                for table in range(4)
            )
            for round in range(rounds)
        )
    shifts = _shifts(tables, rounds)
    if not shifts:
        return None
    return tuple(
        tuple(
            BoardsTable(
                _people(tables, [(table - group[round]) % tables for group in shifts[:4]]),
                (table - shifts[4][round]) % tables,
            )
            for table in range(tables)
        )
        for round in range(rounds)
    )


def _people(tables: int, at: Sequence[int]) -> tuple[int, int, int, int]:
    north, east, south, west = (way * tables + one for way, one in enumerate(at))
    return north, east, south, west


def _shifts(tables: int, rounds: int) -> list[list[int]]:
    constant = [[step * round % tables for round in range(rounds)] for step in range(5)]
    if all(len({*group}) == rounds for group in constant[1:]):
        return constant
    if tables in IRREGULAR and rounds <= len(IRREGULAR[tables][0]):
        return [[int(shift, 17) for shift in row] for row in IRREGULAR[tables]]
    return []


def sections_of(tables: int, rounds: int) -> list[Movement]:
    """Return movements of sections whose tables play nearly all the same sets, each its own copy.

    With more tables than rounds, a board gets at most one result a round. In sections of
    `rounds` tables, or one or two more where the number needs it, everybody plays the same sets.
    Nothing where no split was proved.
    """
    for count in range(tables // max(rounds, 1), 0, -1):
        sizes = [tables // count + (extra < tables % count) for extra in range(count)]
        movements = [movement_of(size, rounds) for size in sizes]
        if all(movements):
            return [one for one in movements if one]
    return []


def joined(sections: Sequence[Movement]) -> Movement:
    """Return sections as one movement: tables and numbers of players count on, sets do not."""
    tables = sum(len(section[0]) for section in sections)
    rounds = []
    for number in range(len(sections[0]) if sections else 0):
        places, before = [], 0
        for section in sections:
            size = len(section[0])
            for place in section[number]:
                at = [one % size + before for one in place.people]
                places.append(BoardsTable(_people(tables, at), place.boards))
            before += size
        rounds.append(tuple(places))
    return tuple(rounds)
