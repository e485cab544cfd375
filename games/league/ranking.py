"""How a club ranks its players, and what its seasons are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.display.headlines import half_score
from games.display.numbers import half_points
from games.models import Club, User
from games.statistics.club_records import hides_losses
from games.statistics.leagues import CRITERIA, Rules
from games.statistics.periods import NotAPeriod, days_of
from games.statistics.seasons import LENGTHS, Seasons, seasons_of
from games.writing.durably import durably, require_admin
from games.writing.errors import invalid

MOST_HANDS = 1_000
MOST_NAMED, SEASON_NAME = 40, 40


class Championship(NamedTuple):
    """How the evenings of a season count: the `best` of each player, or all of them.

    `places` are the points of the first place of an evening, the second and so on, and none after
    the last; where it is empty, the points of the evening's list count.
    """

    best: int | None = None
    places: tuple[int, ...] = ()

    def in_words(self, halves: int) -> str:
        """Return half points in words: points by place without a sign, list points with one."""
        return half_points(halves) if self.places else half_score(halves)


def championship_of(club: Club) -> Championship:
    """Return how evenings count in this club."""
    best, places = club.league.get("championship", (None, ()))
    return Championship(best, tuple(places))


def set_league(
    *,
    user: User,
    club: Club,
    order: Sequence[str],
    least: int,
    seasons: Seasons | None = None,
    hide_losses: bool | None = None,
    championship: Championship | None = None,
) -> Club:
    """Say how the league tables of a club rank.

    By which criteria, one after the other, and from how many hands on; and, where they are given,
    what its seasons are, whether it hides the records that hurt, and how evenings count. Raises
    ValidationError by field, NotAllowed.
    """
    require_admin(user, club)
    if not order or len(set(order)) < len(order) or not set(order) <= set(CRITERIA):
        raise invalid("order", "order", _("Choose at least one criterion, and none twice."))
    if not 1 <= least <= MOST_HANDS:
        raise invalid("least", "out-of-range", _("From 1 to 1000 hands."))
    seasons = seasons or seasons_of(club)
    _judge(seasons)
    league: dict[str, Any] = Rules(tuple(order), least).as_json() | seasons.as_json()
    league["hides_losses"] = hides_losses(club) if hide_losses is None else hide_losses
    league["championship"] = championship or championship_of(club)

    durably(lambda: Club.objects.filter(pk=club.pk).update(league=league))
    club.league = league
    return club


def _judge(seasons: Seasons) -> None:
    if seasons.months not in LENGTHS or not 1 <= seasons.month <= 12:
        message = _("A season begins with a month and lasts 3, 6 or 12 months.")
        raise invalid("season", "season", message)
    names = [one.name for one in seasons.named]
    if len(names) > MOST_NAMED or len(set(names)) < len(names):
        message = _("Up to 40 seasons can have a name; each name must be different.")
        raise invalid("named", "names", message)
    for one in seasons.named:
        if not 0 < len(one.name) <= SEASON_NAME or not _has_days(one.period):
            message = _("A season with a name has a first and a last day.")
            raise invalid("named", "days", message)


def _has_days(period: str) -> bool:
    try:
        return days_of(period)[0] is not None
    except NotAPeriod:
        return False
