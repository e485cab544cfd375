"""Sums over many hands: kept when a hand is sealed, made anew by a rebuild, read by pages.

`add(hand)` takes one more hand in, `rebuild(club)` makes all of a club's rows anew in the order of
its chain; both go through the same functions, so they cannot disagree. `put_right(before, after)`
changes what an amended hand changes. See README.md beside this file.
"""

from games.statistics.hand_sums import facts_of_hand
from games.statistics.upkeep import add, put_right, rebuild

__all__ = ["add", "facts_of_hand", "put_right", "rebuild"]
