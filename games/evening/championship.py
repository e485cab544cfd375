"""The championship of a club: the evenings of a season together. Nothing of it is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils import timezone

from games.evening.duplicate.boards import results_of
from games.evening.duplicate.ranking import BoardResult, ranking
from games.evening.totals import ListLine, lists_of
from games.league.ranking import Championship, championship_of
from games.models import Club, Evening, Player, User
from games.statistics.periods import days_of
from games.writing.durably import durably, require_scorer


class SeasonEvening(NamedTuple):
    """Somebody's evening: their place on its list, their points there, and what it is worth.

    Both are half points. `counts`: it is one of their best, on an evening that counts.
    """

    evening: Evening
    place: int
    halves: int
    worth: int
    counts: bool = False


class SeasonLine(NamedTuple):
    """Somebody in the championship, with the total (half points) of their evenings that count.

    They came to `came` evenings of the championship; the place is 0 without one. `behind` is what
    they lack to the place before.
    """

    player: Player
    evenings: list[SeasonEvening]
    came: int
    total: int
    place: int = 0
    behind: int | None = None

    def on(self, evenings: Sequence[Evening]) -> list[SeasonEvening | None]:
        """Return what each of these evenings was to them; None where they were not there."""
        mine = {one.evening: one for one in self.evenings}
        return [mine.get(evening) for evening in evenings]


def evenings_of(club: Club, period: str) -> list[Evening]:
    """Return the evenings of a period by day, save those whose boards are hidden still."""
    first, last = days_of(period)
    hidden = Q(boards_shown_at=None) & ~Q(method="")
    evenings = club.evenings.exclude(hidden).order_by("played_on", "pk")
    return list(evenings.filter(played_on__range=(first, last)) if first else evenings)


def championship(club: Club, evenings: Sequence[Evening]) -> list[SeasonLine]:
    """Return everybody who was at one of these evenings, the best first."""
    rules, lists = championship_of(club), lists_of(evenings)
    results = results_of([one for one in evenings if one.method])
    people: dict[int, Player] = {}
    of: dict[int, list[SeasonEvening]] = defaultdict(list)
    for evening in evenings:
        for line, place in _placed(evening, lists[evening.pk], results[evening.pk]):
            people[line.player.pk] = line.player
            worth = _worth(rules, place, line.total)
            of[line.player.pk].append(SeasonEvening(evening, place, line.total, worth))
    lines = []
    for key, own in of.items():
        there = [one for one in own if one.evening.counts]
        best = sorted(there, key=lambda one: -one.worth)[: rules.best]
        marked = [one._replace(counts=one in best) for one in own]
        total = sum(one.worth for one in best)
        lines.append(SeasonLine(people[key], marked, len(there), total))
    totals = sorted((line.total for line in lines if line.came), reverse=True)
    lines = [_with_place(line, totals) if line.came else line for line in lines]
    return sorted(lines, key=lambda one: (not one.place, one.place, one.player.sort_key))


def _with_place(line: SeasonLine, totals: Sequence[int]) -> SeasonLine:
    ahead = totals.index(line.total)
    behind = totals[ahead - 1] - line.total if ahead else None
    return line._replace(place=1 + ahead, behind=behind)


def _placed(
    evening: Evening, lines: Sequence[ListLine], results: Sequence[BoardResult]
) -> list[tuple[ListLine, int]]:
    """Return the lines of an evening with their places; those of duplicate are by its method."""
    places: dict[Any, int] = {line.player.pk: line.place for line in lines}
    if evening.method:
        ranked = ranking(results, evening.method)
        places = {one.who: one.place for one in ranked}
    return [(line, places[line.player.pk]) for line in lines if places.get(line.player.pk)]


def _worth(rules: Championship, place: int, halves: int) -> int:
    if not rules.places:
        return halves
    return 2 * rules.places[place - 1] if place <= len(rules.places) else 0


def set_counts(*, user: User, evening: Evening, counts: bool) -> None:
    """Count an evening in the championship of its season, or not. Raises NotAllowed."""
    require_scorer(user, evening)
    mine = Evening.objects.filter(pk=evening.pk)
    durably(lambda: mine.update(counts=counts, changed_at=timezone.now()))
