"""What a hand may be remembered for, in one word for every game.

A line of its score sheet that pays for such a feat names it, and hands can be found by it.
"""

# Trump 1 in the last trick (petit au bout, pagat ultimo, sparrow), announced beforehand, or tried in vain.
LAST_TRICK, LAST_TRICK_ANNOUNCED, LAST_TRICK_FAILED = (
    "last-trick",
    "last-trick-announced",
    "last-trick-failed",
)
# Trump 1 lost to the other side before the last trick.
ONE_LOST = "one-lost"
# All tricks, all tricks announced, tricks lost although all were announced.
SLAM, SLAM_ANNOUNCED, SLAM_MISSED = "slam", "slam-announced", "slam-missed"
# A declared hand without trumps or without court cards: the feat of a player, not of a side.
MISERE = "misere"

# In this order for ever: a stored set of feats has a bit for each.
FEATS = (
    LAST_TRICK,
    LAST_TRICK_ANNOUNCED,
    LAST_TRICK_FAILED,
    ONE_LOST,
    SLAM,
    SLAM_ANNOUNCED,
    SLAM_MISSED,
    MISERE,
)


def bit_of(feat: str) -> int:
    """Return the bit of a feat in a stored set. Raises ValueError for a word that is not a feat."""
    return 1 << FEATS.index(feat)
