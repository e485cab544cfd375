"""The rating: how strong a player is, as far as their hands show. The page *How we count* explains
it.

Every player of a hand is compared with every player of the other side: whoever won is taken as the
stronger one this time. Players on the same side are not compared. In a game in which everybody
plays alone, all players are compared by their scores, and equal scores are a draw. The arithmetic
is that of Weng and Lin (Bradley-Terry, full pairing).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import NamedTuple

from games.models import HandSeat
from games.statistics.facts import HandFacts

# A new player, and how unsure that is; DEVIATION is one standard deviation.
RATING, DEVIATION = 1500.0, 100.0
# How much luck there is in a hand: one who is LUCK points stronger wins 67 hands of 100.
LUCK = 400.0
# How much a player's strength may change from one hand to the next.
DRIFT = 1.0
# From how many hands on a rating is shown. Before, it says next to nothing.
RATED_FROM = 20

DRAW = 0.5


class Rating(NamedTuple):
    """How strong a player is (`mu`), and how unsure that is: `sigma`, one standard deviation."""

    mu: float = RATING
    sigma: float = DEVIATION


def rated(hand: HandFacts, before: list[Rating]) -> list[Rating]:
    """The ratings after a hand, by seat; `before` are those before it. They do not change if nobody
    won or lost."""
    if not hand.is_played_for():
        return before
    drifted = [Rating(mu, sqrt(sigma**2 + DRIFT**2)) for mu, sigma in before]
    results = _results(hand)
    return [
        _after(mine, [(drifted[other], result) for other, result in results[seat]])
        for seat, mine in enumerate(drifted)
    ]


def _results(hand: HandFacts) -> list[list[tuple[int, float]]]:
    """For each seat the other seats that it is compared with: 1 for a win, 0 for a loss."""
    alone = any(seat.role == HandSeat.Role.ALONE for seat in hand.seats)
    marks = [seat.score if alone else int(seat.won is True) for seat in hand.seats]
    return [
        [
            (other, DRAW if mine == theirs else float(mine > theirs))
            for other, theirs in enumerate(marks)
            if other != seat and (alone or mine != theirs)
        ]
        for seat, mine in enumerate(marks)
    ]


def _after(mine: Rating, results: list[tuple[Rating, float]]) -> Rating:
    """A rating after it was compared with others: Weng and Lin, algorithm 1."""
    mu, sigma = mine
    gain = learnt = 0.0
    for theirs, result in results:
        spread = sqrt(sigma**2 + theirs.sigma**2 + 2 * LUCK**2)
        expected = 1 / (1 + exp((theirs.mu - mu) / spread))
        gain += sigma**2 / spread * (result - expected)
        learnt += (sigma / spread) ** 3 * expected * (1 - expected)
    return Rating(mu + gain, sigma * sqrt(1 - learnt))
