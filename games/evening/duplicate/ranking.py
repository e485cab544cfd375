"""How results of a board compare: three named methods, and the ranking of players or teams. Pure.

A result is compared with those who had the same cards: the same board, the same direction. No text
of the French federation that we could read says how it scores duplicate; none of the methods here
claims to be its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple


class BoardResult(NamedTuple):
    """What somebody scored on a board in a direction, in any unit."""

    board: int
    seat: int
    who: Hashable
    score: int


class BoardFigure(NamedTuple):
    """What a result is worth by a method, the most that it could be, and what it came from.

    `below` and `level` of the `played` results of the same cards were lower and equal, this one
    apart; `mean` is that of them all.
    """

    result: BoardResult
    worth: Fraction
    top: Fraction
    below: int
    level: int
    played: int
    mean: Fraction


class DuplicateRank(NamedTuple):
    """A place of the ranking, shared where totals are equal, and the figures that it came from.

    `percent` is the total of what could be had, where the method knows a most.
    """

    place: int
    who: Hashable
    total: Fraction
    percent: Fraction | None
    figures: tuple[BoardFigure, ...]


def _worth(figure: BoardFigure, method: str, most: int) -> tuple[Fraction, Fraction]:
    """Return what a result is worth by a method, and the most that it could be.

    A board that was played fewer than `most` times is scaled by Neuberg's formula for match points,
    (M·n/m) + (n-m)/m, so that it weighs as much as the others.
    """
    match method:
        case "match-points":  # 2 for each lower result of the same cards, 1 for each equal one
            points = 2 * figure.below + figure.level
            scaled = Fraction(points * most + (most - figure.played), figure.played)
            return scaled, Fraction(2 * (most - 1))
        case "mean":
            return figure.result.score - figure.mean, Fraction(0)
        case "places":  # the number of results for the best, 1 for the worst; equal ones share
            return 1 + figure.below + Fraction(figure.level, 2), Fraction(figure.played)
    raise ValueError(f"there is no method {method}")


def figures_of(results: Iterable[BoardResult], method: str) -> list[BoardFigure]:
    """Return what each result is worth, in the order of the results."""
    results = list(results)
    same: dict[tuple[int, int], list[int]] = defaultdict(list)
    for one in results:
        same[one.board, one.seat].append(one.score)
    most = max(map(len, same.values()), default=0)
    figures = []
    for one in results:
        scores = same[one.board, one.seat]
        plain = BoardFigure(
            one,
            worth=Fraction(0),
            top=Fraction(0),
            below=sum(score < one.score for score in scores),
            level=scores.count(one.score) - 1,
            played=len(scores),
            mean=Fraction(sum(scores), len(scores)),
        )
        worth, top = _worth(plain, method, most)
        figures.append(plain._replace(worth=worth, top=top))
    return figures


def ranking(
    results: Sequence[BoardResult],
    method: str,
    teams: Mapping[Any, Hashable] | None = None,
) -> list[DuplicateRank]:
    """Return everybody by what their results are worth, the best first.

    With `teams`, the figures of a team's members are added, and who has no team is left out. By
    match points the percentage decides, since not everybody need have played as many boards.
    """
    of: dict[Hashable, list[BoardFigure]] = defaultdict(list)
    for figure in figures_of(results, method):
        who = figure.result.who if teams is None else teams.get(figure.result.who)
        if who is not None:
            of[who].append(figure)
    rows = []
    for who, figures in of.items():
        total = sum((one.worth for one in figures), Fraction(0))
        top = sum((one.top for one in figures), Fraction(0))
        rows.append((who, total, 100 * total / top if top else None, tuple(figures)))
    decides = {
        who: total if method != "match-points" or percent is None else percent
        for who, total, percent, _figures in rows
    }
    placed = [
        DuplicateRank(
            1 + sum(other > decides[who] for other in decides.values()), who, total, part, why
        )
        for who, total, part, why in rows
    ]
    return sorted(placed, key=lambda one: one.place)
