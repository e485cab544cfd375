"""Milestones: the ratings of a club's players after every so many seals of its chain.

A rating depends on all hands before it. Where a hand is amended, those after it are rated anew from
the last milestone before it. Any of them may be missing: the way is only longer then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

from games.models import Career, Milestone
from games.models.statistics import ALL_TIME
from games.statistics.rating import Rating

EVERY = 500  # seals: so many hands are rated in a twentieth of a second
TOGETHER = 100  # rows of one statement

Ratings = dict[int, Rating]  # by player


class Way:
    """The milestones that are passed on a way along the chain; `start` is the seal it begins
    behind."""

    def __init__(self, start: int = 0) -> None:
        self._passed = start
        self.noted: dict[int, Ratings] = {}

    def come_to(self, number: int, ratings: Callable[[], Ratings]) -> None:
        """Before the hand that was sealed as `number` is counted: note the `ratings`, where there
        is a milestone between it and the hand before."""
        milestone = (number - 1) // EVERY * EVERY
        if milestone > self._passed:
            self.noted[milestone] = ratings()
        self._passed = number - 1


def set_here(club: int, number: int) -> None:
    """Set milestones behind the seal that was counted just now, if they are due. Two statements."""
    if number % EVERY:
        return
    found: dict[str, Ratings] = defaultdict(dict)
    rows = Career.objects.filter(club=club, period=ALL_TIME)
    for variant, player, *rating in rows.values_list("variant", "player_id", "rating", "deviation"):
        found[variant][player] = Rating(*rating)
    Milestone.objects.bulk_create(
        [_row(club, variant, number, ratings) for variant, ratings in found.items()]
    )


def last_before(club: int, variant: str, number: int) -> tuple[int, Ratings]:
    """The last milestone before a seal: its number and the ratings there; 0 and none at the
    beginning of the chain. One statement."""
    rows = Milestone.objects.filter(club=club, variant=variant, number__lt=number)
    found = rows.order_by("-number").first()
    if found is None:
        return 0, {}
    return found.number, {int(key): Rating(*pair) for key, pair in found.ratings.items()}


def replace(club: int, variant: str, noted: Mapping[int, Ratings], *, behind: int) -> None:
    """Replace all milestones behind a seal by these. Two statements."""
    Milestone.objects.filter(club=club, variant=variant, number__gt=behind).delete()
    rows = (_row(club, variant, number, ratings) for number, ratings in noted.items())
    Milestone.objects.bulk_create(rows, batch_size=TOGETHER)


def _row(club: int, variant: str, number: int, ratings: Ratings) -> Milestone:
    return Milestone(club_id=club, variant=variant, number=number, ratings=ratings)
