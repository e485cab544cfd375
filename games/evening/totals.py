"""The list of an evening: who has how many points, by rounds, in order. Half points, as stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Sum

from games.models import Evening, EveningPoints, Hand, HandSeat, MatchSeat, Player
from games.people.presence import presences


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody on the list, with their points (half points) by round and in all.

    The place is shared where the totals are equal. `by_round` has None for a round in which they
    did not play; `beside` are points of the director. `late`: they came after round 1; `left`: they
    went early.
    """

    place: int
    player: Player
    by_round: tuple[int | None, ...]
    beside: int
    total: int
    late: bool
    left: bool


def list_of(evening: Evening) -> list[Line]:
    """Return everybody who sat at a table of an evening or was given points, the best first."""
    rounds = list(evening.drawn.filter(announced_at__isnull=False).values_list("number", flat=True))
    scores, beside = _scores(evening)
    sat: dict[int, set[int]] = defaultdict(set)
    seats = MatchSeat.objects.filter(match__round__evening=evening)
    for player, number in seats.values_list("player", "match__round__number"):
        sat[player].add(number)
    people = Player.every.in_bulk({*sat, *beside, *(player for player, _round in scores)})
    here = presences(evening.club, evening.played_on)
    totals = {
        key: sum(scores.get((key, number), 0) for number in rounds) + beside.get(key, 0)
        for key in people
    }
    order = sorted(people.values(), key=lambda one: (-totals[one.pk], one.sort_key))
    return [
        Line(
            place=1 + sum(total > totals[player.pk] for total in totals.values()),
            player=player,
            by_round=tuple(
                scores.get((player.pk, number), 0) if number in sat[player.pk] else None
                for number in rounds
            ),
            beside=beside.get(player.pk, 0),
            total=totals[player.pk],
            late=bool(sat[player.pk]) and min(sat[player.pk]) > 1,
            left=player.pk in here and here[player.pk].left_at is not None,
        )
        for player in order
    ]


def ranking_of(evening: Evening) -> list[int]:
    """Return the keys of all players of the list, the best first."""
    return [line.player.pk for line in list_of(evening)]


def _scores(evening: Evening) -> tuple[Mapping[tuple[int, int], int], Mapping[int, int]]:
    """Return points by player and round, and by player what the director gave or took."""
    scores: dict[tuple[int, int], int] = defaultdict(int)
    beside: dict[int, int] = defaultdict(int)
    hands = HandSeat.objects.filter(
        hand__match__round__evening=evening, hand__state=Hand.State.SEALED
    )
    by_hand = hands.values_list("player", "hand__match__round__number").order_by()
    for player, number, halves in by_hand.annotate(Sum("score_halves")):
        scores[player, number] += halves
    points = EveningPoints.objects.filter(round__evening=evening)
    for player, number, halves, kind in points.values_list(
        "player", "round__number", "halves", "kind"
    ):
        if kind == EveningPoints.Kind.TYPED:
            scores[player, number] += halves
        else:
            beside[player] += halves
    return scores, beside
