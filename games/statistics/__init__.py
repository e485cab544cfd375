"""Sums over many hands.

They are updated when a hand is sealed, counted again by a rebuild, and read by pages.

`add` counts hands that were just sealed, `rebuild(club)` counts all hands of a club again in the
order of play, and `recount(club, variant)` those of one game. All use the same functions, so they
cannot disagree. See README.md in this folder.
"""

from games.statistics.sealed_hands import facts_of_hand, facts_of_hands
from games.statistics.upkeep import add, append, faults, rebuild, recount

__all__ = ["add", "append", "facts_of_hand", "facts_of_hands", "faults", "rebuild", "recount"]
