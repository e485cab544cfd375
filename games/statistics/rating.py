"""The rating: how strong a player is, as far as their hands show.

The page *How we count* explains it.

Every player of a hand is compared with every player of the other side: the winner counts as the
stronger one this time. Players on the same side are not compared. In a game in which everybody
plays alone, all players are compared by their scores, and equal scores are a draw. The arithmetic
is that of Weng and Lin (Bradley-Terry, full pairing).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

from games.statistics.facts import HandFacts
from games.statistics.sides import ALONE

# A new player, and how unsure that is; DEVIATION is one standard deviation.
RATING, DEVIATION = 1500.0, 100.0
# How much luck there is in a hand: one who is LUCK points stronger wins 67 hands of 100.
LUCK = 400.0
# How much a player's strength may change from one hand to the next.
DRIFT = 1.0
# From how many hands on a rating is shown. Before, it says next to nothing.
RATED_FROM = 20

DRAW = 0.5
SPREAD = 2 * LUCK**2


class Rating(NamedTuple):
    """How strong a player is (`mu`), and how unsure that is: `sigma`, one standard deviation."""

    mu: float = RATING
    sigma: float = DEVIATION


def rated(hand: HandFacts, before: Sequence[Rating]) -> Sequence[Rating]:
    """Return the ratings after a hand, by seat; `before` are those before it.

    They do not change if nobody won or lost. A recount calls this for every hand of a game, so it
    makes no more objects than it must.
    """
    if not hand.is_played_for():
        return before
    alone = any(seat.role in ALONE for seat in hand.seats)
    marks = [seat.score if alone else seat.won is True for seat in hand.seats]
    level = [(mu, sqrt(sigma**2 + DRIFT**2)) for mu, sigma in before]
    players = [(mu, sigma, sigma**2, mark) for (mu, sigma), mark in zip(level, marks, strict=True)]
    return [
        _after(mine, [one for one in players if one is not mine and (alone or one[3] != mine[3])])
        for mine in players
    ]


Compared = tuple[float, float, float, int]  # rating, its deviation, that squared; who has more won


def _after(mine: Compared, others: list[Compared]) -> Rating:
    """Return a rating after comparing it with others: Weng and Lin, algorithm 1."""
    mu, sigma, variance, mark = mine
    gain = learnt = 0.0
    for theirs, _sigma, their_variance, their_mark in others:
        spread = sqrt(variance + their_variance + SPREAD)
        expected = 1 / (1 + exp((theirs - mu) / spread))
        result = DRAW if mark == their_mark else float(mark > their_mark)
        gain += variance / spread * (result - expected)
        learnt += (sigma / spread) ** 3 * expected * (1 - expected)
    return Rating(mu + gain, sigma * sqrt(1 - learnt))
