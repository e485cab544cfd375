"""Sums over many hands: kept when a hand is sealed, made anew by a rebuild, read by pages.

`add(hand)` takes one more hand in, `rebuild(club)` makes all of a club's rows anew in the order of
its chain; both go through the same functions, so they cannot disagree.
"""

from games.statistics.upkeep import add, fill_gaps, rebuild

__all__ = ["add", "fill_gaps", "rebuild"]
