"""Sums over many hands: kept when a hand is sealed, made again by a rebuild, read by pages.

`add(hand)` takes one more hand in, `rebuild(club)` counts all of a club again in the order of its
chain, `recount(club, variant)` those of one game; all go through the same functions, so they cannot
disagree. See README.md beside this file.
"""

from games.statistics.sealed_hands import facts_of_hand
from games.statistics.upkeep import add, rebuild, recount

__all__ = ["add", "facts_of_hand", "rebuild", "recount"]
