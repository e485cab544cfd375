"""The rating: how strong a player is, as far as their hands show. The page *How we count* explains
it.

Every player of a hand is compared with every player of the other side: whoever won is taken as the
stronger one this time. Players on the same side are not compared. In a game in which everybody
plays alone, all players are compared by their scores. The arithmetic is that of Weng and Lin
(Bradley-Terry, full pairing), as in the library `openskill`.
"""

from __future__ import annotations

from openskill.models import BradleyTerryFull
from openskill.models import BradleyTerryFullRating as Rating

from games.models import HandSeat
from games.statistics.facts import HandFacts

# A new player, and how unsure that is; DEVIATION is one standard deviation.
RATING, DEVIATION = 1500.0, 100.0
# How much luck there is in a hand: one who is LUCK points stronger wins 67 hands of 100.
LUCK = 400.0
# How much a player's strength may change from one hand to the next.
DRIFT = 1.0

_MODEL = BradleyTerryFull(mu=RATING, sigma=DEVIATION, beta=LUCK, tau=DRIFT)


def new_rating(value: float = RATING, deviation: float = DEVIATION) -> Rating:
    """A rating (`mu`) with its uncertainty, one standard deviation (`sigma`); without arguments
    that of a new player."""
    return Rating(value, deviation)


def rated(hand: HandFacts, before: list[Rating]) -> list[Rating]:
    """The ratings after a hand, by seat; `before` are those before it. They do not change if nobody
    won or lost."""
    if not hand.is_played_for():
        return before
    after = _MODEL.rate([[one] for one in before], ranks=_ranks(hand))
    return [one for [one] in after]


def _ranks(hand: HandFacts) -> list[float]:
    """The rank of each seat: lower is better, and equal ranks are not compared."""
    if any(seat.role == HandSeat.Role.ALONE for seat in hand.seats):
        return [-float(seat.score) for seat in hand.seats]
    return [0.0 if seat.won else 1.0 for seat in hand.seats]
