"""Matches: when one is over, and who has won it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Ending(NamedTuple):
    """What ends a match; with neither a target nor a number of hands it goes on as long as the table likes.

    `target`: somebody has so many points after a hand, or more. `hands`: so many hands have been played; one that
    was thrown in is one of them only with `counts_passed`. `shared`: everybody who has reached the target wins, or
    all who are level at the top after the last hand; else the highest alone wins, and a tie means another hand.
    """

    target: int | None = None
    hands: int | None = None
    shared: bool = False
    counts_passed: bool = False


OPEN_END = Ending()


class Finish(NamedTuple):
    """How a match stands: whether it is over, who has won (seats, or numbers of the teams where there are teams),
    and the number of the hand, from 1, after which it was over."""

    over: bool
    winners: tuple[int, ...] = ()
    after: int | None = None


def finish(
    totals: Sequence[Sequence[float]],
    counted: Sequence[bool],
    ending: Ending,
    teams: Sequence[Sequence[int]] = (),
) -> Finish:
    """How a match stands after the hands played so far (taros-1659 A26, A27; sca-tarok C15; taroux-of-six B53).

    `totals`: by hand what each seat has after it, in points; `counted`: by hand whether it was played, not thrown
    in; `teams`: the seats whose points are added together. Hands after the end change nothing.
    """
    played = 0
    for number, (after, counts) in enumerate(zip(totals, counted, strict=True), 1):
        played += counts or ending.counts_passed
        sums = [sum(after[seat] for seat in team) for team in teams] or list(after)
        winners = _winners(sums, played, ending)
        if winners:
            return Finish(True, winners, number)
    return Finish(False)


def _winners(sums: Sequence[float], played: int, ending: Ending) -> tuple[int, ...]:
    """Who has won with these totals; nobody while the match goes on."""
    best, least = max(sums), None
    if ending.target is not None and best >= ending.target:
        least = ending.target if ending.shared else best
    elif ending.hands is not None and played >= ending.hands:
        least = best
    if least is None:
        return ()
    winners = tuple(place for place, points in enumerate(sums) if points >= least)
    return winners if ending.shared or len(winners) == 1 else ()
