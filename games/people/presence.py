"""Here tonight: who is at the club on a day, ticked once and offered first for every table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date
from typing import Any

from django.utils import timezone

from games.models import Club, MatchSeat, Player, Presence, User
from games.writing.durably import durably, require_scorer


def presences(club: Club, day: date) -> dict[int, Presence]:
    """Return who was ticked as here on a day, by key, whether or not they have left since."""
    return presences_on([day], club.players.all())[day]


def presences_on(
    days: Iterable[date], people: Iterable[Any]
) -> defaultdict[date, dict[int, Presence]]:
    """Return by day who of some people was ticked as here, as `presences` does."""
    rows = Presence.objects.filter(player__in=people, day__in=days).select_related("instead_of")
    on: defaultdict[date, dict[int, Presence]] = defaultdict(dict)
    for row in rows:
        on[row.day][row.player_id] = row
    return on


def note_presence(
    *, user: User, club: Club, day: date, came: Collection[Player], went: Collection[Player]
) -> None:
    """Note who came on a day and who went; nobody else is touched.

    Somebody who left without sitting at a match was ticked by mistake, and was not here at all.
    Raises NotAllowed.
    """
    require_scorer(user, club)
    durably(lambda: write_presence(club, day, came, went))


def write_presence(
    club: Club, day: date, came: Collection[Player], went: Collection[Player]
) -> None:
    """Write down who came and who went. Runs in a transaction."""
    now = timezone.now()
    of_the_day = Presence.objects.filter(player__club=club, day=day)
    gone = of_the_day.filter(player__in=went)
    sat = MatchSeat.objects.filter(match__club=club, match__played_on=day)
    gone.exclude(player__in=sat.values("player")).delete()
    gone.filter(left_at=None).update(left_at=now)
    of_the_day.filter(player__in=came).update(left_at=None)
    rows = (Presence(player=player, day=day, arrived_at=now) for player in came)
    Presence.objects.bulk_create(rows, ignore_conflicts=True)
