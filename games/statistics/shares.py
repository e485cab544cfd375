"""Shares, and how reliable they are."""

from __future__ import annotations

import math
from typing import NamedTuple

Z_95 = 1.96  # of the normal distribution: 95 % lie within this many deviations


class Share(NamedTuple):
    """A share from 0 to 1 and the number of hands it is based on.

    The true share lies from `low` to `high` with 95 % probability.
    """

    share: float
    hands: int
    low: float
    high: float


def share_of(won: int, decided: int) -> Share | None:
    """Return the share of hands won with its Wilson interval; None if none was won or lost."""
    if not decided:
        return None
    share = won / decided
    square = Z_95**2 / decided
    middle = (share + square / 2) / (1 + square)
    spread = math.sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return Share(share, decided, max(0.0, middle - spread), min(1.0, middle + spread))
