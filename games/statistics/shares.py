"""Shares, and how far they can be trusted."""

from __future__ import annotations

import math
from typing import NamedTuple

Z_95 = 1.96  # of the normal distribution: 95 % lie within so many deviations


class Share(NamedTuple):
    """A share from 0 to 1, the number of hands behind it, and where the true share lies with 95
    %."""

    share: float
    hands: int
    low: float
    high: float


def share_of(won: int, decided: int) -> Share | None:
    """The share won with Wilson's interval, which stays honest for few hands and for shares near 0
    and 1; None where nothing was decided."""
    if not decided:
        return None
    share = won / decided
    square = Z_95**2 / decided
    middle = (share + square / 2) / (1 + square)
    spread = math.sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return Share(share, decided, max(0.0, middle - spread), min(1.0, middle + spread))
