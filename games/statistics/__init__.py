"""Sums over many hands: kept when a hand is sealed, made anew by a rebuild, read by pages.

`add(hand)` takes one more hand in, `rebuild(club)` makes all of a club's rows anew in the order of
its chain; both go through the same functions, so they cannot disagree. Where a hand is amended,
`recount` makes those of its game anew.
"""

from games.statistics.upkeep import add, facts_of_hand, fill_gaps, rebuild, recount

__all__ = ["add", "facts_of_hand", "fill_gaps", "rebuild", "recount"]
