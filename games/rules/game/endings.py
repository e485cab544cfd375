"""Matches: when one is over, and who has won it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.rules.game.settings import FINISH_RULE, PASSED_HAND_COUNTS, SHARED, TARGET


class Ending(NamedTuple):
    """What ends a match; with neither a target nor a number of hands it goes on as long as the table likes.

    `target`: somebody has at least that many points after a hand. `hands`: that many hands have been played; one that
    was thrown in is one of them only with `counts_passed`. `shared`: everybody who has reached the target wins, or
    all who are level at the top after the last hand; else the highest alone wins, and a tie means another hand.
    """

    target: int | None = None
    hands: int | None = None
    shared: bool = False
    counts_passed: bool = False


# A game without an end of its own: over after the hands agreed on, if any; who is level has won together.
OPEN_END = Ending(shared=True, counts_passed=True)


def agreed(ending: Ending, settings: Mapping[str, Any], hands: int | None = None) -> Ending:
    """Return what ends a match.

    This is what ends its game, changed by the settings of the match and by the number of hands agreed on (None: as in
    the game).
    """
    shared = settings.get(FINISH_RULE, SHARED if ending.shared else "") == SHARED
    return Ending(
        target=settings.get(TARGET, ending.target),
        hands=hands or ending.hands,
        shared=shared,
        counts_passed=settings.get(PASSED_HAND_COUNTS, ending.counts_passed),
    )


class Finish(NamedTuple):
    """The standing of a match: whether it is over, and who has won.

    `winners` are seats, or numbers of the teams where there are teams; `after` is the number of the hand, from 1, after
    which the match was over. `level`: those who share the lead at an end that only one may win, so that another hand
    decides.
    """

    over: bool
    winners: tuple[int, ...] = ()
    after: int | None = None
    level: tuple[int, ...] = ()


def finish(
    totals: Sequence[Sequence[float]],
    counted: Sequence[bool],
    ending: Ending,
    teams: Sequence[Sequence[int]] = (),
) -> Finish:
    """Return how a match stands after the hands played so far (taros-1659 A26, A27; sca-tarok C15; taroux-of-six B53).

    `totals`: by hand what each seat has after it, in points; `counted`: by hand whether it was played, not thrown
    in; `teams`: the seats whose points are added together. Hands after the end change nothing.
    """
    played = 0
    best: tuple[int, ...] = ()
    for number, (after, counts) in enumerate(zip(totals, counted, strict=True), 1):
        played += counts or ending.counts_passed
        sums = [sum(after[seat] for seat in team) for team in teams] or list(after)
        best = _best(sums, played, ending)
        if best and (ending.shared or len(best) == 1):
            return Finish(True, best, number)
    return Finish(False, level=best)


def _best(sums: Sequence[float], played: int, ending: Ending) -> tuple[int, ...]:
    """Return who has reached the end with these totals; nobody while there is more to be played."""
    most, least = max(sums), None
    if ending.target is not None and most >= ending.target:
        least = ending.target if ending.shared else most
    elif ending.hands is not None and played >= ending.hands:
        least = most
    if least is None:
        return ()
    return tuple(place for place, points in enumerate(sums) if points >= least)
