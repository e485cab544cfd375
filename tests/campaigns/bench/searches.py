"""What somebody waits for while the site thinks: best play of an ending, the draw of an evening."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from games.evening.drawing import draw_round
from games.rules import VARIANTS, State, Variant, replay
from games.rules.analysis.best_play import best_play
from games.rules.analysis.turning_points import position_before
from tests.campaigns.bench.hands import hands_at_every_table
from tests.campaigns.figures import Line, quantile, waited
from tests.campaigns.timing import MICROSECONDS, times_of
from tests.evening.test_drawing import ROUNDS

MOST = (1000.0, None, None)  # milliseconds, of which the median is judged
HANDS = 30
TRICKS, JUDGED = (2, 3, 4, 5, 6, 7, 8), 6
ENOUGH = 300  # milliseconds at the median: two tricks more would take minutes
PEOPLE = (8, 12, 13, 16, 27, 48, 70, 120)
SEEDS = 5


def rows_of_endings(_runs: int) -> Iterator[Line]:
    """Measure endings of every game by tricks left; each is searched once."""
    for variant in VARIANTS:
        for tricks in TRICKS:
            searches = [partial(best_play, state) for state in endings(variant, tricks)]
            times = milliseconds(searches)
            name = f"{variant.name}, {tricks} tricks left"
            yield waited(name, times, MOST if tricks == JUDGED else ())
            if tricks >= JUDGED and quantile(times, 0.5) > ENOUGH:
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


def rows_of_draws(_runs: int) -> Iterator[Line]:
    """Draw an evening of five rounds once with each seed."""
    for people in PEOPLE:
        draws = [
            partial(draw_round, range(people), left=ROUNDS, seed=seed) for seed in range(SEEDS)
        ]
        yield waited(f"{ROUNDS} rounds, {people} people", milliseconds(draws), MOST)


def milliseconds(ways: Sequence[Callable[[], object]]) -> list[float]:
    """Return the processor time that each of these takes."""
    return [times_of(way)[0] * 1000 / MICROSECONDS for way in ways]
