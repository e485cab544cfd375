"""Waiting for something, however slow this machine is: only pytest's limit ends it."""

import time
from collections.abc import Callable

PAUSE = 0.1  # seconds
LOOP = 0.13  # seconds of a processor of 2023, with nothing else running


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    while not holds():
        time.sleep(PAUSE)


def cost_of(do: Callable[[], object]) -> float:
    """Return what something costs the processor, in seconds of the machine on which `LOOP` was
    measured: compared with a loop at the same time, a slower machine gives the same."""
    begun = time.process_time()
    sum(number * number for number in range(3_000_000))
    between = time.process_time()
    do()
    return LOOP * (time.process_time() - between) / (between - begun)
