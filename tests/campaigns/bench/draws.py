"""How long a director waits for a draw that plans five rounds; and trying every round there is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

from games.evening.drawing import draw_round, judge_round, table_sizes
from tests.campaigns.figures import Line, waited
from tests.evening.test_drawing import ROUNDS, evening_of, splits

PEOPLE = (8, 12, 13, 16, 27, 48, 70, 120)
SEEDS = 5
MOST = (1000.0, None, None)  # milliseconds, of which the median is judged
TRIED = 12  # people: of 16 there are 2.6 million rounds


def rows(runs: int) -> Iterator[Line]:
    """Draw once with each seed, whatever the number of runs."""
    for people in PEOPLE:
        draw = partial(draw_round, range(people), left=ROUNDS)
        times = [_milliseconds(partial(draw, seed=seed)) for seed in range(SEEDS)]
        yield waited(f"{ROUNDS} rounds, {people} people", times, MOST)
    past = [draw.tables for draw in evening_of(TRIED, rounds=2)]
    every = splits(tuple(range(TRIED)), table_sizes(TRIED))
    tried = _milliseconds(lambda: min(len(judge_round(one, past, {}).again) for one in every))
    yield waited(f"every third round of {TRIED} people tried", [tried])


def _milliseconds(way: Callable[[], object]) -> float:
    begun = time.process_time()
    way()
    return 1000 * (time.process_time() - begun)
