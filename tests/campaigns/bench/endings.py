"""How long best play of an ending takes, by tricks left, against trying every card."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median

from games.rules import VARIANTS, State, Variant, cards_of, replay
from games.rules.analysis.best_play import best_play
from games.rules.analysis.turning_points import position_before
from games.rules.phases import play
from tests.campaigns.bench.hands import hands_at_every_table
from tests.campaigns.figures import Line, waited
from tests.rules.analysis.endings import after, by_trying_all, side_of

HANDS = 30
TRICKS = (2, 3, 4, 5, 6, 7, 8)
JUDGED, MOST = 6, (1000.0, None, None)  # tricks; milliseconds for them at the median
ENOUGH = 300  # milliseconds at the median: two tricks more would take minutes
MOST_TRIED = 12  # this many cards can be tried in every order


def rows(runs: int) -> Iterator[Line]:
    """Measure endings of every game; each is searched once, whatever the number of runs."""
    for variant in VARIANTS:
        for tricks in TRICKS:
            states = endings(variant, tricks)
            found = [_milliseconds(best_play, state) for state in states]
            times = [took for took, _best in found]
            small = [one for one in states if _left(one) <= MOST_TRIED]
            tried = [_milliseconds(_tried, state) for state in small]
            unknown = sum(best is None for _time, best in found)
            name = f"{variant.name}, {tricks} tricks left"
            if unknown:
                name += f" ({unknown} not known)"
            yield waited(
                name,
                times,
                MOST if tricks == JUDGED else (),
                [took for took, _best in tried],
            )
            if tricks >= JUDGED and median(times) > ENOUGH:
                break


def endings(variant: Variant, tricks: int) -> list[State]:
    """Positions of hands of a game, by each number of players, some tricks before the end."""
    found = []
    for hand in hands_at_every_table(variant, 2 * HANDS, known=True):
        end = replay(hand.record).state
        number = end.seats * (end.tricks_in_all - tricks)
        state = position_before(hand.record, end, number)
        found += [] if state is None else [state]
    return found[:HANDS]


def _left(state: State) -> int:
    return sum(map(state.in_hand, range(state.seats)))


def _tried(state: State) -> list[int]:
    seat = state.turn or 0
    side = side_of(state, seat)
    return [by_trying_all(after(state, card), seat, side) for card in cards_of(play.legal(state))]


def _milliseconds(way: Callable[[State], object], state: State) -> tuple[float, object]:
    """Return the processor time that a position takes, and what came of it."""
    begun = time.process_time()
    result = way(state)
    return 1000 * (time.process_time() - begun), result
