"""Sums after an amendment: what the hand brought before is taken out, what it brings now added."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from django.db.models import Q

from games.models import Tally
from games.statistics import extremes
from games.statistics.facts import HandFacts
from games.statistics.tallies import COLUMNS, REPLACED, Counted, Place, Sums, count, write


def put_right(before: HandFacts, after: HandFacts) -> None:
    """Count a hand as it is now instead of as it was. Its seats are written already."""
    was, now = count([before]), count([after])
    places = {place for place in was | now if was.get(place) != now.get(place)}
    kept = _load(after, places)
    fresh: Counted = {}
    unsure = []
    for place in places:
        mine, old, new = (sums.get(place, Sums()) for sums in (kept, was, now))
        fresh[place] = rest = replace(mine)
        rest.take_out(old)
        if rest.hands and old.hands and _made_an_extreme(mine, old, new):
            unsure.append(place)
        rest.take_in(new)
    for place in [place for place, sums in fresh.items() if not sums.hands]:
        del fresh[place]
        Tally.objects.filter(club=after.club, variant=after.variant, **place._asdict()).delete()
    write(after.club, after.variant, fresh, REPLACED)
    extremes.find_anew(after, unsure)


def _made_an_extreme(kept: Sums, old: Sums, new: Sums) -> bool:
    """Whether best or worst may be lost with the old hand: it was it, and the new one is not."""
    best = old.best_halves == kept.best_halves
    worst = old.worst_halves == kept.worst_halves
    if not new.hands:
        return best or worst
    return (best and new.best_halves < kept.best_halves) or (
        worst and new.worst_halves > kept.worst_halves
    )


def _load(hand: HandFacts, places: Collection[Place]) -> Counted:
    """The sums that are kept at these places. One statement."""
    players = Q(player__in={place.player for place in places} - {None}) | Q(player=None)
    rows = Tally.objects.filter(
        players,
        club=hand.club,
        variant=hand.variant,
        period__in={place.period for place in places},
        kind__in={place.kind for place in places},
        key__in={place.key for place in places},
    ).values_list("player_id", "period", "kind", "key", *COLUMNS)
    found = {Place(*row[:4]): Sums(*row[4:]) for row in rows}
    return {place: sums for place, sums in found.items() if place in places}
